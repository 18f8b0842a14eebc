import { openQuizPage, type QuizPage, type QuizPageName } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { idOf } from './course-place.ts'

export type QuizParams = { studentCourseId: string; componentId: string }

/** Which quiz of which course an address names. */
export const quizOf = ({ studentCourseId, componentId }: QuizParams) => ({
  studentCourseId: idOf(studentCourseId),
  componentId: idOf(componentId),
})

/** What every page of a quiz shows around itself, and when that was. */
export type QuizAround = QuizPage & { now: Date }

/** The quiz for one of its pages, or the page where the student should be instead. */
export async function openQuiz(ctx: Ctx, params: QuizParams, name: QuizPageName): Promise<QuizAround | PageRedirect> {
  const opened = await openQuizPage(ctx, quizOf(params), name)
  return 'redirect' in opened ? redirect(opened.redirect, { status: 302 }) : { ...opened, now: ctx.now }
}
