import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { localize } from '#platform/texts.ts'
import { accountTexts } from './accounts/accounts.texts.ts'
import { type Agency, answersWithNumber } from './agencies/index.ts'

/**
 * Refuses a confirmation that staff entered for an agency whose confirmation is the number of the certificate, unless
 * it is a number that no other completion has.
 */
export async function requireNumber(
  ctx: Ctx,
  agency: Agency,
  receipt: string,
  { student_course_id, organization_id }: { student_course_id: number; organization_id: number },
  path: 'receipt' | 'certificate_number' = 'receipt',
): Promise<void> {
  if (!answersWithNumber(agency)) return
  const refuse = (message: string) => errors.invalid({}, {}, [{ path, message }])
  if (receipt === '') throw refuse(localize(ctx.locale, accountTexts.numberMissing))
  const [used] = await ctx.sql`
    select 1 from learning.completion_report
    where organization_id = ${organization_id} and agency = ${agency} and certificate_number = ${receipt}
      and student_course_id <> ${student_course_id}
    union all
    select 1 from learning.certificate_reservation
    where organization_id = ${organization_id} and certificate_number = ${receipt}
      and student_course_id <> ${student_course_id}
    limit 1`
  if (used) throw refuse(localize(ctx.locale, accountTexts.numberUsed))
}
