import { createHash } from 'node:crypto'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { quizErrors } from '#modules/learning/questions/errors.ts'
import { lockStudentCourse, type StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { registrationErrors } from './errors.ts'
import { CourseInput } from './registration.schema.ts'
import { isRegistrationOpen } from './registration-open.ts'
import { coursePath } from './registration-path.ts'

/** The words that students must type exactly, in every language. */
export const agreementWords = 'I Agree'

export const agree = operation({
  call: 'POST /registration/agree',
  summary:
    "The student agrees to the disclaimer of the course with the words 'I Agree', typed where the course says so",
  may: ofCourse('studentCourseId'),
  takes: CourseInput.extend({ agreement: z.string().max(100) }),
  gives: z.object({}),
  fails: [registrationErrors.mustAgree, quizErrors.answerClosed],
  audit: 'registration.agree',
  async run(ctx, { studentCourseId, agreement }) {
    const course = await lockStudentCourse(ctx, studentCourseId)
    requireWords(ctx, agreement)
    if (course.agreed_at === null) {
      if (!isRegistrationOpen(course)) throw quizErrors.answerClosed()
      await saveAgreement(ctx, course, agreement)
    }
    return { redirect: coursePath(studentCourseId) }
  },
})

function requireWords({ locale }: Ctx, text: string): void {
  if (text === agreementWords) return
  const { mustAgree } = registrationErrors
  throw mustAgree({}, {}, [{ path: 'agreement', message: localize(locale, mustAgree.text) }])
}

async function saveAgreement(ctx: Ctx, course: StudentCourse, text: string): Promise<void> {
  const { student_course_id, organization_id } = course
  const { disclaimer } = await selectCourseVersion(ctx, course.course_version_id)
  const text_hash = createHash('sha256').update(composed(disclaimer)).digest('hex')
  const { address, agent } = ctx.request
  const proof = { typed: text, text_hash, address: address || null, user_agent: agent.slice(0, 300) || null }
  await ctx.sql`insert into learning.agreement ${ctx.sql({ student_course_id, organization_id, ...proof })}`
  await ctx.sql`
    update learning.student_course
    set agreed_at = platform.now(), agreed_text_hash = ${text_hash}, updated_at = platform.now()
    where student_course_id = ${student_course_id}`
}
