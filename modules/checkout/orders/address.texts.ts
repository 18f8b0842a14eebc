import { texts } from '#platform/texts.ts'

export const addressTexts = texts({
  address1: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
})
