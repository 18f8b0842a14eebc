import type { AnyOperation } from '#platform/operation.ts'
import { answerAppeal, appeal, unlockCourse } from './appeal.ts'
import { enrollBiometrics } from './device/enroll-biometrics.ts'
import { startBiometrics } from './device/start-biometrics.ts'
import { verifyBiometrics } from './device/verify-biometrics.ts'
import { sendCode } from './phone/send-code.ts'
import { verifyCode } from './phone/verify-code.ts'
import {
  fetchSecurity,
  initialSetupSubmit,
  loadCourseSetup,
  loadCourseSetupSecurity,
  saveCourseSetup,
} from './setup.ts'
import { courseChecks, resetSetup } from './staff.ts'
import { typingSample } from './typing/enroll-typing.ts'
import { verifyTyping } from './typing/verify-typing.ts'
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
