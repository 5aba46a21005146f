"""What every route may use."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request, Response

from regard.errors import Mistake
from regard.studio.server.asked import answer
from regard.studio.server.desk import Desk
from regard.studio.server.handing import Handing
from regard.studio.server.limits import Limits
from regard.studio.server.telling import told
from regard.studio.shelf.jobs import Jobs
from regard.studio.shelf.library import Library
from regard.studio.shelf.pulse import Pulse

if TYPE_CHECKING:
    from regard.runs.run import Run


@dataclass
class Studio:
    """The runs, and who answers questions about them."""

    library: Library
    jobs: Jobs
    limits: Limits = field(default_factory=Limits)
    handing: Handing = field(default_factory=Handing)
    desk: Desk = field(init=False)
    pulse: Pulse = field(init=False)

    def __post_init__(self) -> None:
        self.desk = Desk(self.limits.waiting)
        self.pulse = Pulse(self.library, self.jobs)

    async def ask(self, run: str, question: "Callable[[Run], Any]", *, task: str = "", slow: bool = False) -> Response:
        """What a run says to a question, as JSON; of another task than `task`, it is not asked."""
        self.library.known(run)

        def work() -> Response:
            with self.library.using(run, slow=slow) as opened:
                if task:
                    from regard.runs.run import for_task

                    for_task(opened, task)  # pyright: ignore[reportArgumentType]
                return answer(question(opened))

        return await self.desk.run(work, slow=slow)

    async def tell(
        self, run: str, question: "Callable[[Run, Callable[[Any], None]], object]", *, slow: bool = False
    ) -> Response:
        """What a run says to a question piece by piece, each sent once the question tells it."""
        self.library.known(run)

        def work(tell: Callable[[Any], None]) -> None:
            with self.library.using(run, slow=slow) as opened:
                question(opened, tell)

        return await told(self.desk, work, slow=slow)

    async def answer(self, question: Callable[[], Any], *, slow: bool = False) -> Response:
        """What a question gives that is put to no run, as JSON."""
        return await self.desk.run(lambda: answer(question()), slow=slow)

    def warm(self) -> None:
        """What the first question would wait for: the libraries, and the first run."""
        import torch

        from regard.studio.answers import reading

        torch.set_num_threads(1)
        reading.known_methods()
        for known in self.library.runs()[:1]:
            with suppress(Mistake), self.library.using(known.id):
                pass

    def close(self) -> None:
        """Answer nothing more."""
        self.desk.close()


def _studio(request: Request) -> Studio:
    return request.app.state.studio


Here = Annotated[Studio, Depends(_studio)]
