import { openQuizPage, type QuizPage, type QuizPageName } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { idOf } from './course-place.ts'

export type QuizParams = { studentCourseId: string; componentId: string }

/** The quiz and course in an address. */
export const quizOf = ({ studentCourseId, componentId }: QuizParams) => ({
  studentCourseId: idOf(studentCourseId),
  componentId: idOf(componentId),
})

/** The common data of quiz pages, and their time. */
export type QuizData = QuizPage & { now: Date }

/** The quiz for one of its pages, or the page where the student should be instead. */
export async function openQuiz(ctx: Ctx, params: QuizParams, name: QuizPageName): Promise<QuizData | PageRedirect> {
  const quizPage = await openQuizPage(ctx, quizOf(params), name)
  return 'redirect' in quizPage ? redirect(quizPage.redirect, { status: 302 }) : { ...quizPage, now: ctx.now }
}
