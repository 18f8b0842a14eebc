import { texts } from '#platform/texts.ts'

export const sandboxTexts = texts({
  nameMissing: ['Enter a name for the key.', 'Escriba un nombre para la clave.'],
})
