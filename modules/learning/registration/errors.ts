import { defineErrors } from '#platform/errors.ts'

export const registrationErrors = defineErrors({
  mustAgree: [422, 'MUST_AGREE', ["You must type 'I Agree'", 'Debe escribir “I Agree”']],
  tooManyDocuments: [
    409,
    'TOO_MANY_REGISTRATION_DOCUMENTS',
    [
      "You've reached the limit of {most} documents for your courses. Contact support.",
      'Ya llegó al límite de {most} documentos para sus cursos. Comuníquese con soporte.',
    ],
  ],
  timerLimited: [
    422,
    'TIMER_LIMITED',
    [
      'You started the timer for this question {most, plural, one {{most} time} other {{most} times}}. You can start it again in {hours, plural, one {{hours} hour} other {{hours} hours}}.',
      'Ya inició el tiempo de esta pregunta {most, plural, one {{most} vez} other {{most} veces}}. Podrá iniciarlo otra vez en {hours, plural, one {{hours} hora} other {{hours} horas}}.',
    ],
  ],
  nothingAffirmed: [
    422,
    'NOTHING_AFFIRMED',
    ["The student hasn't stated anything yet.", 'El estudiante todavía no ha declarado nada.'],
  ],
  unreportable: [422, 'REGISTRATION_UNREPORTABLE', ['{notice}', '{notice}']],
  noTimer: [422, 'TIMER_NOT_STARTED', ['Show the question first.', 'Primero muestre la pregunta.']],
})
