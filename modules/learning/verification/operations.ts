import type { AnyOperation } from '../../../platform/operation.ts'
import { answerAppeal, appeal, unlockCourse } from './appeal.ts'
import {
  fetchSecurity,
  initialSetupSubmit,
  loadCourseSetup,
  loadCourseSetupSecurity,
  saveCourseSetup,
} from './setup.ts'
import { courseChecks, resetSetup } from './staff.ts'
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
]
