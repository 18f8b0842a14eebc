import { texts } from '#platform/texts.ts'

export const walletWords = texts({
  cancelled: [
    'You came back from PayPal without paying. You were not charged.',
    'Usted volvió de PayPal sin pagar. No se le cobró nada.',
  ],
  confirmTitle: ['Confirm your payment', 'Confirme su pago'],
  confirmLead: [
    'You approved this payment at PayPal. Confirm it here to finish.',
    'Usted aprobó este pago en PayPal. Confírmelo aquí para terminar.',
  ],
  total: ['Total', 'Total'],
  confirm: ['Pay {total} with PayPal', 'Pagar {total} con PayPal'],
  confirming: ['Paying…', 'Pagando…'],
  enterTitle: ['Continue to checkout', 'Continuar al pago'],
  enterLead: [
    "Another site sent you here. You'll pay for and take the course as this student.",
    'Llegó aquí desde otro sitio. Pagará y tomará el curso como este estudiante.',
  ],
  enterAs: ['Continue as {user}', 'Continuar como {user}'],
  enterOver: [
    'This link was already used or has expired. Sign in to continue.',
    'Este enlace ya se usó o venció. Inicie sesión para continuar.',
  ],
  declined: [
    'PayPal declined the payment. You were not charged. Choose another payment method.',
    'PayPal rechazó el pago. No se le cobró nada. Elija otro método de pago.',
  ],
})
