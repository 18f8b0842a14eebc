import { texts } from '#platform/texts.ts'

export const answerTexts = texts({
  required: ['Your answer is required.', 'Su respuesta es obligatoria.'],
  words: [
    'Must be {min, plural, one {{min} word} other {{min} words}}.',
    'Debe tener {min, plural, one {{min} palabra} other {{min} palabras}}.',
  ],
  wordsBetween: ['Must be between {min} and {max} words.', 'Debe tener entre {min} y {max} palabras.'],
  characters: [
    'Must be {min, plural, one {{min} character} other {{min} characters}}.',
    'Debe tener {min, plural, one {{min} carácter} other {{min} caracteres}}.',
  ],
  charactersBetween: ['Must be between {min} and {max} characters.', 'Debe tener entre {min} y {max} caracteres.'],
  invalid: ['One or more answer you provided is invalid', 'Una o más de sus respuestas no son válidas'],
  pattern: ['Check the format of your answer.', 'Revise el formato de su respuesta.'],
  patternOnly: ['Use only {signs}.', 'Use solo {signs_es}.'],
  patternNoSpaces: ['Use only {signs}, without spaces.', 'Use solo {signs_es}, sin espacios.'],
  patternMasks: [
    'Use this format: {masks}. A stands for a letter, 0 for a digit.',
    'Use este formato: {masks_es}. A representa una letra y 0, un dígito.',
  ],
  letters: ['letters', 'letras'],
  capitals: ['capital letters', 'letras mayúsculas'],
  digits: ['digits', 'números'],
  hyphens: ['hyphens', 'guiones'],
  spaces: ['spaces', 'espacios'],
  date: ['Enter a date as MM/DD/YYYY.', 'Escriba una fecha como DD/MM/AAAA.'],
  dateBetween: ['The date must be between {min} and {max}.', 'La fecha debe estar entre {min_es} y {max_es}.'],
  dateFrom: ['The date must be {min} or later.', 'La fecha debe ser {min_es} o posterior.'],
  dateUntil: ['The date must be {max} or earlier.', 'La fecha debe ser {max_es} o anterior.'],
  places: ['Use each position once.', 'Use cada posición una sola vez.'],
  tooLong: ['Your answer is too long.', 'Su respuesta es demasiado larga.'],
})
