export { agree, agreementWords } from './agree.ts'
export { answerRegistrationQuestion, submitRegistrationAnswer } from './answer-question.ts'
export { completeRegistration } from './complete-registration.ts'
export { confirmRegistration } from './confirm-registration.ts'
export {
  largestDocument,
  namesRegistrationDocument,
  storeDocument,
} from './documents.ts'
export { minutesLeft } from './estimate.shared.ts'

export { formatHint } from './format-hint.shared.ts'
export { getRegistrationQuestion } from './get-question.ts'
export { getRegistration } from './get-registration.ts'
export type { ProfileField } from './profile-missing.ts'
export { questionPages } from './question-pages.shared.ts'
export type { ShownRegistrationQuestion, WholeShown } from './registration.schema.ts'

export { registrationPath } from './registration-path.ts'

export { profileProblem } from './require-person.ts'
export { startRegistration } from './start-registration.ts'
export { startRegistrationTimer } from './start-timer.ts'
export { submitRegistration } from './submit-registration.ts'
export { unconfirmCourse } from './unconfirm-course.ts'
