import { texts } from '#platform/texts.ts'

export const codeFieldTexts = texts({
  code: ['Code', 'Código'],
  hint: ['Up to 40 letters, digits, - and _.', 'Hasta 40 letras, números, - y _.'],
  free: ['This code is available.', 'Este código está disponible.'],
})
