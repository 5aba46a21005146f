"""The letters of an einsum, with those that an ellipsis stands for."""


def letters_of(equation: str, sizes: list[int]) -> tuple[list[str], str]:
    """The letters of each operand, which has so many dimensions, and those of the result."""
    terms, arrow, result = equation.replace(" ", "").partition("->")
    operands = terms.split(",")
    most = max((size - len(each.replace("...", "")) for each, size in zip(operands, sizes, strict=True)), default=0)
    spare = "".join(chr(ord("A") + i) for i in range(26) if chr(ord("A") + i) not in equation)[: max(most, 0)]
    whole = [
        each.replace("...", spare[len(spare) - (size - len(each.replace("...", ""))) :])
        for each, size in zip(operands, sizes, strict=True)
    ]
    if not arrow:
        every = "".join(operands).replace("...", "")
        result = "..." + "".join(sorted(letter for letter in set(every) if every.count(letter) == 1))
    return whole, result.replace("...", spare)


def is_turned(letters: list[str], result: str) -> bool:
    """Whether the rows of a product belong to its second operand."""
    one, two = (
        [letter for letter in each if letter in result and letter not in other]
        for each, other in (letters, letters[::-1])
    )
    return bool(one and two) and result.index(one[-1]) > result.index(two[-1])
