import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import { accountTexts } from './accounts/accounts.texts.ts'
import { type Agency, assignsNumber } from './agencies/index.ts'

/**
 * Throws if an agency's confirmation is the certificate number, and staff left it empty or entered the number of
 * another completion.
 */
export async function requireNumber(
  ctx: Ctx,
  agency: Agency,
  receipt: string,
  { student_course_id, organization_id }: { student_course_id: number; organization_id: number },
  path: 'receipt' | 'certificate_number' = 'receipt',
): Promise<void> {
  if (!assignsNumber(agency)) return
  const invalidNumber = (message: string) => errors.invalid({}, {}, [{ path, message }])
  if (receipt === '') throw invalidNumber(localize(ctx.locale, accountTexts.numberMissing))
  const [duplicate] = await ctx.sql`
    select 1 from learning.completion_report
    where organization_id = ${organization_id} and agency = ${agency} and certificate_number = ${receipt}
      and student_course_id <> ${student_course_id}
    union all
    select 1 from learning.certificate_reservation
    where organization_id = ${organization_id} and certificate_number = ${receipt}
      and student_course_id <> ${student_course_id}
    limit 1`
  if (duplicate) throw invalidNumber(localize(ctx.locale, accountTexts.numberUsed))
}
