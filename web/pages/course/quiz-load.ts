import { fetchQuiz, openComponent, progressOf, quizPath, readCourse } from '../../../modules/learning/index.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Leave, redirect } from '../../../platform/web/leave.ts'
import { idOf } from './course-place.ts'

export type QuizParams = { studentCourseId: string; componentId: string }

/** Which quiz of which course an address names. */
export const quizOf = ({ studentCourseId, componentId }: QuizParams) => ({
  studentCourseId: idOf(studentCourseId),
  componentId: idOf(componentId),
})

/** What every page of a quiz shows around itself; `seat` is null where no time is earned. */
export type QuizAround = Awaited<ReturnType<typeof around>>

/** The quiz for the page at `rest` of its address, or the page where the student should be instead. */
export async function openQuiz(
  ctx: Ctx,
  params: QuizParams,
  rest: string,
  questionId?: number,
): Promise<QuizAround | Leave> {
  const place = quizOf(params)
  const currentRoute = quizPath(place, rest)
  const { redirect: to } = await fetchQuiz.run(ctx, { ...place, currentRoute, ...(questionId && { questionId }) })
  if (to) return redirect(to, { status: 302 })
  const opened = await openComponent(ctx, place.studentCourseId, place.componentId)
  // The result of a course that has ended is still there to be read.
  if (opened.redirect !== null && rest !== 'summary') return redirect(opened.redirect, { status: 302 })
  return around(ctx, params, opened.redirect === null ? opened.seat : null)
}

async function around(
  ctx: Ctx,
  params: QuizParams,
  seat: Extract<Awaited<ReturnType<typeof openComponent>>, { redirect: null }>['seat'],
) {
  const place = quizOf(params)
  const { quiz } = await fetchQuiz.run(ctx, place)
  const { course, steps } = await readCourse(ctx, place.studentCourseId)
  const progress = progressOf(steps)
  const { course_name, lk_student_course_status_id } = course
  return { place, quiz, seat, progress, course_name, lk_student_course_status_id, now: ctx.now }
}
