import type { CourseVersion } from '#modules/catalogue/index.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { verificationErrors } from '#modules/learning/verification/errors.ts'
import type { SubmittedAnswer } from '#modules/learning/verification/methods/method.ts'
import { type Setup, sealedFor } from '#modules/learning/verification/setup.sql.ts'
import { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import { hashAnswer } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, type Issue } from '#platform/errors.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { maxQuestions, personalQuestions } from './personal-questions.ts'

/** An answer to a personal question in the setup. */
export const AnsweredQuestion = z.object({
  question_id: id(),
  answer: z.union([z.number().int(), z.string().max(500), z.boolean()]),
})
type AnsweredQuestion = z.output<typeof AnsweredQuestion>

/** The text of an answer that is hashed. */
export const answerText = (answer: SubmittedAnswer): string => String(answer)

/** Replaces all answers. The caller must hold the course's lock. */
export async function saveAnswers(
  ctx: Ctx,
  course: StudentCourse,
  version: CourseVersion,
  { answer_key }: Setup,
  answers: readonly AnsweredQuestion[],
): Promise<void> {
  const questions = await personalQuestions(ctx, version)
  const count = Math.min(maxQuestions, questions.length)
  const byId = new Map(answers.map((item) => [item.question_id, item]))
  if (byId.size !== answers.length || byId.size !== count) throw verificationErrors.chooseQuestions({ count })
  const issues: Issue[] = []
  for (const [question_id, { answer }] of byId) {
    const question = questions.find((entry) => entry.question_id === question_id)
    if (!question) throw errors.notFound()
    if (!question.configuration.options.some((option) => String(option.id) === answerText(answer)))
      issues.push({ path: `question_${question_id}`, message: localize(ctx.locale, verificationTexts.answerRequired) })
  }
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
  const { student_course_id, organization_id } = course
  const rows = [...byId.values()].map(({ question_id, answer }) => ({
    student_course_id,
    organization_id,
    question_id,
    answer_hash: hashAnswer(ctx, sealedFor(course), answer_key, String(question_id), answerText(answer)),
  }))
  await ctx.sql`delete from learning.identity_answer where student_course_id = ${student_course_id}`
  if (rows.length > 0) await ctx.sql`insert into learning.identity_answer ${ctx.sql(rows)}`
  await ctx.audit({ action: 'security.answers', ...courseEvent(course), after: { questions: rows.length } })
}
