import { texts } from '#platform/texts.ts'

export const settingsTexts = texts({
  title: ['Checkout Settings', 'Configuración de compras'],
  lead: [
    'These settings apply to this organization and its sub-organizations, unless one of them has its own. Settings you leave empty are inherited.',
    'Esta configuración se aplica a esta organización y a sus suborganizaciones, salvo que alguna tenga la suya. Lo que deje vacío se hereda.',
  ],
  saved: ['Checkout settings updated.', 'Configuración de compras actualizada.'],
  savedLooser: [
    'Checkout settings updated. For your own refunds, the former approval rule applies for 24 more hours.',
    'Configuración de compras actualizada. Para sus propios reembolsos, la regla de aprobación anterior se aplica durante 24 horas más.',
  ],
  bellOff: [
    '{name} turned off the second approval for refunds of {organization}.',
    '{name} desactivó la segunda aprobación para los reembolsos de {organization}.',
  ],
  bellRaised: [
    '{name} raised the limits above which refunds of {organization} need a second approval.',
    '{name} subió los límites a partir de los cuales los reembolsos de {organization} requieren una segunda aprobación.',
  ],
  failed: [
    'Checkout settings could not be updated: {message}',
    'No se pudo actualizar la configuración de compras: {message}',
  ],
  inherited: ['Inherited: {value}', 'Heredado: {value}'],
  none: ['none', 'ninguno'],
  standard: ['the standard text', 'el texto estándar'],
  on: ['On', 'Activado'],
  off: ['Off', 'Desactivado'],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],

  payment: ['Payment', 'Pago'],
  methods: ['Payment methods', 'Métodos de pago'],
  card: ['Credit card', 'Tarjeta de crédito'],
  paypal: ['PayPal', 'PayPal'],
  both: ['Credit card and PayPal', 'Tarjeta de crédito y PayPal'],
  captcha: ['Captcha for guests', 'Captcha para invitados'],
  captchaHint: [
    'Guests confirm they are human before they pay. This keeps bots from testing stolen cards.',
    'Los invitados confirman que son personas antes de pagar. Así se evita que los bots prueben tarjetas robadas.',
  ],
  tax: ['Sales tax (percent)', 'Impuesto sobre las ventas (porcentaje)'],
  taxHint: [
    'From 0 to 30, with up to two decimals. Added to the total after discounts.',
    'De 0 a 30, con dos decimales como máximo. Se suma al total después de los descuentos.',
  ],
  taxWrong: [
    'Enter a percentage from 0 to 30 with up to two decimals.',
    'Escriba un porcentaje de 0 a 30 con dos decimales como máximo.',
  ],
  methodMissing: ['Offer at least one payment method.', 'Ofrezca al menos un método de pago.'],

  refunds: ['Refunds and voids', 'Reembolsos y anulaciones'],
  approval: ['Second approval for large refunds', 'Segunda aprobación para reembolsos grandes'],
  approvalHint: [
    'A second person with refund permission must approve refunds and voids above these amounts. If you turn this off or raise a limit, your own refunds follow the former rule for 24 more hours. A refund to yourself always needs approval.',
    'Una segunda persona con permiso para reembolsar debe aprobar los reembolsos y las anulaciones que superen estos importes. Si desactiva esto o sube un límite, sus propios reembolsos siguen la regla anterior durante 24 horas más. Un reembolso para usted siempre necesita aprobación.',
  ],
  approvalAbove: ['Limit for one payment', 'Límite por pago'],
  approvalAboveDay: ['Limit for one staff member per day', 'Límite diario por miembro del personal'],
  limitWrong: ['Enter an amount up to $1,000,000.00.', 'Escriba un importe de hasta $1,000,000.00.'],
  fromAbove: [
    'The parent organization has a stricter limit. Your limit can be the same or lower, not higher.',
    'La organización superior tiene un límite más estricto. Su límite puede ser igual o menor, no mayor.',
  ],

  delivery: ['Delivery', 'Entrega'],
  shipping: ['Default certificate delivery', 'Entrega predeterminada del certificado'],
  shippingHint: [
    'Selected for the buyer if the course offers it. The buyer can change it.',
    'Se selecciona para el comprador si el curso la ofrece. El comprador puede cambiarla.',
  ],

  support: ['Help for buyers', 'Ayuda para compradores'],
  supportHint: [
    'Shown on receipts. Leave empty to use the support settings.',
    'Aparecen en los recibos. Déjelos vacíos para mostrar los de la configuración de soporte.',
  ],
  phone: ['Support phone', 'Teléfono de soporte'],
  email: ['Support email', 'Correo electrónico de soporte'],
  phoneWrong: ['Enter a 10-digit phone number.', 'Escriba un número de teléfono de 10 dígitos.'],
  emailWrong: [
    'Enter an email address, such as name@example.com.',
    'Escriba un correo electrónico, por ejemplo nombre@example.com.',
  ],

  legal: ['Terms and privacy', 'Términos y privacidad'],
  legalHint: [
    'Plain text. A blank line starts a new paragraph. Leave both languages empty to inherit the text.',
    'Texto sin formato. Una línea vacía comienza un párrafo nuevo. Deje vacíos ambos idiomas para heredar el texto.',
  ],
  terms: ['Terms of use', 'Términos de uso'],
  privacy: ['Privacy policy', 'Política de privacidad'],
  inEnglish: ['{text} in English', '{text} en inglés'],
  inSpanish: ['{text} in Spanish', '{text} en español'],
  inAdded: ['{text}: {language}', '{text}: {language}'],
  addedHint: ['Leave empty to show the English text.', 'Déjelo vacío para mostrar el texto en inglés.'],
  bothLanguages: ['Enter the text in both languages.', 'Escriba el texto en ambos idiomas.'],
})
