import type { AnyOperation } from '#platform/operation.ts'
import { agree } from './agree.ts'
import { answerRegistrationQuestion, submitRegistrationAnswer } from './answer-question.ts'
import { completeRegistration } from './complete-registration.ts'
import { confirmRegistration } from './confirm-registration.ts'
import { correctAffirmation, courseAffirmation } from './correct-affirmation.ts'
import { fetchDriverLicense, saveDriverLicense } from './driver-license.ts'
import { fetchRegistrationByStudentCourseId } from './fetch-registration.ts'
import { getLatestRegistrationQuestion } from './get-latest.ts'
import { getRegistrationQuestion } from './get-question.ts'
import { getRegistration } from './get-registration.ts'
import { startRegistration } from './start-registration.ts'
import { startRegistrationTimer } from './start-timer.ts'
import { submitRegistration } from './submit-registration.ts'
import { unconfirmCourse } from './unconfirm-course.ts'
import { uploadRegistrationDocument } from './upload-registration-document.ts'

export const operations: readonly AnyOperation[] = [
  startRegistration,
  getRegistrationQuestion,
  getLatestRegistrationQuestion,
  getRegistration,
  answerRegistrationQuestion,
  submitRegistrationAnswer,
  startRegistrationTimer,
  submitRegistration,
  confirmRegistration,
  agree,
  completeRegistration,
  fetchRegistrationByStudentCourseId,
  unconfirmCourse,
  uploadRegistrationDocument,
  courseAffirmation,
  correctAffirmation,
  fetchDriverLicense,
  saveDriverLicense,
]
