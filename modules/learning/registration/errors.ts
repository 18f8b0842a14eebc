import { defineErrors } from '../../../platform/errors.ts'

export const registrationErrors = defineErrors({
  mustAgree: [422, 'MUST_AGREE', ["You must type 'I Agree'", "Debe escribir 'I Agree'"]],
  unconfirmed: [
    422,
    'REGISTRATION_UNCONFIRMED',
    ['Please confirm your information first.', 'Primero confirme sus datos.'],
  ],
  noTimer: [422, 'TIMER_NOT_STARTED', ['Please start the question first.', 'Primero comience la pregunta.']],
})
