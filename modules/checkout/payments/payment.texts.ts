import { texts } from '../../../platform/texts.ts'

export const paymentTexts = texts({
  firstName: ['First name is required.', 'El nombre es obligatorio.'],
  lastName: ['Last name is required.', 'El apellido es obligatorio.'],
  email: ['A valid Email is required.', 'Se requiere un correo electrónico válido.'],
  noPhone: ['No phone numbers added.', 'No se agregaron números de teléfono.'],
  address: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  pending: [
    'We are confirming your payment with the bank. You will not be charged twice; please do not pay again.',
    'Estamos confirmando su pago con el banco. No se le cobrará dos veces; por favor, no vuelva a pagar.',
  ],
})
