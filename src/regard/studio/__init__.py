"""The page: a server on loopback that carries values, and native JavaScript modules that draw them.

`server/` is how requests come in and answers go out, `shelf/` what lies on disk, `answers/` what runs say in the form
that the page draws, `routes/` one file a view, `studio.py` what every route may use, `static/` the page.

To add a route for a view called `heads`:

1. `routes/heads.py` with `router = APIRouter(prefix="/api/v1", tags=["heads"])`. What is asked is a class of
   `server.asked.Asked` (unknown names and endless texts are refused there); where a run is asked, the route is

       @router.post("/runs/{run}/heads", responses=REFUSALS)
       async def heads(run: RunId, asked: Heads, studio: Here) -> Response:
           return await studio.ask(run, lambda opened: overview(opened, asked.text), task="classify")

   `overview` is called in a thread of its own with the opened `regard.runs.run.Run`, which nobody else uses meanwhile;
   it returns what JSON takes (no tensors; a NaN becomes null). Work of more than half a second says `slow=True`, so
   that it waits in another line than typing does. A `Mistake` becomes a 422 with its sentence.
2. A line in `routes/__init__.py`. The guard (token, Host, Origin, sizes, rates) stands before every route by itself,
   and `tests/studio/test_guard.py` and `test_fuzz.py` find the new route in the schema by themselves.

Numbers and names are computed in `regard.runs` and `regard.explain`, never here. Offsets into a text are sent as
JavaScript counts them: `answers.offsets.units(text)`.

How to add a view is said at the head of `static/views/index.js`.
"""
