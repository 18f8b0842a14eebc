import { type CourseVersion, listQuestions, type Question } from '#modules/catalogue/index.ts'
import { asksAgreement, methodsOf } from '#modules/learning/due-check/options.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isDeviceUsable, wantsDevice } from './methods/biometrics/usable-device.ts'
import { isTypingUsable, wantsTyping } from './methods/keystroke/keystroke-options.ts'
import { wantsPhone } from './methods/phone/reach-student.ts'
import { listAnswerHashes, type Setup } from './setup.sql.ts'

export type SetupPart = 'agreement' | 'questions' | 'phone' | 'device' | 'typing'

/** How many personal questions are set up; the student chooses if there are more. */
export const mostQuestions = 10

/** The personal questions of a course that can be asked: a choice among its own answers. */
export async function personalQuestions(ctx: Ctx, version: CourseVersion): Promise<Question[]> {
  if (!methodsOf(version).includes('security_questions')) return []
  const questions = await listQuestions(ctx, version.course_version_id, { used_in: 'security' })
  return questions.filter(({ lk_question_type_id }) => lk_question_type_id === 2 || lk_question_type_id === 4)
}

/** What is still to be set up, in the order of the page; empty: the setup can be completed. */
export async function missingParts(ctx: Ctx, version: CourseVersion, setup: Setup | null): Promise<SetupPart[]> {
  const missing: SetupPart[] = []
  if (asksAgreement(version) && !setup?.agreed_at) missing.push('agreement')
  const questions = await personalQuestions(ctx, version)
  const answered = setup ? await listAnswerHashes(ctx, setup.student_course_id) : []
  if (questions.length > 0 && answered.length < Math.min(mostQuestions, questions.length)) missing.push('questions')
  if (wantsPhone(ctx, version, setup) && !setup?.phone_proven_at) missing.push('phone')
  if (wantsDevice(version, setup) && !(setup && (await isDeviceUsable(ctx, version, setup)))) missing.push('device')
  if (wantsTyping(version, setup) && !(setup && (await isTypingUsable(ctx, version, setup)))) missing.push('typing')
  return missing
}
