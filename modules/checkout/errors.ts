import { defineErrors } from '../../platform/errors.ts'

export const checkoutErrors = defineErrors({
  inCart: [409, 'ITEM_IN_CART', ['This item is already in your cart.', 'Este artículo ya está en su carrito.']],
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
  ageAbove: [
    422,
    'AGE_ABOVE',
    [
      'You must be above {age} years old to purchase this course.',
      'Debe tener más de {age} años para comprar este curso.',
    ],
  ],
  ageBelow: [
    422,
    'AGE_BELOW',
    [
      'You must be below {age} years old to purchase this course.',
      'Debe tener menos de {age} años para comprar este curso.',
    ],
  ],
  ageUnknown: [422, 'AGE_UNKNOWN', ['You do not meet the required age.', 'No cumple con la edad requerida.']],
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
  keyCodesGone: [
    410,
    'KEY_CODES_GONE',
    [
      'The codes of these keys were taken already, or more than a day has passed. Revoke the keys and make new ones.',
      'Los códigos de estas claves ya se descargaron o ha pasado más de un día. Revoque las claves y cree otras.',
    ],
  ],
})
