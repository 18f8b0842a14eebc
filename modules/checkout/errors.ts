import { defineErrors } from '#platform/errors.ts'
import { dateOfBirthTexts } from './date-of-birth.texts.ts'

export const checkoutErrors = defineErrors({
  inCart: [409, 'ITEM_IN_CART', ['This item is already in your cart.', 'Este artículo ya está en su carrito.']],
  inBundle: [
    422,
    'ITEM_IN_BUNDLE',
    [
      'This course is included with another one. Change or remove the other course.',
      'Este curso está incluido con otro. Cambie o quite el otro curso.',
    ],
  ],
  cartEmpty: [422, 'CART_EMPTY', ['Your cart is empty.', 'Su carrito está vacío.']],
  cartChanged: [
    409,
    'CART_CHANGED',
    [
      'Your cart has changed. Check the new total and try again.',
      'Su carrito ha cambiado. Revise el nuevo total e inténtelo de nuevo.',
    ],
  ],
  paymentRunning: [
    409,
    'PAYMENT_RUNNING',
    [
      "We're confirming a payment for this cart. Wait a moment and try again.",
      'Estamos confirmando un pago de este carrito. Espere un momento y vuelva a intentarlo.',
    ],
  ],
  promoMissing: [422, 'PROMO_MISSING', ['Please enter a promo code.', 'Escriba un código promocional.']],
  promoInvalid: [422, 'PROMO_INVALID', ['Invalid Promo Code', 'El código promocional no es válido']],
  promoUsed: [422, 'PROMO_USED', ['This promo code has already been used.', 'Este código promocional ya se usó.']],
  promoApplied: [
    409,
    'PROMO_APPLIED',
    [
      'Your promo code {code} was applied, and you were not charged yet. Your new total is {total}. Press the button again to pay it.',
      'Se aplicó su código promocional {code} y todavía no se le cobró. Su nuevo total es {total}. Vuelva a presionar el botón para pagarlo.',
    ],
  ],
  promoTaken: [
    409,
    'PROMO_TAKEN',
    ['The code {code} already exists. Nothing was changed.', 'El código {code} ya existe. No se cambió nada.'],
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
      'You entered too many wrong promo codes. Try again in an hour.',
      'Escribió demasiados códigos promocionales incorrectos. Vuelva a intentarlo en una hora.',
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
    ['You must select a valid shipping method', 'Debe elegir un método de envío válido'],
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
  cardMissing: [422, 'CARD_MISSING', ['Enter your card details.', 'Escriba los datos de su tarjeta.']],
  cardUnknown: [
    404,
    'CARD_UNKNOWN',
    [
      'This saved card is no longer available. Use another card.',
      'Esta tarjeta guardada ya no está disponible. Use otra tarjeta.',
    ],
  ],
  methodNotOffered: [
    422,
    'METHOD_NOT_OFFERED',
    [
      "This payment method isn't available here. Choose another one.",
      'Este método de pago no está disponible aquí. Elija otro.',
    ],
  ],
  walletNotApproved: [
    409,
    'WALLET_NOT_APPROVED',
    [
      "The payment wasn't approved at PayPal. You were not charged. Choose a payment method again.",
      'PayPal no aprobó el pago. No se le cobró nada. Elija de nuevo un método de pago.',
    ],
  ],
  tooManyCards: [
    422,
    'TOO_MANY_CARDS',
    [
      'You already have ten saved cards. Remove one before you add another.',
      'Ya tiene diez tarjetas guardadas. Quite una antes de agregar otra.',
    ],
  ],
  cardNotSaved: [
    422,
    'CARD_NOT_SAVED',
    [
      "We couldn't save the card. Check the details or use another card.",
      'No pudimos guardar la tarjeta. Revise los datos o use otra tarjeta.',
    ],
  ],
  notOnInvoice: [
    422,
    'NOT_ON_INVOICE',
    [
      'The student or someone else paid for this order. Refund or void the payment instead.',
      'El estudiante u otra persona pagó este pedido. En su lugar, reembolse o anule el pago.',
    ],
  ],
  alreadyOnInvoice: [
    409,
    'ON_INVOICE_ALREADY',
    [
      'This enrollment is on invoice {number}. Delete that invoice first, then undo the enrollment.',
      'Esta inscripción está en la factura {number}. Primero elimine esa factura y después deshaga la inscripción.',
    ],
  ],
  courseCompleted: [
    409,
    'COURSE_COMPLETED',
    [
      "The student has completed this course, so it wasn't removed.",
      'El estudiante ya terminó este curso, por lo que se conserva.',
    ],
  ],
  courseStarted: [
    409,
    'COURSE_BEGUN',
    [
      "The student has started this course, so it wasn't removed.",
      'El estudiante ya comenzó este curso, por lo que se conserva.',
    ],
  ],
  billingNotSaved: [
    503,
    'BILLING_NOT_SAVED',
    [
      "Our payment provider didn't respond. Nothing was changed. Try again in a few minutes.",
      'Nuestro proveedor de pagos no respondió. No se cambió nada. Inténtelo de nuevo en unos minutos.',
    ],
  ],
  billingMethodUnknown: [
    404,
    'BILLING_METHOD_UNKNOWN',
    [
      'This billing method is no longer available. Reload the page.',
      'Este método de pago ya no está disponible. Vuelva a cargar la página.',
    ],
  ],
  tooManyCardTries: [
    429,
    'TOO_MANY_CARD_TRIES',
    [
      'You added too many cards in one day. Try again tomorrow.',
      'Agregó demasiadas tarjetas en un solo día. Vuelva a intentarlo mañana.',
    ],
  ],
  orderClosed: [
    409,
    'ORDER_CLOSED',
    ['This order was canceled. You were not charged.', 'Se canceló este pedido. No se le cobró nada.'],
  ],
  courseStopped: [
    409,
    'COURSE_STOPPED',
    [
      "A course in this order was stopped, so the order can't be paid now. You were not charged. Contact support.",
      'Se detuvo un curso de este pedido, así que el pedido no se puede pagar ahora. No se le cobró nada. Comuníquese con soporte.',
    ],
  ],
  cardNumber: [
    400,
    'CARD_NUMBER',
    [
      'Card numbers must not be sent to this server. Nothing was saved, and you were not charged.',
      'Los números de tarjeta no se deben enviar a este servidor. No se guardó ni se cobró nada.',
    ],
  ],
  declined: [
    422,
    'PAYMENT_DECLINED',
    [
      'Your card was declined. You were not charged. Check the details or use another card.',
      'Su tarjeta fue rechazada. No se le cobró nada. Revise los datos o use otra tarjeta.',
    ],
  ],
  failed: [
    422,
    'PAYMENT_FAILED',
    [
      "Your payment didn't go through. You were not charged. Try again.",
      'No se pudo procesar su pago. No se le cobró nada. Inténtelo de nuevo.',
    ],
  ],
  tooManyDeclines: [
    429,
    'TOO_MANY_DECLINES',
    [
      'Too many payments were declined. Try again tomorrow or contact support.',
      'Se rechazaron demasiados pagos. Vuelva a intentarlo mañana o comuníquese con soporte.',
    ],
  ],
  tooManyAtOnce: [
    429,
    'TOO_MANY_AT_ONCE',
    [
      "We're confirming other payments from your connection. You were not charged. Try again in a moment.",
      'Estamos confirmando otros pagos hechos desde su conexión. No se le cobró nada. Vuelva a intentarlo en un momento.',
    ],
  ],
  keyInvalid: [422, 'KEY_INVALID', ['Invalid key', 'La clave no es válida']],
  keyCourseClosed: [
    422,
    'KEY_COURSE_CLOSED',
    [
      "The course for this key isn't available right now. Your key is still good. Try again later.",
      'El curso de esta clave no está disponible en este momento. Su clave sigue siendo válida. Vuelva a intentarlo más tarde.',
    ],
  ],
  tooManyKeys: [
    429,
    'TOO_MANY_KEYS',
    [
      'You entered too many wrong keys. Try again in an hour.',
      'Escribió demasiadas claves incorrectas. Vuelva a intentarlo en una hora.',
    ],
  ],
  keyNotActive: [
    409,
    'KEY_NOT_ACTIVE',
    [
      'The key {code} is no longer active. Nothing was changed.',
      'La clave {code} ya no está activa. No se cambió nada.',
    ],
  ],
  keyNotOffered: [
    422,
    'KEY_NOT_OFFERED',
    [
      "The organization doesn't offer the course for the key {code}. Add the course to one of its websites first.",
      'La organización no ofrece el curso de la clave {code}. Primero agregue el curso a uno de sus sitios web.',
    ],
  ],
  courseNotOffered: [
    422,
    'COURSE_NOT_OFFERED',
    [
      "The organization doesn't offer this course. Add the course to one of its websites first.",
      'La organización no ofrece este curso. Primero agréguelo a uno de sus sitios web.',
    ],
  ],
  priceOutOfBounds: [
    422,
    'PRICE_OUT_OF_BOUNDS',
    ['The price must be in this range: {range}.', 'El precio debe estar en este rango: {range}.'],
  ],
  alreadyCharged: [
    409,
    'ALREADY_CHARGED',
    [
      "This is already in one of the student's open orders. Cancel that order, or wait until it's paid.",
      'Esto ya está en un pedido abierto del estudiante. Cancele ese pedido o espere a que se pague.',
    ],
  ],
  alreadyEnrolled: [
    409,
    'TAKES_ALREADY',
    [
      "The student already has this course and hasn't finished it. Nothing was charged.",
      'El estudiante ya tiene este curso y todavía no lo ha terminado. No se cobró nada.',
    ],
  ],
  ownOrder: [
    403,
    'OWN_ORDER',
    [
      "You can't charge or enroll your own linked account. Ask another person to do it, or buy the course there yourself.",
      'No puede cobrarle ni inscribir a su propia cuenta vinculada. Pídaselo a otra persona o compre usted el curso allí.',
    ],
  ],
  ownKey: [
    403,
    'OWN_KEY',
    [
      "You can't redeem a key that you created with a linked account. Ask another person for a key, or buy the course.",
      'No puede canjear una clave que creó con una cuenta vinculada. Pídale una clave a otra persona o compre el curso.',
    ],
  ],
  mixedOrganizations: [
    422,
    'ORDER_MIXED',
    [
      'An order can only include items from one organization. Create a separate order for each organization.',
      'Un pedido solo puede incluir artículos de una organización. Cree un pedido para cada organización.',
    ],
  ],
  orderPaid: [
    409,
    'ORDER_PAID',
    ['This order is already paid. You can refund it.', 'Este pedido ya está pagado. Puede reembolsarlo.'],
  ],
  notInvoiced: [
    422,
    'NOT_INVOICED',
    [
      "We don't invoice this organization for its students. Let the students pay, or choose an organization that we invoice.",
      'A esta organización no le facturamos los cursos de sus estudiantes. Deje que paguen ellos o elija una organización a la que facturemos.',
    ],
  ],
  nothingToRetake: [
    422,
    'NOTHING_TO_RETAKE',
    [
      'There is no retake to pay for. The student has no failed attempt, or the retake is already paid.',
      'No hay ninguna repetición por pagar. El estudiante no tiene intentos reprobados o la repetición ya está pagada.',
    ],
  ],
  nothingToReinstate: [
    422,
    'NOTHING_TO_REINSTATE',
    [
      "There is no reinstatement to pay for. The course hasn't expired, or the reinstatement is already paid.",
      'No hay ninguna reactivación por pagar. El curso no ha vencido o la reactivación ya está pagada.',
    ],
  ],
  chargeMissing: [422, 'CHARGE_MISSING', ['Enter an amount above zero.', 'Escriba un importe mayor que cero.']],
  keyCodesGone: [
    410,
    'KEY_CODES_GONE',
    [
      'These codes are no longer available. They were downloaded, or more than a day has passed. Revoke the keys and create new ones.',
      'Estos códigos ya no están disponibles. Se descargaron o pasó más de un día. Revoque las claves y cree otras.',
    ],
  ],
  nothingToInvoice: [
    422,
    'NOTHING_TO_INVOICE',
    [
      'There is nothing to invoice. Every sale and refund in this period is already on an invoice.',
      'No hay nada que facturar. Todas las ventas y los reembolsos de este período ya están en una factura.',
    ],
  ],
  invoiceTooLong: [
    422,
    'INVOICE_TOO_LONG',
    [
      'An invoice can have up to {most} lines. Choose a shorter period.',
      'Una factura puede tener hasta {most} líneas. Elija un período más corto.',
    ],
  ],
  parentSettlesInvoices: [
    403,
    'SETTLES_ITSELF',
    [
      "The parent organization creates and settles your organization's invoices.",
      'La organización superior emite y liquida las facturas de su organización.',
    ],
  ],
  invoicePaid: [
    409,
    'INVOICE_PAID',
    [
      "Invoice {number} can't be deleted because it has a payment.",
      'La factura {number} no se puede eliminar porque tiene un pago.',
    ],
  ],
  invoiceClosed: [
    409,
    'INVOICE_CLOSED',
    ['Invoice {number} has no balance left to pay.', 'La factura {number} ya no tiene saldo pendiente.'],
  ],
  invoiceOverpaid: [
    422,
    'INVOICE_OVERPAID',
    ['The balance on this invoice is only {open}.', 'El saldo pendiente de esta factura es de solo {open}.'],
  ],
  refundNeedsOtherReviewer: [
    403,
    'REFUND_NEEDS_ANOTHER',
    [
      'Another person must review this refund because you or one of your linked accounts requested it or will receive it.',
      'Otra persona debe revisar este reembolso porque usted o una de sus cuentas vinculadas lo solicitó o lo recibirá.',
    ],
  ],
  refundNotYours: [
    403,
    'REFUND_NOT_YOURS',
    [
      'Only the person who requested this refund can withdraw it. You can decline it.',
      'Solo la persona que solicitó este reembolso puede retirarlo. Usted puede rechazarlo.',
    ],
  ],
  refundAlreadyDecided: [
    409,
    'REFUND_DECIDED',
    [
      'This request is no longer waiting for review. Check the payment to see what happened.',
      'Esta solicitud ya no está pendiente de revisión. Consulte el pago para ver qué pasó.',
    ],
  ],
  refundRequesterLostPermission: [
    409,
    'REFUND_ASKER_GONE',
    [
      "The person who requested this refund no longer has permission to refund. Decline it, and request it again if it's still needed.",
      'La persona que solicitó este reembolso ya no tiene permiso para reembolsar. Rechácelo y vuelva a solicitarlo si todavía hace falta.',
    ],
  ],
  refundDropped: [
    409,
    'REFUND_DROPPED',
    ['This request was not approved. Nothing was refunded.', 'Esta solicitud no se aprobó. No se reembolsó nada.'],
  ],
  parentSettingStricter: [
    403,
    'SETTING_FROM_ABOVE',
    [
      'The parent organization has a stricter setting. Nothing was saved.',
      'La organización superior tiene una configuración más estricta. No se guardó nada.',
    ],
  ],
  notHeld: [
    409,
    'NOT_HELD',
    [
      'This payment is no longer held. It was already approved or declined.',
      'Este pago ya no está retenido. Ya se aprobó o se rechazó.',
    ],
  ],
  heldElsewhere: [
    422,
    'HELD_ELSEWHERE',
    [
      "PayPal reviews this payment itself. You can't approve or decline it here.",
      'PayPal revisa este pago por su cuenta. Aquí no se puede aprobar ni rechazar.',
    ],
  ],
  heldRefused: [
    422,
    'HELD_REFUSED',
    [
      "The gateway didn't accept this. Nothing was changed. The gateway said: {reason}",
      'La pasarela no lo aceptó. No se cambió nada. La pasarela respondió: {reason}',
    ],
  ],
  nothingToRefund: [
    409,
    'REFUND_OVER',
    [
      'There is nothing left to refund or void on this payment.',
      'En este pago no queda nada que reembolsar ni anular.',
    ],
  ],
  legalChanged: [
    409,
    'LEGAL_CHANGED',
    [
      'The terms or the privacy policy changed while you were here. You were not charged. Read them, then pay again.',
      'Los términos o la política de privacidad cambiaron mientras estaba aquí. No se le cobró nada. Léalos y vuelva a pagar.',
    ],
  ],
  chargebackAmount: [
    422,
    'CHARGEBACK_AMOUNT',
    [
      'The amount must be above 0 and no more than the amount paid.',
      'El importe debe ser mayor que 0 y no superar el pago.',
    ],
  ],
  organizationPaysByInvoice: [
    409,
    'STUDENTS_BILLED',
    [
      'This organization pays by invoice, so nothing was sent. Mark the upload as paid, or choose to bill each student.',
      'Esta organización paga por factura, así que no se envió nada. Marque la carga como pagada o elija cobrarle a cada estudiante.',
    ],
  ],
  notMailed: [
    422,
    'NOT_MAILED',
    [
      'This certificate is emailed, not mailed, so it has no tracking number.',
      'Este certificado se envía por correo electrónico y no por correo postal, así que no tiene número de seguimiento.',
    ],
  ],
  chargebacksExceedPayment: [
    422,
    'CHARGEBACK_BEYOND',
    [
      'Together with the other open or lost cases of this payment, this is more than was paid. Check the case number and the amount.',
      'Junto con los otros casos abiertos o perdidos de este pago, esto supera lo pagado. Revise el número de caso y el importe.',
    ],
  ],
  nothingToChargeBack: [
    409,
    'CHARGEBACK_OF_NOTHING',
    [
      "No money was charged for this payment, so it can't be charged back. Check the transaction.",
      'Con este pago no se cobró dinero, así que no puede tener un contracargo. Revise la transacción.',
    ],
  ],
  chargebackDecided: [
    409,
    'CHARGEBACK_DECIDED',
    [
      'Someone else changed this case. Check its current status, then choose again.',
      'Otra persona cambió este caso. Revise cómo está ahora y elija de nuevo.',
    ],
  ],
  chargebackWon: [
    409,
    'CHARGEBACK_WON',
    [
      'You already won this case. If the bank opened another case, record it with its own number.',
      'Este caso ya está ganado. Si el banco abrió otro caso, regístrelo con su propio número.',
    ],
  ],
  refundChargedBack: [
    409,
    'REFUND_CHARGED_BACK',
    [
      "The buyer's bank has taken this payment back. You can refund it only if you win the case.",
      'El banco del comprador retiró este pago. Solo puede reembolsarlo si gana el caso.',
    ],
  ],
  refundRunning: [
    409,
    'REFUND_RUNNING',
    [
      'A refund of this payment is being confirmed. Wait a moment and try again.',
      'Se está confirmando un reembolso de este pago. Espere un momento y vuelva a intentarlo.',
    ],
  ],
  refundChanged: [
    409,
    'REFUND_CHANGED',
    [
      'This payment has changed. Check what is left to refund and try again.',
      'Este pago cambió. Revise lo que queda por reembolsar e inténtelo de nuevo.',
    ],
  ],
  refundAmount: [
    422,
    'REFUND_AMOUNT',
    [
      'The amount must be above 0 and no more than what is left to refund.',
      'El importe debe ser mayor que 0 y no superar lo que queda por reembolsar.',
    ],
  ],
  refundLines: [
    422,
    'REFUND_LINES',
    [
      'The item amounts must add up to the refund. No amount can be more than what is left on its item.',
      'Los importes de los artículos deben sumar el total del reembolso. Ninguno puede superar lo que queda de su artículo.',
    ],
  ],
  refundFull: [
    422,
    'REFUND_FULL',
    [
      'The student gets back the whole price of “{name}” until {until}. Refund the full amount. ({source})',
      'Hasta {until}, el estudiante recibe el precio completo de “{name}”. Reembolse el importe total. ({source})',
    ],
  ],
  refundNotSettled: [
    409,
    'REFUND_NOT_SETTLED',
    [
      "Error during refund process. The bank hasn't settled this payment yet. You can void all of it now, or refund part of it after settlement, usually the next day.",
      'Hubo un error durante el reembolso. El banco todavía no ha liquidado este pago. Puede anularlo por completo ahora o reembolsar una parte después de la liquidación, normalmente al día siguiente.',
    ],
  ],
  refundRefused: [
    422,
    'REFUND_REFUSED',
    [
      'Error during refund process. Nothing was refunded. The gateway said: {reason}',
      'Hubo un error durante el reembolso. No se reembolsó nada. La pasarela respondió: {reason}',
    ],
  ],
  voidSettled: [
    409,
    'VOID_SETTLED',
    [
      'Void failed. The bank has already settled this payment. Refund it instead.',
      'No se pudo anular. El banco ya liquidó este pago. En su lugar, reembólselo.',
    ],
  ],
  voidBecameRefund: [
    409,
    'VOID_BECAME_REFUND',
    [
      'The bank has settled this payment, so it can no longer be voided. The request is now a refund of the same amount. Nothing was returned yet. Approve it again to refund it.',
      'El banco ya liquidó este pago y no se puede anular. La solicitud es ahora un reembolso del mismo importe. Todavía no se devolvió nada. Apruébela otra vez para reembolsarlo.',
    ],
  ],
  voidRefused: [
    422,
    'VOID_REFUSED',
    [
      'Void failed. Nothing was changed. The gateway said: {reason}',
      'No se pudo anular. No se cambió nada. La pasarela respondió: {reason}',
    ],
  ],
})
