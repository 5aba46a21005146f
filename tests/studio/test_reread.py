"""What was made last is kept as long as there is room, and is nobody else's."""

from regard.studio.answers.reread import Lately


def test_what_is_asked_again_is_not_made_again_and_the_oldest_goes_first():
    kept: Lately[str] = Lately(3, len)
    owner, made = object(), []

    def ask(word: str) -> str:
        return kept.of(owner, word, lambda: made.append(word) or word)

    for word in ("a", "b", "a", "cc", "a", "b"):
        assert ask(word) == word
    assert made == ["a", "b", "cc", "b"], "b made room for cc, since a had been asked for after it"


def test_the_last_is_kept_however_large_and_another_owner_has_his_own():
    kept: Lately[str] = Lately(1, len)
    one, other = object(), object()
    assert kept.of(one, "x", lambda: "large") == kept.of(one, "x", lambda: "new") == "large"
    assert kept.of(other, "x", lambda: "his") == "his"
