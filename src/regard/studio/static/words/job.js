export default {
  "first.classify": ["Train one now: attention over the words of 6,000 generated film reviews. It takes about 15 seconds.", "Entraînez-en un maintenant : une attention sur les mots de 6 000 critiques de films générées. Cela prend une quinzaine de secondes."],
  "first.translate": ["Train one now: Bahdanau's translator on generated English–French sentences. It takes about a minute.", "Entraînez-en un maintenant : le traducteur de Bahdanau sur des phrases anglais–français générées. Cela prend environ une minute."],
  "first.language": ["Train one now: a small GPT on generated film reviews. It takes about a minute.", "Entraînez-en un maintenant : un petit GPT sur des critiques de films générées. Cela prend environ une minute."],
  "first.train": ["Train it", "L'entraîner"],
  "first.trains": ["{model} learns from {corpus}. You may close this page meanwhile; the training goes on.", "{model} apprend sur {corpus}. Vous pouvez fermer cette page ; l'entraînement continue."],
  "first.done": ["The model is trained.", "Le modèle est entraîné."],
  "job.progress": ["Progress of the training", "Avancement de l'entraînement"],
  "job.stop": ["Stop", "Arrêter"],
  "job.begins": ["The training begins …", "L'entraînement commence…"],
  "job.step": ["step {step} of {steps}", "pas {step} sur {steps}"],
  "job.loss": ["loss {loss}", "perte {loss}"],
  "job.validation": ["validation {score}", "validation {score}"],
};
