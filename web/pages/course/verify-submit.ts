import { verifyAnswer, verifyStudentCourse } from '#modules/learning/verification/verify.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { SentForm } from '#platform/web/form.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { submitToMethod } from './methods/methods.ts'
import { redirectWithResult } from './methods/redirect-with.ts'

type Submission = { ctx: Ctx; studentCourseId: number; form: SentForm; pagePath: string; unlock: boolean }

/** Starts a check, or handles an answer to it, and continues; errors are shown on the next page. */
export async function submitVerification({
  ctx,
  studentCourseId,
  form,
  pagePath,
  unlock,
}: Submission): Promise<PageRedirect> {
  const { go, answer, question_id } = form.values
  if (go === 'begin') {
    const result = await verifyStudentCourse.run(ctx, { studentCourseId, unlock })
    return redirect(result.redirect ?? pagePath)
  }
  const submission = { ctx, student_course_id: studentCourseId, form, pagePath }
  const pageRedirect = await submitToMethod(submission)
  if (pageRedirect) return pageRedirect
  // Time ran out before anything was chosen: the page itself shows it.
  if (!answer) return redirect(pagePath)
  const input = { student_course_id: studentCourseId, answer, question_id: Number(question_id) || null }
  return redirectWithResult(pagePath, await verifyAnswer.run(ctx, input))
}
