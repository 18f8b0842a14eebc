import { texts } from '../../../platform/texts.ts'

export const paymentTexts = texts({
  address: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  pending: [
    'We are confirming your payment with the bank. You will not be charged twice; please do not pay again.',
    'Estamos confirmando su pago con el banco. No se le cobrará dos veces; por favor, no vuelva a pagar.',
  ],
})
