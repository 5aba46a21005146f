export default {
  "read.title": ["Read", "Lire"],
  "read.question": ["What does the model say of this text, and which words weigh most?", "Que dit le modèle de ce texte, et quels mots pèsent le plus ?"],
  "read.hint": ["Type or paste a text", "Saisissez ou collez un texte"],
  "read.example": ["I did not know that I would enjoy this film so much. The plot is thin, but the actors are wonderful.", "I did not know that I would enjoy this film so much. The plot is thin, but the actors are wonderful."],
  "read.method": ["How words are weighed", "Comment les mots sont pesés"],
  "read.answer": ["{label}, {probability}", "{label}, {probability}"],
  "read.picture": ["Words by weight: {method}", "Les mots selon leur poids : {method}"],
  "read.not": ["The weights say what the model averaged from. They are not by themselves a proof of why it answered so.", "Les poids disent de quoi le modèle a fait sa moyenne. Ils ne prouvent pas à eux seuls pourquoi il a répondu ainsi."],
  "read.weightless": ["This model has no attention to show; choose another way of weighing, or another run.", "Ce modèle n'a pas d'attention à montrer ; choisissez une autre façon de peser, ou un autre modèle."],
  "read.word": ["Word", "Mot"],
  "read.weight": ["Weight", "Poids"],
  "read.place": ["Place", "Rang"],
};
