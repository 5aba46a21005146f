export default {
  "asking.hint": ["Type or paste a text", "Saisissez ou collez un texte"],
  "asking.classify": ["I did not know that I would enjoy this film so much.", "I did not know that I would enjoy this film so much."],
  "asking.translate": ["Anna did not sign the contract .", "Anna did not sign the contract ."],
  "asking.next": ["I did not like this film, but the music is", "I did not like this film, but the music is"],
  "asking.blank": ["I did not [MASK] this film, but the music is wonderful.", "I did not [MASK] this film, but the music is wonderful."],
  "asking.site.layer": ["Layer {layer}", "Couche {layer}"],
  "asking.site.encoder": ["Encoder {layer}", "Encodeur {layer}"],
  "asking.site.back": ["Decoder {layer}: what was said", "Décodeur {layer} : ce qui est dit"],
  "asking.site.cross": ["Decoder {layer}: the source", "Décodeur {layer} : la source"],
  "asking.site.source": ["The source", "La source"],
  "asking.site.pool": ["Pooling", "Agrégation"],
  "asking.site.mean": ["Mean, for the query", "Moyenne, pour la requête"],
};
