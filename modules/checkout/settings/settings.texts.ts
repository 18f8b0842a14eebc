import { texts } from '../../../platform/texts.ts'

export const settingsTexts = texts({
  title: ['Checkout Settings', 'Configuración de la compra'],
  lead: [
    'They hold for this organization and those below it, unless one of those says otherwise. What you leave empty is inherited.',
    'Se aplican a esta organización y a las que dependen de ella, salvo que alguna indique otra cosa. Lo que deje sin indicar se hereda.',
  ],
  saved: ['Checkout settings updated.', 'Configuración de la compra actualizada.'],
  failed: [
    'Checkout settings could not be updated: {message}',
    'No se pudo actualizar la configuración de la compra: {message}',
  ],
  inherited: ['Inherited: {value}', 'Heredado: {value}'],
  none: ['none', 'ninguno'],
  standard: ["the product's own text", 'el texto propio del producto'],
  on: ['On', 'Activado'],
  off: ['Off', 'Desactivado'],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando información...'],

  payment: ['Payment', 'Pago'],
  methods: ['Payment methods', 'Métodos de pago'],
  card: ['Credit card', 'Tarjeta de crédito'],
  paypal: ['PayPal', 'PayPal'],
  both: ['Credit card and PayPal', 'Tarjeta de crédito y PayPal'],
  captcha: ['Captcha for guests', 'Captcha para invitados'],
  captchaHint: [
    'Guests prove that they are human before they pay. It keeps machines from trying out stolen cards.',
    'Los invitados demuestran que son humanos antes de pagar. Evita que se prueben tarjetas robadas.',
  ],
  tax: ['Sales tax in percent', 'Impuesto sobre ventas en porcentaje'],
  taxHint: [
    'From 0 to 30, with two decimals. It is added to the total after discounts.',
    'De 0 a 30, con dos decimales. Se suma al total después de los descuentos.',
  ],
  taxWrong: [
    'Enter a percentage from 0 to 30 with at most two decimals.',
    'Introduzca un porcentaje de 0 a 30 con dos decimales como máximo.',
  ],
  methodMissing: ['Offer at least one payment method.', 'Ofrezca al menos un método de pago.'],

  refunds: ['Refunds and voids', 'Reembolsos y anulaciones'],
  approval: ['A second person for large refunds', 'Una segunda persona para reembolsos grandes'],
  approvalHint: [
    'Whoever asks for a refund or void above these amounts waits until somebody else who may refund agrees.',
    'Quien pide un reembolso o una anulación por encima de estos importes espera a que otra persona autorizada lo apruebe.',
  ],
  approvalAbove: ['Above this much of one payment', 'Por encima de este importe de un pago'],
  approvalAboveDay: [
    'Above this much of one member of staff within a day',
    'Por encima de este importe de una misma persona en un día',
  ],
  limitWrong: ['Enter an amount up to $1,000,000.00.', 'Introduzca un importe de hasta $1,000,000.00.'],
  fromAbove: [
    'The organization above yours is stricter. You may be as strict or stricter, not less.',
    'La organización superior es más estricta. Puede ser igual o más estricto, no menos.',
  ],

  delivery: ['Delivery', 'Entrega'],
  shipping: ['Default certificate delivery', 'Entrega predeterminada del certificado'],
  shippingHint: [
    'Chosen for the buyer where the course offers it; the buyer may change it.',
    'Se elige para el comprador si el curso la ofrece; el comprador puede cambiarla.',
  ],

  support: ['Help for buyers', 'Ayuda para compradores'],
  supportHint: [
    'They stand on receipts and on the checkout page.',
    'Aparecen en los recibos y en la página de compra.',
  ],
  phone: ['Support phone', 'Teléfono de soporte'],
  email: ['Support e-mail', 'Correo de soporte'],
  phoneWrong: ['Enter a phone number of ten digits.', 'Introduzca un número de teléfono de diez dígitos.'],
  emailWrong: ['Enter a valid e-mail address.', 'Introduzca una dirección de correo válida.'],

  legal: ['Terms and privacy', 'Condiciones y privacidad'],
  legalHint: [
    'Plain text; an empty line begins a new paragraph. Leave both languages empty to inherit.',
    'Texto sin formato; una línea vacía comienza un párrafo. Deje vacíos ambos idiomas para heredar.',
  ],
  terms: ['Terms of use', 'Condiciones de uso'],
  privacy: ['Privacy policy', 'Política de privacidad'],
  inEnglish: ['{text} in English', '{text} en inglés'],
  inSpanish: ['{text} in Spanish', '{text} en español'],
  bothLanguages: ['Give the text in both languages.', 'Indique el texto en ambos idiomas.'],
})
