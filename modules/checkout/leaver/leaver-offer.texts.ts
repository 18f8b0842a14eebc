import { texts } from '#platform/texts.ts'

/** Texts for a leaving visitor, in a separate table because it is sent to the browser. */
export const offerTexts = texts({
  title: ['Before You Leave!', '¡Antes de irse!'],
  body: [
    'Finish your order now and save {saving} with the code {code}.',
    'Termine su pedido ahora y ahorre {saving} con el código {code}.',
  ],
  apply: ['Apply discount', 'Aplicar descuento'],
  no: ['No, thanks', 'No, gracias'],
})
