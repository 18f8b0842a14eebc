import { texts } from '#platform/texts.ts'

export const questionRuleTexts = texts({
  typeNotHere: ["This type of question can't be asked here.", 'Este tipo de pregunta no se puede usar aquí.'],
  titleMissing: ['The question has no text.', 'La pregunta no tiene texto.'],
  pictureMissing: ['The question has no picture.', 'La pregunta no tiene imagen.'],
  pictureAltMissing: [
    "The question's picture has no alternative text.",
    'La imagen de la pregunta no tiene texto alternativo.',
  ],
  optionsMissing: ['The question needs at least two options.', 'La pregunta necesita al menos dos opciones.'],
  twoOptions: ['The question needs exactly two options.', 'La pregunta necesita exactamente dos opciones.'],
  optionEmpty: ['An option has no text.', 'Una opción no tiene texto.'],
  optionTwice: ['Two options have the same text.', 'Dos opciones tienen el mismo texto.'],
  matchMissing: ['An option has nothing to match.', 'Una opción no tiene con qué relacionarse.'],
  oneCorrect: ['Mark exactly one option as correct.', 'Marque exactamente una opción como correcta.'],
  correctMissing: ['Mark at least one option as correct.', 'Marque al menos una opción como correcta.'],
  areasMissing: [
    'The picture needs at least two areas: the right one and one more.',
    'La imagen necesita al menos dos áreas: la correcta y una más.',
  ],
  areaUnnamed: ['An area has no name.', 'Un área no tiene nombre.'],
  areaTwice: ['Two areas have the same name.', 'Dos áreas tienen el mismo nombre.'],
  areaUnmarked: ['Mark at least one area as correct.', 'Marque al menos un área como correcta.'],
  areaMissing: ['An option has no area in the picture.', 'Una opción no tiene un área en la imagen.'],
  orderWrong: ['Give every option a position.', 'Asigne una posición a cada opción.'],
  limitsWrong: ['The minimum is higher than the maximum.', 'El mínimo es mayor que el máximo.'],
  wordsNotHere: [
    'Only short and long answers can have a word limit.',
    'Solo las respuestas cortas y largas pueden tener un límite de palabras.',
  ],
  patternUnusable: ["We can't use this pattern. Simplify it.", 'No podemos usar este patrón. Simplifíquelo.'],
  hintTooLong: ['Please use maximum 500 characters', 'Use 500 caracteres como máximo'],
  answerNotShown: [
    "“Show Correct Answer” isn't available for short answers.",
    '“Mostrar la respuesta correcta” no está disponible para respuestas cortas.',
  ],
  conditionUnknown: [
    'The question depends on an answer that no longer exists.',
    'La pregunta depende de una respuesta que ya no existe.',
  ],
})
