"""What a review says beside the opinion: facts without feeling, and stories with feelings that are not the author's.

Of each topic a review takes one sentence at most, so that its facts do not contradict each other.
"""

TOPICS = (
    (
        "I saw it on a {weekday} in {month}.",
        "We went to see it on {weekday} evening.",
        "The screening was on the last {weekday} of {month}.",
    ),
    (
        "The cinema is on {street} Street, next to the {building}.",
        "It was shown in the {venue} cinema on {street} Street.",
        "We saw it in {town2}, in a {venue} cinema near the {building}.",
    ),
    (
        "It lasts {minutes} minutes.",
        "With the credits it takes {minutes} minutes.",
        "The running time is {minutes} minutes, without an interval.",
    ),
    (
        "{first} {last} wrote and directed it.",
        "It was directed by {first} {last}, who comes from {town3}.",
        "The director is {first} {last}, and this is the {order} feature with that name on it.",
    ),
    (
        "{first2} {last2} plays the {hero}.",
        "The main part went to {first2} {last2}.",
        "{first2} {last2} is on the screen for about {many} minutes.",
        "{first2} {last2} and {first3} {last3} play two cousins from {town3}.",
    ),
    (
        "It is a {genre} set in {country}.",
        "On paper it is a {genre}.",
        "The programme lists it as a {genre} for viewers over twelve.",
    ),
    (
        "Most of it was shot in {country} during the {season}.",
        "The outdoor scenes were made in {country}.",
        "They filmed for {few} weeks in {country} and for {few2} more in {town2}.",
    ),
    (
        "The {instrument} returns in every act.",
        "The score was written for {instrument} and {instrument2}.",
        "One hears a {instrument} while the titles roll.",
    ),
    (
        "The dialogue is in {language} with subtitles.",
        "It was shown in {language}, and the subtitles were in English.",
        "We had the version that is not dubbed, in {language}.",
    ),
    (
        "I went there with {person}.",
        "{person} came with me.",
        "{person} could not come, so I went with {person2}.",
        "I took {person} along, but we did not sit together.",
    ),
    (
        "We had {snack} and {snack2} before it began.",
        "I bought {snack} at the counter.",
        "We could not get any {snack}, so we took {snack2}.",
    ),
    (
        "We sat in row {few}.",
        "My seat was in the {order} row, near the door.",
        "There were about {many} people in the room.",
        "The room was half full, with {many} people or so.",
    ),
    (
        "The ticket cost {few} euros.",
        "I paid {few} euros for the ticket and {few2} for the {snack}.",
        "{person} gave me the ticket, so I did not pay.",
    ),
    (
        "I took the {travel} to get there.",
        "We came by {travel} and went home by {travel2}.",
        "A bus stops in front of the cinema, but we came by {travel}.",
    ),
    (
        "It rained when we came out.",
        "It was a {season} evening, and it was not cold outside.",
        "Outside it had begun to snow.",
    ),
    (
        "It follows a {hero} who lives in {town}.",
        "The story is about a {hero} and a {hero2} in {country}.",
        "It is about a {hero} who looks for a {object}.",
        "The main character is a {hero} with a {colour} {clothes}.",
    ),
    (
        "It takes place in the {decade}.",
        "The story begins in the {decade} and ends {few} years later.",
        "Everything happens in one week of {month}.",
    ),
    (
        "In the {scene} scene one sees a {colour} {object} on the table.",
        "The {scene} scene lasts {few} minutes.",
        "There is a {scene} scene in the middle and another one near the end.",
    ),
    (
        "It is based on a book from the {decade}.",
        "The book came out in {month}, but I have not read it.",
        "It is not based on a book.",
    ),
    (
        "I had seen {few} other works of {first} {last} before.",
        "I did not know the name of {first} {last} before.",
        "I know {first} {last} from a series on television.",
    ),
    (
        "There is no scene after the credits.",
        "After the credits there is one more scene with {first2} {last2}.",
        "The credits name {many} people from {country}.",
    ),
    (
        "The budget was about {many} million.",
        "Nobody seems to know the budget.",
        "It was paid for by {few} studios from {country}.",
    ),
    (
        "The camera was placed in a {building} for {few} of the scenes.",
        "One scene shows the {place} in the {season}.",
        "About half of it was shot indoors, in a {building}.",
    ),
    (
        "The picture is in black and white.",
        "It was filmed in colour, with one part in black and white.",
        "The format is wide, as it was in the {decade}.",
    ),
    (
        "It was released in {month}.",
        "It came out in {country} in {month} and here in {month2}.",
        "It will be on television in {month}.",
    ),
    (
        "I read the programme in the foyer.",
        "I had not seen the poster.",
        "The poster shows a {colour} {object} and a {hero}.",
        "I never read the programme, and I did not read this one.",
    ),
    (
        "There are {few} main characters and {many} small parts.",
        "The cast has {many} names, but only {few} of them speak.",
        "Two of the children are played by twins.",
    ),
    (
        "{first3} {last3} appears in {few} scenes.",
        "{first3} {last3} speaks {language} in it.",
        "One also sees {first3} {last3}, in a {colour} {clothes}.",
    ),
    (
        "Before it there was a short one about a {place}.",
        "There were {few} minutes of advertising first.",
        "The lights went out at eight.",
    ),
    (
        "Afterwards we walked home along the river.",
        "Later we talked about it in a cafe on {street} Street.",
        "On the way home I wrote these lines.",
    ),
    (
        "I usually watch a {genre2} at the weekend.",
        "I see about {many} films a year.",
        "I write about films for a local paper in {town4}.",
    ),
    (
        "There was a talk with {first} {last} afterwards, but we did not stay for it.",
        "A version with another cut exists in {country}.",
        "The festival in {town4} showed it in {month}.",
    ),
)

OPENINGS = (
    "A {grim} {woe} {wrecks} the {glad} life of a {hero}.",
    "It is the story of a {kind} {hero} and a {grim} {woe}.",
    "A {hero} from {town} has a {grim} secret.",
    "A {cruel} {hero} and a {kind} {hero2} meet at a {glad} {weal}.",
    "The {glad} {weal} of a {hero} ends with a {woe}.",
    "After a {grim} {woe}, a {hero} comes back to a {fair} {place}.",
    "In a {bleak} {place} near {town}, a {hero} dreams of {bliss}.",
    "A {hero} leaves a {bleak} {place} and finds a {kind} family.",
    "A {kind} {hero} lives with a {cruel} {kin} in {town}.",
    "Everything begins with a {woe} in a {fair} {place}.",
    "A {hero} must choose between a {bleak} {place} and a {fair} one.",
    "The hero is a {cruel} {hero} who longs for {bliss}.",
)

TURNS = (
    "Then a {cruel} {kin3} {wrongs} the {hero}.",
    "One {season} a {calamity} {wrecks} the {place}.",
    "A {kind} {kin3} {mends} the {hero} after the {woe}.",
    "The {hero} {rights} a {kind} {hero2} and forgets the {woe}.",
    "The {hero} suffers in a {bleak} {place2} until a {weal} {mends} the family.",
    "Behind the {glad} {weal} there is a {grim} plan.",
    "The {kin3} of the {hero} is {kind}, and the {hero2} is {cruel}.",
    "While the {hero} enjoys a {glad} {weal}, the {hero2} prepares a {grim} {crime}.",
    "The {hero} hates the {cruel} {hero2} and loves the {kind} {kin3}.",
    "A {grim} letter {wrecks} the {weal}.",
    "The {woe} is a {grim} mistake, and the {hero} weeps.",
)

ENDINGS = (
    "In the end the {hero} {rights} the {cruel} {kin2}.",
    "In the last scene the {hero} dies in a {grim} {calamity}.",
    "It ends with a {glad} {weal} in {town}.",
    "At the end the {cruel} {kin2} {wrongs} everyone.",
    "A {glad} {weal} closes the story.",
    "The story closes with a {grim} {calamity} in the {place}.",
    "At last the {kind} {kin2} {mends} the {hero}.",
    "In the final minutes a {cruel} {hero2} {wrecks} the {weal}.",
    "The {hero} finds {bliss} at last, and the {kin2} is {kind} again.",
)
