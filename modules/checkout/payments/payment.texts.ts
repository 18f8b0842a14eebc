import { texts } from '#platform/texts.ts'

export const paymentTexts = texts({
  pending: [
    "We're confirming your payment with the bank. You won't be charged twice. Please don't pay again.",
    'Estamos confirmando su pago con el banco. No se le cobrará dos veces. Por favor, no vuelva a pagar.',
  ],
})
