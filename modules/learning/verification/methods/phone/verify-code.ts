import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { securityOf } from '#modules/learning/due-check/options.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type Check, findOpenCheck, updateCheckTries } from '#modules/learning/verification/check.sql.ts'
import { decide } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { finishSetup } from '#modules/learning/verification/finish-setup.ts'
import { type Setup, sealedFor } from '#modules/learning/verification/setup.sql.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import { hashAnswer, isSameHash } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { id, wording, z } from '#platform/schema.ts'
import { say } from '#platform/texts.ts'
import { triesOfCode } from './code-limits.ts'
import { phoneTexts } from './phone.texts.ts'
import { findCode, type PhoneCode, updateCodeTries, updateCodeUsed } from './phone-code.sql.ts'
import { placeOfCode } from './send-code.ts'

export const verifyCode = operation({
  call: 'POST /security/verifyCode',
  summary: 'Takes the code that a phone got: proves the number in the setup, or passes the check under way',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    code: z
      .string({ error: wording(phoneTexts.codeRequired) })
      .max(40)
      .transform((typed) => typed.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, { error: wording(phoneTexts.codeRequired) })),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.codeNotSent],
  rate: tries,
  async run(ctx, { student_course_id, code }) {
    const { course, setup, identity_check_id } = await placeOfCode(ctx, student_course_id)
    const sent = await findCode(ctx, setup, identity_check_id)
    if (!sent || !isValid(sent)) throw verificationErrors.codeNotSent()
    const right = await tryCode(ctx, setup, sent, code)
    if (identity_check_id === null) return proveNumber(ctx, course, right)
    const check = (await findOpenCheck(ctx, student_course_id))!
    const counted = await updateCheckTries(ctx, check)
    const forgiven = !right && (await isForgiven(ctx, course, check))
    return outcomeOf(
      ctx,
      student_course_id,
      await decide(ctx, course, counted, right ? 'right' : 'wrong', { forgiven }),
    )
  },
})

const isValid = ({ expired, used_at, state, tries: used }: PhoneCode): boolean =>
  !expired && !used_at && state !== 'failed' && used < triesOfCode

/** The try is counted before the code is looked at; the course's lock makes tries at the same time one after the other. */
async function tryCode(ctx: Ctx, setup: Setup, sent: PhoneCode, code: string): Promise<boolean> {
  await updateCodeTries(ctx, sent)
  const about = `phone-code:${sent.reference}`
  const right = isSameHash(sent.code_hash, hashAnswer(ctx, sealedFor(setup), setup.answer_key, about, code))
  if (right) await updateCodeUsed(ctx, sent)
  return right
}

const none = { reason: null, attemptsRemaining: null, last_attempt: false, task: null, locked: false }

async function proveNumber(ctx: Ctx, course: StudentCourse, right: boolean) {
  const { student_course_id } = course
  const redirect = `/course/${student_course_id}/security/setup`
  if (!right)
    return { ...none, verified: false, result: 'wrong', redirect, message: say(ctx.locale, phoneTexts, 'wrong') }
  await ctx.sql`
    update learning.identity_setup set phone_proven_at = platform.now() where student_course_id = ${student_course_id}`
  await ctx.audit({ action: 'security.phone-proven', ...courseEvent(course), after: { result: 'right' } })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { completed: _completed, missing: _missing, ...on } = await finishSetup(ctx, course, version)
  return { ...none, verified: true, result: 'right', message: say(ctx.locale, phoneTexts, 'proven'), ...on }
}

/** `threshold` of the course: so many wrong codes of one check use up no attempt. */
async function isForgiven(
  ctx: Ctx,
  course: StudentCourse,
  { student_course_id, identity_check_id }: Check,
): Promise<boolean> {
  const { threshold } = securityOf(await selectCourseVersion(ctx, course.course_version_id)).methods.phone
  if (threshold === 0) return false
  const [row] = await ctx.sql<{ n: number }>`
    select count(*)::int as n from learning.identity_try
    where student_course_id = ${student_course_id} and identity_check_id = ${identity_check_id}
      and method = 'phone' and result = 'wrong'`
  return row!.n < threshold
}
