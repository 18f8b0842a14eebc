import { texts } from '#platform/texts.ts'

export const bankTexts = texts({
  nameMissing: ['Enter a name for the question bank.', 'Escriba un nombre para el banco de preguntas.'],
})
