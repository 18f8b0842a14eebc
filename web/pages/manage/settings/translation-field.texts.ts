import { texts } from '#platform/texts.ts'

export const translationFieldTexts = texts({
  length: ['{count} of {most} characters', '{count} de {most} caracteres'],
})
