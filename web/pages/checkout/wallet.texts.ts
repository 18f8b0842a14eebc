import { texts } from '../../../platform/texts.ts'

export const walletWords = texts({
  cancelled: [
    'You came back from PayPal without paying. Nothing was charged.',
    'Ha vuelto de PayPal sin pagar. No se ha cobrado nada.',
  ],
  confirmTitle: ['Confirm your payment', 'Confirme su pago'],
  confirmLead: ['You come from PayPal. Your payment is completed here.', 'Viene de PayPal. Su pago se completa aquí.'],
  total: ['Total', 'Total'],
  confirm: ['Pay {total} with PayPal', 'Pagar {total} con PayPal'],
  confirming: ['Paying…', 'Pagando…'],
  enterTitle: ['Go on to the checkout', 'Continuar con la compra'],
  enterLead: [
    'Another site has sent you here. You pay and learn in the name of this student.',
    'Otro sitio le ha enviado aquí. Pagará y estudiará en nombre de este estudiante.',
  ],
  enterAs: ['Go on as {user}', 'Continuar como {user}'],
  enterOver: [
    'This link has been used or is too old. Please sign in.',
    'Este enlace ya se usó o ha caducado. Inicie sesión.',
  ],
  declined: [
    'PayPal declined the payment. Nothing was charged. Please choose another way to pay.',
    'PayPal rechazó el pago. No se ha cobrado nada. Elija otra forma de pago.',
  ],
})
