import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { numbersLow } from './facts.ts'
import { findLevel } from './stock.sql.ts'
import { hasOtherWait, insertWait } from './wait.sql.ts'

/**
 * Records that a certificate waits for its number. The first one that waits for a stock triggers a warning to staff,
 * because a stock that never had numbers triggers no warning about a low stock.
 */
export async function waitForNumber(
  ctx: Ctx,
  course: StudentCourse,
  agency: Agency,
  for_answer_ind: boolean,
): Promise<void> {
  const isNew = await insertWait(ctx, course, agency, for_answer_ind)
  if (!isNew || for_answer_ind) return
  const { organization_id } = course
  if (await hasOtherWait(ctx, course, agency)) return
  const { left, taken } = (await findLevel(ctx, { organization_id, agency })) ?? { left: 0, taken: 0 }
  if (left === 0) await ctx.emit(numbersLow, { organization_id, agency, left, bought: taken })
}
