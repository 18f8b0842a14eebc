export type { Waivable } from '#modules/learning/due-check/options.ts'
export { type Appeal, answerAppeal, appeal, isLocked, unlockCourse } from './appeal.ts'
export { enrollBiometrics } from './device/enroll-biometrics.ts'
export { startBiometrics } from './device/start-biometrics.ts'
export { verifyBiometrics } from './device/verify-biometrics.ts'
export {
  type LockedCourse,
  readLocked,
  readSetupPage,
  readVerifyPage,
  type SetupPage,
  type VerifyPage,
} from './pages.ts'
export { phoneCallback, sendCode } from './phone/send-code.ts'
export type { PhoneShown } from './phone/show-phone.ts'
export { takeDelivery } from './phone/take-delivery.ts'
export { verifyCode } from './phone/verify-code.ts'
export type { CheckShown, TaskShown } from './serve-task.ts'
export { initialSetupSubmit, loadCourseSetup, type SetupShown, saveCourseSetup } from './setup.ts'
export { courseChecks, resetSetup } from './staff.ts'
export { typingSample } from './typing/enroll-typing.ts'
export { parseSample } from './typing/read-sample.ts'
export { verifyTyping } from './typing/verify-typing.ts'
export { verifyAnswer, verifyStudentCourse } from './verify.ts'
export { skipMethod, waiveMethod } from './waive-method.ts'
