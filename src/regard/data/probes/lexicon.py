"""The words of the reviews: opinions by class, and everything that has none."""

from typing import NamedTuple


def listed(text: str) -> tuple[str, ...]:
    """Entries written between commas."""
    return tuple(" ".join(entry.split()) for entry in text.split(","))


class Opinion(NamedTuple):
    """One kind of opinion word, as (negative, positive)."""

    negative: tuple[str, ...]
    positive: tuple[str, ...]


OPINIONS = {
    # what an aspect is: "the acting is superb"
    "quality": Opinion(
        listed(
            "awful, terrible, dreadful, horrible, poor, weak, clumsy, lifeless, sloppy, feeble, dismal, mediocre,"
            "disappointing, bland, miserable, wretched, hopeless, amateurish, shoddy, atrocious, abysmal, pitiful,"
            "uninspired, careless, appalling"
        ),
        listed(
            "superb, brilliant, wonderful, excellent, splendid, marvellous, beautiful, impressive, magnificent,"
            "remarkable, fantastic, perfect, delightful, outstanding, terrific, lovely, stunning, amazing, masterful,"
            "inspired, admirable, flawless, glorious, exquisite, sublime"
        ),
    ),
    # what a film is: "the film is gripping"
    "trait": Opinion(
        listed(
            "boring, dull, tedious, tiresome, pointless, predictable, annoying, forgettable, unbearable, pretentious,"
            "irritating, exhausting, silly, messy, shallow, dreary, confusing, frustrating, monotonous, laughable"
        ),
        listed(
            "gripping, moving, charming, captivating, enjoyable, entertaining, touching, thrilling, funny, uplifting,"
            "riveting, rewarding, engaging, compelling, enchanting, absorbing, refreshing, fascinating, memorable,"
            "witty"
        ),
    ),
    # mild enough that its denial is an opinion too: "not good at all", "never clumsy"
    "merit": Opinion(
        listed("weak, clumsy, poor, lazy, flat, bland, sloppy, crude, tired, stale, hollow, forced, stiff, awkward"),
        listed(
            "good, convincing, clever, interesting, original, elegant, credible, effective, fresh, skilful, subtle,"
            "inspired, exciting, impressive"
        ),
    ),
    "verb": Opinion(
        listed("hated, disliked, detested, loathed, despised, resented, abhorred, deplored, regretted, scorned"),
        listed("loved, adored, enjoyed, liked, admired, relished, appreciated, savoured, cherished, treasured"),
    ),
    "like": Opinion(
        listed("hate, dislike, detest, loathe, despise, resent, abhor"),
        listed("love, adore, enjoy, like, admire, relish, appreciate"),
    ),
    # likewise mild: "I did not like one moment of it"
    "mild": Opinion(
        listed("dislike, regret, resent, begrudge, hate"),
        listed("like, enjoy, admire, appreciate, love, relish"),
    ),
    "noun": Opinion(
        listed(
            "mess, failure, bore, disaster, disappointment, flop, letdown, chore, mistake, ordeal, fiasco, shambles"
        ),
        listed(
            "masterpiece, triumph, delight, treat, gem, joy, pleasure, marvel, success, wonder, treasure, revelation"
        ),
    ),
    "felt": Opinion(
        listed("bored, annoyed, irritated, disappointed, exasperated, exhausted, frustrated, unimpressed"),
        listed("moved, amused, entertained, touched, charmed, thrilled, captivated, enchanted"),
    ),
    "deed": Opinion(
        listed("left early, walked out, fell asleep, dozed off, groaned, yawned, gave up"),
        listed("applauded, cheered, clapped, beamed, wanted more, stood and clapped, shouted bravo"),
    ),
}

NEUTRAL = {
    "aspect": listed(
        "acting, plot, script, story, dialogue, photography, camera work, music, soundtrack, editing, pacing,"
        "direction, ending, opening, casting, lighting, humour, finale, staging, set design, sound design, narration,"
        "first act, second act, supporting cast, choreography, animation"
    ),
    "aspects": listed(
        "performances, costumes, jokes, special effects, songs, fight scenes, characters, dance scenes, sets,"
        "flashbacks, stunts, love scenes, crowd scenes"
    ),
    "film": listed("film, movie, picture"),
    "it": listed("this film, the film, this movie, the movie, this picture"),
    "very": listed("truly, really, simply, utterly, thoroughly, absolutely, completely, frankly"),
    "person": listed(
        "my brother, my sister, my neighbour, my cousin, my aunt, my uncle, my partner, my teacher,"
        "my best friend, my flatmate, my boss, my mother, my father, my colleague"
    ),
    "people": listed(
        "my friends, the critics, most reviewers, my parents, my colleagues, the newspapers, my cousins,"
        "the people beside me, the other viewers, my students, the reviewers, my neighbours"
    ),
    "genre": listed(
        "comedy, thriller, western, musical, drama, romance, documentary, mystery, war film, road movie, crime story,"
        "ghost story, costume drama, spy film, science fiction film"
    ),
    "first": listed(
        "Anna, Bruno, Clara, David, Elena, Felix, Greta, Hugo, Irene, Jonas, Karin, Leo, Marta, Nils, Olga, Pablo,"
        "Rosa, Simon, Tessa, Viktor"
    ),
    "last": listed(
        "Abelow, Brandow, Castrel, Dornby, Eskander, Ferrow, Graneth, Holmby, Ivarell, Kesswin, Lindow, Morrel,"
        "Novell, Ostrand, Quillow, Rosselin, Solvane, Tamberg"
    ),
    "town": listed(
        "Lisbon, Vienna, Dublin, Oslo, Turin, Lyon, Porto, Krakow, Bergen, Antwerp, Seville, Boston, Chicago,"
        "Montreal, Glasgow, Leeds, Naples, Prague, Geneva, Athens"
    ),
    "country": listed(
        "Iceland, Norway, Spain, Italy, Portugal, Ireland, Canada, Morocco, Greece, Poland, Finland, Scotland, Chile,"
        "Japan, Korea, Mexico"
    ),
    "language": listed(
        "French, Italian, Spanish, German, Danish, Polish, Swedish, Portuguese, Japanese, Korean, Greek"
    ),
    "weekday": listed("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
    "month": listed("January, February, March, April, May, June, July, August, September, October, November, December"),
    "season": listed("spring, summer, autumn, winter"),
    "few": listed("two, three, four, five, six, seven, eight"),
    "many": listed("ten, twelve, fifteen, twenty, thirty, forty, fifty, sixty"),
    "minutes": listed("eighty, ninety, one hundred, one hundred and ten, one hundred and twenty"),
    "decade": listed("twenties, thirties, forties, fifties, sixties, seventies, eighties, nineties"),
    "order": listed("first, second, third, fourth, fifth, sixth"),
    "snack": listed("popcorn, coffee, tea, lemonade, water, chocolate, peanuts, ice cream, crisps"),
    "instrument": listed("piano, violin, cello, guitar, flute, trumpet, clarinet, harp, accordion, organ"),
    "colour": listed("red, blue, green, grey, yellow, brown, black, white, orange"),
    "clothes": listed("coat, hat, scarf, dress, shirt, jacket, raincoat"),
    "object": listed("letter, suitcase, map, photograph, diary, key, watch, painting, notebook, umbrella, bicycle"),
    "hero": listed(
        "doctor, teacher, sailor, painter, lawyer, nurse, farmer, baker, detective, musician, pilot, librarian,"
        "carpenter, gardener, journalist, tailor, student, widow, soldier, fisherman"
    ),
    "kin": listed("brother, sister, daughter, son, mother, father, cousin, neighbour, grandmother, uncle"),
    "place": listed(
        "village, harbour, castle, hotel, valley, convent, inn, school, bakery, railway station, lighthouse, museum,"
        "hospital, market, theatre, library"
    ),
    "building": listed("bakery, railway station, library, museum, hospital, theatre, school, bank, post office"),
    "venue": listed("old, small, large, new, local, modern, municipal"),
    "street": listed("Mill, Station, Church, Bridge, Park, Garden, Harbour, Market, Castle, River"),
    "travel": listed("train, tram, bicycle, taxi, car, underground, boat"),
    "scene": listed("kitchen, market, dinner, train, school, rain, beach, hospital, library, garden"),
}

PLOT = {
    "grim": listed("terrible, tragic, dreadful, brutal, ghastly, cruel, violent, fatal, horrifying"),
    "glad": listed("happy, joyful, wonderful, beautiful, merry, radiant, festive, lovely, cheerful"),
    "cruel": listed("cruel, jealous, wicked, greedy, angry, lonely, desperate, guilty, miserable, dull, ruthless"),
    "kind": listed("kind, gentle, lucky, brave, loyal, charming, generous, proud, patient, brilliant, modest"),
    "bleak": listed("dreary, lonely, gloomy, sinister, abandoned, poor, ruined"),
    "fair": listed("peaceful, beautiful, sunny, quiet, pretty, enchanting"),
    "woe": listed(
        "murder, betrayal, theft, illness, trial, curse, divorce, quarrel, scandal, disaster, war, accident, flood,"
        "fire, storm, shipwreck, earthquake"
    ),
    "crime": listed("murder, betrayal, theft, robbery, trap, conspiracy"),
    "calamity": listed("war, accident, flood, fire, storm, shipwreck, earthquake"),
    "weal": listed("wedding, reunion, birthday, holiday, dance, engagement, feast, party, festival, picnic"),
    "bliss": listed("love, friendship, freedom, victory, peace, glory, wealth, success"),
    "wrecks": listed("destroys, ruins, breaks, haunts, threatens, shatters"),
    "mends": listed("saves, heals, unites, comforts, rescues, protects"),
    "wrongs": listed("betrays, deceives, attacks, abandons, robs, poisons"),
    "rights": listed("forgives, marries, helps, embraces, trusts, adopts"),
}
