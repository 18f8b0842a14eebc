import { defineErrors } from '#platform/errors.ts'

export const verificationErrors = defineErrors({
  noVerification: [409, 'NO_VERIFICATION', ['Failed to load verification', 'No se pudo cargar la verificación']],
  setupIncomplete: [
    422,
    'SETUP_INCOMPLETE',
    ['Finish every part of the setup first.', 'Primero complete todas las partes de la configuración.'],
  ],
  setupClosed: [
    409,
    'SETUP_CLOSED',
    [
      'Your setup is complete. Contact support if you need to change it.',
      'Su configuración está completa. Si necesita cambiarla, comuníquese con soporte.',
    ],
  ],
  chooseQuestions: [
    422,
    'CHOOSE_QUESTIONS',
    [
      'Answer exactly {count, plural, one {{count} question} other {{count} questions}}.',
      'Responda exactamente {count, plural, one {{count} pregunta} other {{count} preguntas}}.',
    ],
  ],
  cannotUnlock: [
    422,
    'CANNOT_UNLOCK',
    [
      "You can't unlock this course yourself. Call us and we'll help.",
      'No puede desbloquear este curso por su cuenta. Llámenos y le ayudaremos.',
    ],
  ],
  codeTooSoon: [
    429,
    'CODE_TOO_SOON',
    ['Wait half a minute before you send another code.', 'Espere medio minuto antes de enviar otro código.'],
  ],
  tooManyCodes: [
    429,
    'TOO_MANY_CODES',
    [
      "You've asked for too many codes. Try again later, or contact support and we'll help.",
      'Pidió demasiados códigos. Inténtelo de nuevo más tarde o comuníquese con soporte y le ayudaremos.',
    ],
  ],
  codeNotSent: [
    409,
    'CODE_NOT_SENT',
    ['This code is no longer valid. Send a new one.', 'Este código ya no es válido. Envíe uno nuevo.'],
  ],
  typeAgain: [
    422,
    'TYPE_AGAIN',
    [
      "What you typed isn't the text shown. Type it again.",
      'Lo que escribió no es el texto mostrado. Escríbalo de nuevo.',
    ],
  ],
  typingUnavailable: [
    422,
    'TYPING_UNAVAILABLE',
    [
      "We couldn't measure your typing on this device. Use a computer with a keyboard, or use other checks.",
      'No pudimos medir su forma de teclear aquí. Use una computadora con teclado o use otras verificaciones.',
    ],
  ],
  typingNotOwn: [
    422,
    'TYPING_NOT_OWN',
    [
      "We couldn't use this sample. Type the text yourself, without pasting it.",
      'No pudimos usar esta muestra. Escriba usted el texto, sin pegarlo.',
    ],
  ],
  deviceAgain: [
    409,
    'DEVICE_AGAIN',
    [
      'Too much time has passed, or your device already responded. Confirm with your device again.',
      'Pasó demasiado tiempo o su dispositivo ya respondió. Vuelva a usar su dispositivo.',
    ],
  ],
  deviceRefused: [
    422,
    'DEVICE_REFUSED',
    [
      "We couldn't use this device. Turn on its screen lock and try again, or use other checks.",
      'No pudimos usar este dispositivo. Active el bloqueo de pantalla e inténtelo de nuevo, o use otras verificaciones.',
    ],
  ],
  appealOpen: [
    409,
    'APPEAL_OPEN',
    [
      "You've already sent an appeal. We'll answer it by email.",
      'Ya envió una apelación. Le responderemos por correo electrónico.',
    ],
  ],
  noAppeal: [422, 'NO_APPEAL', ["This course doesn't need an appeal.", 'Este curso no necesita una apelación.']],
})
