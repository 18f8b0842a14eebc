import { defineErrors } from '../../../platform/errors.ts'

export const registrationErrors = defineErrors({
  mustAgree: [422, 'MUST_AGREE', ["You must type 'I Agree'", 'Debe escribir “I Agree”']],
  noTimer: [422, 'TIMER_NOT_STARTED', ['Show the question first.', 'Primero muestre la pregunta.']],
})
