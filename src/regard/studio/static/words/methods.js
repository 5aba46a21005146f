// Ways of weighing words; one that is not here is shown by its name.
export default {
  "method.attention": ["attention weights", "poids d'attention"],
  "method.rollout": ["attention rollout", "attention propagée de couche en couche"],
  "method.attention-gradient": ["attention × gradient", "attention × gradient"],
  "method.attention-norms": ["attention × size of the vectors", "attention × taille des vecteurs"],
  "method.gradient-input": ["gradient × input", "gradient × entrée"],
  "method.integrated-gradients": ["integrated gradients", "gradients intégrés"],
  "method.occlusion": ["hide each word", "masquer chaque mot"],
  "method.leave-one-out": ["leave each word out", "retirer chaque mot"],
  "method.value-zeroing": ["zero each word's value", "annuler la valeur de chaque mot"],
  "method.random": ["chance (a control)", "hasard (témoin)"],
  "method.uniform": ["all words alike (a control)", "tous les mots égaux (témoin)"],
};
