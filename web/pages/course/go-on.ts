import { registrationPath } from '#modules/learning/entry.ts'
import { complete } from '#modules/learning/player/complete.ts'
import { next } from '#modules/learning/player/next.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'

/** Leaves a component for the next one; after the last one the course is completed. */
export const continueCourse = (
  ctx: Ctx,
  place: { studentCourseId: number; componentId: number },
): Promise<PageRedirect> =>
  redirectToRemedy(place.studentCourseId, async () => {
    const { nextComponentId, redirect: to } = await next.run(ctx, place)
    return nextComponentId === null ? completed(ctx, place.studentCourseId) : to
  })

/** Completes a course that was incomplete when its last part was done. */
export const completeCourse = (ctx: Ctx, studentCourseId: number): Promise<PageRedirect> =>
  redirectToRemedy(studentCourseId, () => completed(ctx, studentCourseId))

const completed = async (ctx: Ctx, studentCourseId: number) => (await complete.run(ctx, { studentCourseId })).redirect

/** A refusal leads to its own page, or the registration's; others are shown in place. */
async function redirectToRemedy(
  studentCourseId: number,
  operation: () => Promise<string | undefined>,
): Promise<PageRedirect> {
  try {
    return redirect((await operation()) ?? pathTo('/course/:studentCourseId', { studentCourseId }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason, questionId, message, redirect: to } = error.answer
    if (reason === 'REG_INC' || reason === 'REG_INV') {
      const flash = { kind: 'error' as const, text: String(message) }
      return redirect(registrationPath(studentCourseId, typeof questionId === 'number' ? questionId : null), { flash })
    }
    if (typeof to !== 'string') throw error
    return redirect(to)
  }
}
