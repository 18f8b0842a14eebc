import { texts } from '../../../platform/texts.ts'

export const paymentTexts = texts({
  address: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  pending: [
    "We're confirming your payment with the bank. You won't be charged twice. Please don't pay again.",
    'Estamos confirmando su pago con el banco. No se le cobrará dos veces. Por favor, no vuelva a pagar.',
  ],
})
