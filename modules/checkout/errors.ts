import { defineErrors } from '../../platform/errors.ts'
import { dateOfBirthTexts } from './cart/date-of-birth.texts.ts'

export const checkoutErrors = defineErrors({
  inCart: [409, 'ITEM_IN_CART', ['This item is already in your cart.', 'Este artículo ya está en su carrito.']],
  inBundle: [
    422,
    'ITEM_IN_BUNDLE',
    [
      'This course comes along with another one. Change or remove that one.',
      'Este curso viene con otro. Cambie o quite ese otro.',
    ],
  ],
  cartEmpty: [422, 'CART_EMPTY', ['Your cart is empty.', 'Su carrito está vacío.']],
  cartChanged: [
    409,
    'CART_CHANGED',
    [
      'Your cart has changed. Please check the new total and try again.',
      'Su carrito ha cambiado. Revise el nuevo total e inténtelo de nuevo.',
    ],
  ],
  paymentRunning: [
    409,
    'PAYMENT_RUNNING',
    [
      'A payment for this cart is being confirmed. Please wait a moment.',
      'Se está confirmando un pago de este carrito. Espere un momento.',
    ],
  ],
  promoMissing: [422, 'PROMO_MISSING', ['Please enter a promo code.', 'Introduzca un código promocional.']],
  promoInvalid: [422, 'PROMO_INVALID', ['Invalid Promo Code', 'Código promocional no válido']],
  promoUsed: [
    422,
    'PROMO_USED',
    ['This promo code has already been used.', 'Este código promocional ya se ha utilizado.'],
  ],
  promoTaken: [
    409,
    'PROMO_TAKEN',
    ['The code {code} exists already. Nothing was changed.', 'El código {code} ya existe. No se ha cambiado nada.'],
  ],
  promoUnknown: [
    422,
    'PROMO_UNKNOWN',
    ['Choose one of your own promo codes.', 'Elija uno de sus códigos promocionales.'],
  ],
  tooManyCodes: [
    429,
    'TOO_MANY_CODES',
    [
      'Too many wrong promo codes. Please try again in an hour.',
      'Demasiados códigos promocionales incorrectos. Inténtelo en una hora.',
    ],
  ],
  termsMissing: [
    422,
    'TERMS_MISSING',
    ['You must agree to the course disclaimers.', 'Debe aceptar las condiciones de los cursos.'],
  ],
  shippingInvalid: [
    422,
    'SHIPPING_INVALID',
    ['You must select a valid shipping method', 'Debe seleccionar un método de envío válido'],
  ],
  ageAbove: [422, 'AGE_ABOVE', dateOfBirthTexts.above],
  ageBelow: [422, 'AGE_BELOW', dateOfBirthTexts.below],
  ageUnknown: [422, 'AGE_UNKNOWN', dateOfBirthTexts.invalid],
  dobFuture: [422, 'DOB_FUTURE', dateOfBirthTexts.future],
  dobUnconfirmed: [422, 'DOB_UNCONFIRMED', ['Confirm Date of Birth', 'Confirme la fecha de nacimiento']],
  addressMissing: [422, 'ADDRESS_MISSING', ['Address is required.', 'La dirección es obligatoria.']],
  studentMissing: [
    422,
    'STUDENT_MISSING',
    [
      'You must Sign In or Register to complete the Check Out process',
      'Debe iniciar sesión o registrarse para completar la compra',
    ],
  ],
  cardMissing: [422, 'CARD_MISSING', ['Please enter your card.', 'Introduzca su tarjeta.']],
  cardUnknown: [
    404,
    'CARD_UNKNOWN',
    ['This saved card is not there any more. Please use another one.', 'Esta tarjeta guardada ya no existe. Use otra.'],
  ],
  methodNotOffered: [
    422,
    'METHOD_NOT_OFFERED',
    [
      'This way to pay is not offered here. Please choose another.',
      'Esta forma de pago no se ofrece aquí. Elija otra.',
    ],
  ],
  walletNotApproved: [
    409,
    'WALLET_NOT_APPROVED',
    [
      'The payment was not approved at PayPal. Nothing was charged. Please choose how to pay once more.',
      'El pago no se aprobó en PayPal. No se ha cobrado nada. Elija de nuevo cómo pagar.',
    ],
  ],
  tooManyCards: [
    422,
    'TOO_MANY_CARDS',
    ['Ten cards are kept already. Remove one first.', 'Ya hay diez tarjetas guardadas. Elimine una antes.'],
  ],
  cardNotSaved: [
    422,
    'CARD_NOT_SAVED',
    [
      'The card could not be saved. Please check it or use another card.',
      'No se pudo guardar la tarjeta. Revísela o use otra.',
    ],
  ],
  tooManyCardTries: [
    429,
    'TOO_MANY_CARD_TRIES',
    ['Too many cards within a day. Please try again tomorrow.', 'Demasiadas tarjetas en un día. Inténtelo mañana.'],
  ],
  orderClosed: [
    409,
    'ORDER_CLOSED',
    ['This order was cancelled. Nothing was charged.', 'Este pedido fue cancelado. No se ha cobrado nada.'],
  ],
  courseStopped: [
    409,
    'COURSE_STOPPED',
    [
      'A course of this order was stopped, so it cannot be paid now. Nothing was charged. Please contact support.',
      'Un curso de este pedido fue detenido y no se puede pagar ahora. No se ha cobrado nada. Contacte con soporte.',
    ],
  ],
  cardNumber: [
    400,
    'CARD_NUMBER',
    [
      'A card number must not be sent to this server. Nothing was kept and nothing was charged.',
      'No se debe enviar un número de tarjeta a este servidor. No se ha guardado ni cobrado nada.',
    ],
  ],
  declined: [
    422,
    'PAYMENT_DECLINED',
    [
      'The card was declined. Nothing was charged. Please check it or use another card.',
      'La tarjeta fue rechazada. No se ha cobrado nada. Revísela o use otra tarjeta.',
    ],
  ],
  failed: [
    422,
    'PAYMENT_FAILED',
    [
      'The payment could not be taken. Nothing was charged. Please try again.',
      'No se pudo realizar el pago. No se ha cobrado nada. Inténtelo de nuevo.',
    ],
  ],
  tooManyDeclines: [
    429,
    'TOO_MANY_DECLINES',
    [
      'Too many payments were declined. Please try again tomorrow or contact support.',
      'Se han rechazado demasiados pagos. Inténtelo mañana o contacte con soporte.',
    ],
  ],
  tooManyAtOnce: [
    429,
    'TOO_MANY_AT_ONCE',
    [
      'Other payments from your connection are being confirmed. Nothing was charged. Please try again in a moment.',
      'Se están confirmando otros pagos desde su conexión. No se ha cobrado nada. Inténtelo en un momento.',
    ],
  ],
  keyInvalid: [422, 'KEY_INVALID', ['Invalid key', 'Clave no válida']],
  keyCourseClosed: [
    422,
    'KEY_COURSE_CLOSED',
    [
      'The course of this key is not available at the moment. The key keeps its worth; please try again later.',
      'El curso de esta clave no está disponible en este momento. La clave conserva su valor; inténtelo más tarde.',
    ],
  ],
  tooManyKeys: [
    429,
    'TOO_MANY_KEYS',
    ['Too many wrong keys. Please try again in an hour.', 'Demasiadas claves incorrectas. Inténtelo en una hora.'],
  ],
  keyNotActive: [
    409,
    'KEY_NOT_ACTIVE',
    [
      'The key {code} is not active any more. Nothing was changed.',
      'La clave {code} ya no está activa. No se ha cambiado nada.',
    ],
  ],
  keyNotOffered: [
    422,
    'KEY_NOT_OFFERED',
    [
      'The organization does not offer the course of the key {code}. Add it to one of its websites first.',
      'La organización no ofrece el curso de la clave {code}. Añádalo antes a uno de sus sitios web.',
    ],
  ],
  courseNotOffered: [
    422,
    'COURSE_NOT_OFFERED',
    [
      'The organization does not offer this course. Add it to one of its websites first.',
      'La organización no ofrece este curso. Añádalo antes a uno de sus sitios web.',
    ],
  ],
  priceOutOfBounds: [
    422,
    'PRICE_OUT_OF_BOUNDS',
    ['The price must be within {range}.', 'El precio debe estar dentro de {range}.'],
  ],
  alreadyCharged: [
    409,
    'ALREADY_CHARGED',
    [
      'An open order of this student holds this already. Cancel it first, or wait for its payment.',
      'Un pedido abierto de este estudiante ya lo incluye. Cancélelo primero o espere su pago.',
    ],
  ],
  orderMixed: [
    422,
    'ORDER_MIXED',
    [
      'One order holds things of one organization only. Please write two orders.',
      'Un pedido solo contiene cosas de una organización. Haga dos pedidos.',
    ],
  ],
  orderPaid: [
    409,
    'ORDER_PAID',
    ['This order is paid already. It can be refunded.', 'Este pedido ya está pagado. Se puede reembolsar.'],
  ],
  notInvoiced: [
    422,
    'NOT_INVOICED',
    [
      'This organization is not invoiced for its students.',
      'A esta organización no se le factura por sus estudiantes.',
    ],
  ],
  nothingToRetake: [
    422,
    'NOTHING_TO_RETAKE',
    [
      'There is no failed attempt to pay a retake for, or it is paid already.',
      'No hay ningún intento reprobado que repetir, o la repetición ya está pagada.',
    ],
  ],
  nothingToReinstate: [
    422,
    'NOTHING_TO_REINSTATE',
    [
      'The course has not expired, or its reinstatement is paid already.',
      'El curso no ha vencido, o su reactivación ya está pagada.',
    ],
  ],
  chargeMissing: [
    422,
    'CHARGE_MISSING',
    ['Please enter an amount above zero.', 'Introduzca un importe mayor que cero.'],
  ],
  keyCodesGone: [
    410,
    'KEY_CODES_GONE',
    [
      'The codes of these keys were taken already, or more than a day has passed. Revoke the keys and make new ones.',
      'Los códigos de estas claves ya se descargaron o ha pasado más de un día. Revoque las claves y cree otras.',
    ],
  ],
  nothingToInvoice: [
    422,
    'NOTHING_TO_INVOICE',
    [
      'Nothing was sold or given back in this period that is not on an invoice already.',
      'En este periodo no se vendió ni se devolvió nada que no esté ya en una factura.',
    ],
  ],
  invoiceTooLong: [
    422,
    'INVOICE_TOO_LONG',
    [
      'An invoice holds at most {most} lines. Please choose a shorter period.',
      'Una factura contiene como máximo {most} líneas. Elija un periodo más corto.',
    ],
  ],
  settlesItself: [
    403,
    'SETTLES_ITSELF',
    [
      'The invoices of your own organization are made and settled by the organization above it.',
      'Las facturas de su propia organización las emite y liquida la organización superior.',
    ],
  ],
  invoicePaid: [
    409,
    'INVOICE_PAID',
    [
      'Something was paid on the invoice {number}, so it cannot be deleted.',
      'Se ha pagado parte de la factura {number}, así que no se puede eliminar.',
    ],
  ],
  invoiceClosed: [
    409,
    'INVOICE_CLOSED',
    ['Nothing is open on the invoice {number} any more.', 'En la factura {number} ya no queda nada pendiente.'],
  ],
  invoiceOverpaid: [
    422,
    'INVOICE_OVERPAID',
    ['Only {open} is open on this invoice.', 'En esta factura solo quedan pendientes {open}.'],
  ],
  refundNeedsAnother: [
    403,
    'REFUND_NEEDS_ANOTHER',
    [
      'Somebody else has to decide about this refund: you have asked for it, or one of your linked accounts has.',
      'Otra persona debe decidir sobre este reembolso: lo ha pedido usted o una de sus cuentas vinculadas.',
    ],
  ],
  refundNotYours: [
    403,
    'REFUND_NOT_YOURS',
    [
      'Only whoever has asked for this refund can take it back. You can decline it.',
      'Solo quien pidió este reembolso puede retirarlo. Usted puede rechazarlo.',
    ],
  ],
  refundDecidedBefore: [
    409,
    'REFUND_DECIDED',
    [
      'This request is not waiting any more. Please look at the payment.',
      'Esta solicitud ya no está pendiente. Consulte el pago.',
    ],
  ],
  refundAskerGone: [
    409,
    'REFUND_ASKER_GONE',
    [
      'Whoever has asked for this refund may not refund any more. Decline it, and ask for it anew if it is right.',
      'Quien pidió este reembolso ya no puede reembolsar. Rechácelo y pídalo de nuevo si procede.',
    ],
  ],
  refundDropped: [
    409,
    'REFUND_DROPPED',
    ['This request was not approved. Nothing was refunded.', 'Esta solicitud no se aprobó. No se ha reembolsado nada.'],
  ],
  settingFromAbove: [
    403,
    'SETTING_FROM_ABOVE',
    [
      'The organization above yours is stricter here. Nothing was saved.',
      'La organización superior es más estricta en esto. No se ha guardado nada.',
    ],
  ],
  notHeld: [
    409,
    'NOT_HELD',
    ['This payment is not held any more: it was decided already.', 'Este pago ya no está retenido: ya se decidió.'],
  ],
  heldElsewhere: [
    422,
    'HELD_ELSEWHERE',
    ['PayPal decides about this payment itself.', 'PayPal decide por sí mismo sobre este pago.'],
  ],
  heldRefused: [
    422,
    'HELD_REFUSED',
    [
      'The gateway did not take the decision. Nothing was changed. It said: {reason}',
      'La pasarela no aceptó la decisión. No se ha cambiado nada. Dijo: {reason}',
    ],
  ],
  refundOver: [
    409,
    'REFUND_OVER',
    [
      'There is nothing left of this payment to refund or void.',
      'De este pago no queda nada que reembolsar ni anular.',
    ],
  ],
  refundRunning: [
    409,
    'REFUND_RUNNING',
    [
      'A refund of this payment is being confirmed. Please wait a moment.',
      'Se está confirmando un reembolso de este pago. Espere un momento.',
    ],
  ],
  refundChanged: [
    409,
    'REFUND_CHANGED',
    [
      'The payment has changed meanwhile. Please check what is left of it and try again.',
      'El pago ha cambiado entretanto. Revise lo que queda de él e inténtelo de nuevo.',
    ],
  ],
  refundAmount: [
    422,
    'REFUND_AMOUNT',
    [
      'The amount must be above 0 and no more than what is left of the payment.',
      'El importe debe ser mayor que 0 y no superar lo que queda del pago.',
    ],
  ],
  refundLines: [
    422,
    'REFUND_LINES',
    [
      'The amounts of the items must add up to the refund, and none may be more than what is left of its item.',
      'Los importes de los artículos deben sumar el reembolso, y ninguno puede superar lo que queda de su artículo.',
    ],
  ],
  refundNotSettled: [
    409,
    'REFUND_NOT_SETTLED',
    [
      'Error during refund process. The bank has not settled this payment yet: a part of it can be refunded after settlement, usually on the next day, or it can be voided whole now.',
      'Error durante el reembolso. El banco aún no ha liquidado este pago: una parte se puede reembolsar tras la liquidación, normalmente al día siguiente, o se puede anular entero ahora.',
    ],
  ],
  refundRefused: [
    422,
    'REFUND_REFUSED',
    [
      'Error during refund process. Nothing was refunded. The gateway said: {reason}',
      'Error durante el reembolso. No se ha reembolsado nada. La pasarela dijo: {reason}',
    ],
  ],
  voidSettled: [
    409,
    'VOID_SETTLED',
    [
      'Void failed. The bank has settled this payment already: refund it instead.',
      'No se pudo anular. El banco ya ha liquidado este pago: reembólselo.',
    ],
  ],
  voidRefused: [
    422,
    'VOID_REFUSED',
    [
      'Void failed. Nothing was changed. The gateway said: {reason}',
      'No se pudo anular. No se ha cambiado nada. La pasarela dijo: {reason}',
    ],
  ],
})
