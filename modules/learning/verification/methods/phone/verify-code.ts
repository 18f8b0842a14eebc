import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { settleVerdict } from '#modules/learning/verification/decide.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import { finishSetup } from '#modules/learning/verification/finish-setup.ts'
import { phone } from '#modules/learning/verification/methods/phone.ts'
import { Outcome, outcomeOf, tries } from '#modules/learning/verification/verify.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { id, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { phoneTexts } from './phone.texts.ts'
import { codeContext } from './send-code.ts'
import { tryCode } from './try-code.ts'

export const verifyCode = operation({
  call: 'POST /security/verifyCode',
  summary: 'Verifies the code sent to a phone: proves the number in the setup, or passes the current check',
  added: true,
  may: ofCourse('student_course_id'),
  takes: z.object({
    student_course_id: id(),
    code: z
      .string({ error: wording(phoneTexts.codeRequired) })
      .max(40)
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, { error: wording(phoneTexts.codeRequired) })),
  }),
  gives: Outcome,
  fails: [verificationErrors.noVerification, verificationErrors.codeNotSent],
  rate: tries,
  async run(ctx, { student_course_id, code }) {
    const { course, setup, check } = await codeContext(ctx, student_course_id)
    if (!check) return proveNumber(ctx, course, await tryCode(ctx, setup, null, code))
    const current = { course, check }
    return outcomeOf(
      ctx,
      student_course_id,
      await settleVerdict(ctx, current, await phone.judge(ctx, current, { setup, code })),
    )
  },
})

const noCheck = { reason: null, attemptsRemaining: null, last_attempt: false, task: null, locked: false }

async function proveNumber(ctx: Ctx, course: StudentCourse, isRight: boolean) {
  const { student_course_id } = course
  const redirect = pathTo('/course/:studentCourseId/security/setup', { studentCourseId: student_course_id })
  if (!isRight)
    return {
      ...noCheck,
      verified: false,
      result: 'wrong',
      redirect,
      message: localText(ctx.locale, phoneTexts, 'wrong'),
    }
  await ctx.sql`
    update learning.identity_setup set phone_proven_at = platform.now() where student_course_id = ${student_course_id}`
  await ctx.audit({ action: 'security.phone-proven', ...courseEvent(course), after: { result: 'right' } })
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { completed: _completed, missing: _missing, ...continuation } = await finishSetup(ctx, course, version)
  return {
    ...noCheck,
    verified: true,
    result: 'right',
    message: localText(ctx.locale, phoneTexts, 'proven'),
    ...continuation,
  }
}
