export type { Method } from '#modules/learning/due-check/options.ts'
export { answerAppeal, appeal, isLocked, unlockCourse } from './appeal.ts'
export { enrollBiometrics } from './methods/biometrics/enroll-biometrics.ts'

export { verifyBiometrics } from './methods/biometrics/verify-biometrics.ts'
export { typingSample } from './methods/keystroke/enroll-typing.ts'
export { parseSample } from './methods/keystroke/read-sample.ts'
export { verifyTyping } from './methods/keystroke/verify-typing.ts'
export { methodOfPart, nameOfMethod } from './methods/methods.ts'
export { phoneCallback, sendCode } from './methods/phone/send-code.ts'
export type { PhoneShown } from './methods/phone/show-phone.ts'
export { takeDelivery } from './methods/phone/take-delivery.ts'
export { verifyCode } from './methods/phone/verify-code.ts'
export {
  type LockedCourse,
  readLocked,
  readSetupPage,
  readVerifyPage,
  type SetupPage,
  type VerifyPage,
} from './pages.ts'
export type { TaskShown } from './serve-task.ts'
export { type SetupShown, saveCourseSetup } from './setup.ts'
export { courseChecks, resetSetup } from './staff.ts'
export { verifyAnswer, verifyStudentCourse } from './verify.ts'
export { skipMethod, waiveMethod } from './waive-method.ts'
export { type Waivable, waivable } from './waivers.sql.ts'
