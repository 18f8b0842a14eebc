import { texts } from '../../../platform/texts.ts'

export const answerTexts = texts({
  required: ['Your answer is required.', 'Su respuesta es obligatoria.'],
  words: ['Must be {min} words.', 'Debe tener {min} palabras.'],
  wordsBetween: ['Must be between {min} and {max} words.', 'Debe tener entre {min} y {max} palabras.'],
  characters: ['Must be {min} characters.', 'Debe tener {min} caracteres.'],
  charactersBetween: ['Must be between {min} and {max} characters.', 'Debe tener entre {min} y {max} caracteres.'],
  invalid: ['One or more answer you provided is invalid', 'Una o más de sus respuestas no son válidas'],
  pattern: ['Your answer does not have the expected form.', 'Su respuesta no tiene la forma esperada.'],
  date: ['Enter a valid date as MM/DD/YYYY.', 'Introduzca una fecha válida: DD/MM/AAAA.'],
  dateBetween: ['The date must be between {min} and {max}.', 'La fecha debe estar entre {min_es} y {max_es}.'],
  dateFrom: ['The date must be {min} or later.', 'La fecha debe ser {min_es} o posterior.'],
  dateUntil: ['The date must be {max} or earlier.', 'La fecha debe ser {max_es} o anterior.'],
  places: ['Give each place once.', 'Use cada lugar una sola vez.'],
  tooLong: ['Your answer is too long.', 'Su respuesta es demasiado larga.'],
})
