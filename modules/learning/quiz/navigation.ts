import { requireVerified } from '#modules/learning/due-check/require-verified.ts'
import { learningErrors } from '#modules/learning/errors.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { isOpenAttempt } from '#modules/learning/questions/attempt.sql.ts'
import { questionsOf } from '#modules/learning/questions/questions.ts'
import { instant, QuizKeyInput } from '#modules/learning/questions/quiz.schema.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { secondSpelling, z } from '#platform/schema.ts'
import { frontierOf, isReachable, type QuizState, selectQuizState } from './quiz-state.ts'

const NavigationItem = z.object({
  question_id: z.number(),
  order: z.number(),
  title: z.string().nullable(),
  attempted: z.boolean(),
  submitted_at: instant,
  current: z.boolean(),
  reachable: z.boolean(),
})

/** The questions of an attempt as a navigation list. */
export type QuizNavigation = z.output<typeof NavigationItem>[]

export const navigation = operation({
  call: 'GET /quiz/navigation',
  summary: 'The questions of the open attempt, with titles only for those already shown',
  may: ofCourse('studentCourseId'),
  takes: QuizKeyInput,
  gives: z.object({
    questions: z.array(NavigationItem),
    studentCourse: z.object({
      student_course_id: z.number(),
      studentCourseId: secondSpelling(z.number()),
      current_component_id: z.number().nullable(),
      lk_student_course_status_id: z.number(),
    }),
  }),
  fails: [learningErrors.cannotEnter],
  async run(ctx, quizKey) {
    const quizState = await selectQuizState(ctx, quizKey)
    await requireVerified(ctx, quizState.course)
    const { student_course_id, current_component_id, lk_student_course_status_id } = quizState.course
    return {
      questions: await showNavigation(ctx, quizState),
      studentCourse: {
        student_course_id,
        studentCourseId: student_course_id,
        current_component_id,
        lk_student_course_status_id,
      },
    }
  },
})

/** The list; empty if the quiz shows none. */
export async function showNavigation(ctx: Ctx, quizState: QuizState): Promise<QuizNavigation> {
  const { course, component, attempt } = quizState
  const isShown = isOpenAttempt(attempt) && component.data.configuration.navigation.show
  const rows = isShown ? quizState.answers : []
  const ids = rows.map((row) => row.question_id)
  const questions = await questionsOf(ctx, course.course_version_id, ids)
  const frontier = frontierOf(quizState)
  return rows.map((row, index) => ({
    question_id: row.question_id,
    order: row.position,
    title: row.served_at ? questions[index]!.configuration.title : null,
    attempted: row.answered_at !== null,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    current: row.question_id === frontier?.question_id,
    reachable: isReachable(quizState, row),
  }))
}
