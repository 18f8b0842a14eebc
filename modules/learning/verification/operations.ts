import type { AnyOperation } from '../../../platform/operation.ts'
import { answerAppeal, appeal, unlockCourse } from './appeal.ts'
import { sendCode } from './phone/send-code.ts'
import { verifyCode } from './phone/verify-code.ts'
import { waivePhone } from './phone/waive-phone.ts'
import {
  fetchSecurity,
  initialSetupSubmit,
  loadCourseSetup,
  loadCourseSetupSecurity,
  saveCourseSetup,
} from './setup.ts'
import { courseChecks, resetSetup } from './staff.ts'
import { typingSample, waiveTyping } from './typing/enroll-typing.ts'
import { verifyTyping } from './typing/verify-typing.ts'
import { securityAnswer, verifyAnswer, verifySetup, verifyStudentCourse } from './verify.ts'

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
  waivePhone,
  typingSample,
  waiveTyping,
  verifyTyping,
]
