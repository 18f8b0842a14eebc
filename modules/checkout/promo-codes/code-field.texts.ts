import { texts } from '../../../platform/texts.ts'

export const codeFieldTexts = texts({
  code: ['Code', 'Código'],
  hint: ['Letters, digits, - and _; 40 at most.', 'Letras, números, - y _; 40 como máximo.'],
  free: ['This code is free.', 'Este código está disponible.'],
})
