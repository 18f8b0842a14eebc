import { listQuestions } from '#modules/catalogue/index.ts'
import { methodsOf } from '#modules/learning/due-check/options.ts'
import { gradeAnswer } from '#modules/learning/questions/grading.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { contentQuestionsWords } from './content-questions.texts.ts'
import { type CurrentCheck, questionMethod, type SubmittedAnswer, type TryVerdict } from './method.ts'
import { questionContent } from './questions.ts'

/** Questions about lessons that the student has completed. */
export const contentQuestions = questionMethod({
  words: contentQuestionsWords,
  recordTexts: {},
  setup: null,
  content: questionContent,
  moments: (methods) => methods.content_questions,
  questions: {
    personal: false,
    list: async (ctx, { course, version }) =>
      methodsOf(version).includes('content_questions') ? await listAnswerable(ctx, course) : [],
    judge,
  },
  doubt: null,
  waiver: null,
  reset: async () => undefined,
})

async function listAnswerable(ctx: Ctx, { course_version_id, student_course_id }: StudentCourse): Promise<number[]> {
  const questions = await listQuestions(ctx, course_version_id, { used_in: 'content' })
  const rows = await ctx.sql<{ component_id: number }>`
    select component_id from learning.student_progress
    where student_course_id = ${student_course_id} and completed_at is not null`
  const completedIds = new Set(rows.map(({ component_id }) => component_id))
  return questions
    .filter(
      ({ configuration: { selectedComponent } }) => selectedComponent === null || completedIds.has(selectedComponent),
    )
    .map(({ question_id }) => question_id)
}

async function judge(ctx: Ctx, { course, check }: CurrentCheck, answer: SubmittedAnswer): Promise<TryVerdict> {
  const question = await questionOf(ctx, course.course_version_id, check.tasks[check.position]!.question_id!)
  return { result: gradeAnswer(question, choiceOf(answer)) ? 'right' : 'wrong' }
}

/** Parses the choice's id, which forms send as text. */
const choiceOf = (answer: SubmittedAnswer) =>
  typeof answer === 'string' && /^\d{1,9}$/.test(answer) ? Number(answer) : answer
