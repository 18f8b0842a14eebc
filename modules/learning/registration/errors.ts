import { defineErrors } from '../../../platform/errors.ts'

export const registrationErrors = defineErrors({
  mustAgree: [422, 'MUST_AGREE', ["You must type 'I Agree'", 'Debe escribir “I Agree”']],
  tooManyDocuments: [
    409,
    'TOO_MANY_REGISTRATION_DOCUMENTS',
    [
      "You've uploaded {most} documents for your courses, and that is the limit. Contact support.",
      'Ya subió {most} documentos para sus cursos, que es el límite. Comuníquese con soporte.',
    ],
  ],
  noTimer: [422, 'TIMER_NOT_STARTED', ['Show the question first.', 'Primero muestre la pregunta.']],
})
