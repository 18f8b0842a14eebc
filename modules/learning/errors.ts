import { defineErrors } from '../../platform/errors.ts'

export const learningErrors = defineErrors({
  statusRefused: [
    409,
    'STATUS_REFUSED',
    ['The course cannot change to that status now.', 'El curso no puede cambiar a ese estado ahora.'],
  ],
  activeElsewhere: [
    409,
    'ACTIVE_ELSEWHERE',
    [
      'Your course is open in another window or on another device.',
      'Su curso está abierto en otra ventana o en otro dispositivo.',
    ],
  ],
  requirementsMissing: [422, 'REQUIREMENTS_MISSING', ['You cannot move on yet.', 'Todavía no puede continuar.']],
  notReinstatable: [
    422,
    'NOT_REINSTATABLE',
    [
      'This course cannot be reinstated. Please contact support.',
      'Este curso no se puede reactivar. Comuníquese con soporte.',
    ],
  ],
  reinstatementUnpaid: [
    422,
    'REINSTATEMENT_UNPAID',
    ['Please pay for the reinstatement first.', 'Pague primero la reactivación.'],
  ],
  cannotEnter: [422, 'CANNOT_ENTER', ['Cannot Enter Course', 'No se puede entrar al curso']],
  cannotComplete: [422, 'CANNOT_COMPLETE', ['Cannot Complete Course', 'No se puede completar el curso']],
  registrationIncomplete: [
    422,
    'REG_INC',
    [
      'There is a problem with one or more of your registration questions.',
      'Hay un problema con una o más de sus preguntas de inscripción.',
    ],
  ],
  registrationInvalid: [
    422,
    'REG_INV',
    ['One or more answer you provided is invalid', 'Una o más de sus respuestas no son válidas'],
  ],
})
