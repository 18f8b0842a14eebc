import { defineErrors } from '#platform/errors.ts'

export const learningErrors = defineErrors({
  statusRefused: [
    409,
    'STATUS_REFUSED',
    ["The course can't change to that status right now.", 'El curso no puede cambiar a ese estado en este momento.'],
  ],
  ownWork: [
    403,
    'OWN_WORK',
    ["You can't make decisions about your own course.", 'No puede tomar decisiones sobre su propio curso.'],
  ],
  nothingToAdvance: [
    409,
    'NOTHING_TO_ADVANCE',
    [
      'The student has already completed everything before this part.',
      'El estudiante ya completó todo lo que está antes de esta parte.',
    ],
  ],
  examNotAdvanced: [
    422,
    'EXAM_NOT_ADVANCED',
    [
      'Students must take the final exam. You can move the student to it, but not past it.',
      'El estudiante debe presentar el examen final. Puede llevarlo hasta el examen, pero no más allá.',
    ],
  ],
  dailyMaximum: [
    422,
    'DAILY_MAXIMUM',
    [
      "You've spent {minutes, plural, one {{minutes} minute} other {{minutes} minutes}} in this course today. That's the most this program allows in a day. Continue tomorrow. ({source})",
      'Hoy dedicó {minutes, plural, one {{minutes} minuto} other {{minutes} minutos}} a este curso. Es el máximo por día que permite este programa. Continúe mañana. ({source})',
    ],
  ],
  notEligible: [422, 'NOT_ELIGIBLE', ['{reason}', '{reason}']],
  ageUnknown: [
    422,
    'AGE_UNKNOWN',
    [
      'Enter your date of birth in your account first. This course has an age requirement.',
      'Primero escriba su fecha de nacimiento en su cuenta. Este curso es para personas de cierta edad.',
    ],
  ],
  tooYoung: [
    422,
    'TOO_YOUNG',
    [
      'You must be {age} or older to take this course. Contact support for help.',
      'Debe tener {age} años o más para tomar este curso. Comuníquese con soporte.',
    ],
  ],
  tooOld: [
    422,
    'TOO_OLD',
    [
      'You must be younger than {age} to take this course. Contact support for help.',
      'Debe ser menor de {age} años para tomar este curso. Comuníquese con soporte.',
    ],
  ],
  activeElsewhere: [
    409,
    'ACTIVE_ELSEWHERE',
    [
      'Your course is open in another window or device.',
      'Su curso está abierto en otra ventana o en otro dispositivo.',
    ],
  ],
  requirementsMissing: [
    422,
    'REQUIREMENTS_MISSING',
    [
      "You can't continue yet. Finish what this page requires first.",
      'Todavía no puede continuar. Primero complete lo que pide esta página.',
    ],
  ],
  notReinstatable: [
    422,
    'NOT_REINSTATABLE',
    [
      "This course can't be reinstated. Contact support and we'll help.",
      'Este curso no se puede reactivar. Comuníquese con soporte y le ayudaremos.',
    ],
  ],
  reinstatementUnpaid: [
    422,
    'REINSTATEMENT_UNPAID',
    ['Pay for the reinstatement first.', 'Primero pague la reactivación.'],
  ],
  notExtendable: [
    422,
    'NOT_EXTENDABLE',
    [
      "You can't extend this course. It is complete, unpaid or canceled.",
      'No puede ampliar el plazo de este curso. El curso está terminado, sin pagar o cancelado.',
    ],
  ],
  noEnd: [
    422,
    'NO_END',
    [
      "This course has no end date, so you don't need to extend it.",
      'Este curso no tiene fecha límite, así que no hace falta ampliar el plazo.',
    ],
  ],
  extendedTooFar: [
    422,
    'EXTENDED_TOO_FAR',
    [
      'You can extend this course to {date} at the latest. Enter fewer days.',
      'Puede ampliar el plazo de este curso hasta el {date} como máximo. Escriba menos días.',
    ],
  ],
  agencyDeadline: [
    422,
    'AGENCY_DEADLINE',
    [
      "You can't extend this course past {date}. This agency doesn't accept a later completion: {agency}.",
      'No puede ampliar el plazo de este curso más allá del {date}. Esta agencia no acepta que se termine después: {agency}.',
    ],
  ],
  noReview: [
    422,
    'NO_REVIEW',
    ["You can't review this course right now.", 'No puede escribir una reseña de este curso en este momento.'],
  ],
  shippingInvalid: [
    422,
    'SHIPPING_INVALID',
    ['You must select a valid shipping method', 'Debe elegir un método de envío válido'],
  ],
  deliveryFixed: [
    409,
    'DELIVERY_FIXED',
    [
      "You can't change how this certificate is delivered anymore. Contact support and we'll help.",
      'Ya no se puede cambiar la entrega de este certificado. Comuníquese con soporte y le ayudaremos.',
    ],
  ],
  notFixed: [422, 'NOT_FIXED', ['Fix everything in the list first.', 'Primero corrija todo lo que está en la lista.']],
  cannotEnter: [422, 'CANNOT_ENTER', ['Cannot Enter Course', 'No se puede entrar al curso']],
  cannotComplete: [422, 'CANNOT_COMPLETE', ['Cannot Complete Course', 'No se puede completar el curso']],
  registrationIncomplete: [
    422,
    'REG_INC',
    [
      'There is a problem with one or more of your registration questions.',
      'Hay un problema con una o más de sus preguntas de registro.',
    ],
  ],
  registrationInvalid: [
    422,
    'REG_INV',
    ['One or more answer you provided is invalid', 'Una o más de sus respuestas no son válidas'],
  ],
})
