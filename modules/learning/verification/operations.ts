import type { AnyOperation } from '#platform/operation.ts'
import { answerAppeal, appeal, unlockCourse } from './appeal.ts'
import { enrollBiometrics } from './methods/biometrics/enroll-biometrics.ts'
import { startBiometrics } from './methods/biometrics/start-biometrics.ts'
import { verifyBiometrics } from './methods/biometrics/verify-biometrics.ts'
import { typingSample } from './methods/keystroke/enroll-typing.ts'
import { verifyTyping } from './methods/keystroke/verify-typing.ts'
import { sendCode } from './methods/phone/send-code.ts'
import { verifyCode } from './methods/phone/verify-code.ts'
import {
  fetchSecurity,
  initialSetupSubmit,
  loadCourseSetup,
  loadCourseSetupSecurity,
  saveCourseSetup,
} from './setup.ts'
import { courseChecks, resetSetup } from './staff.ts'
import { securityAnswer, verifyAnswer, verifySetup, verifyStudentCourse } from './verify.ts'
import { skipMethod, waiveMethod } from './waive-method.ts'

export const operations: readonly AnyOperation[] = [
  loadCourseSetup,
  loadCourseSetupSecurity,
  saveCourseSetup,
  fetchSecurity,
  initialSetupSubmit,
  verifyStudentCourse,
  verifySetup,
  verifyAnswer,
  securityAnswer,
  appeal,
  answerAppeal,
  unlockCourse,
  courseChecks,
  resetSetup,
  sendCode,
  verifyCode,
  startBiometrics,
  enrollBiometrics,
  verifyBiometrics,
  waiveMethod,
  skipMethod,
  typingSample,
  verifyTyping,
]
