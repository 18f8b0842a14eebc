import { stockPrograms } from '#modules/learning/reporting/stock-programs.ts'
import type { Ctx } from '#platform/ctx.ts'
import { resumedAt } from '#platform/installation.ts'
import { awaitingCertificate } from './awaiting-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { numberNeededAt } from './wait.sql.ts'

/**
 * Issues certificates for courses passed in the last 90 days, and for those that waited longer for a number, the
 * earliest deadline first. Skips courses whose certificate staff withdrew, courses that wait for a number from the
 * stock or from their agency, and courses of removed accounts.
 */
export async function sweepCertificates(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const stockProgramIds = await stockPrograms(ctx)
  const rows = await ctx.sql<{ student_course_id: number }>`
    select sc.student_course_id
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    where (sc.passed_at > platform.now() - interval '90 days'
           or exists (select from learning.certificate_wait w where w.student_course_id = sc.student_course_id))
      and sc.lk_student_course_status_id = any(${ctx.sql.array(awaitingCertificate)})
      and v.certificate_template_id is not null
      and exists (select from identity.v_person p where p.user_id = sc.user_id and p.deleted_at is null)
      and not exists (select from learning.student_certificate c where c.student_course_id = sc.student_course_id)
      and not exists (
        select from learning.certificate_wait w
        where w.student_course_id = sc.student_course_id and w.for_answer_ind
          and not exists (select from learning.v_completion_report r
                          where r.student_course_id = w.student_course_id and r.agency = w.agency
                            and r.state = 'accepted' and r.certificate_number is not null))
      and not exists (
        select from learning.certificate_wait w
        where w.student_course_id = sc.student_course_id and not w.for_answer_ind
          and (not exists (select from learning.certificate_stock_number n
                           where n.organization_id = w.organization_id and n.agency = w.agency
                             and n.program_id in ('', coalesce(v.program_id, ''))
                             and n.taken_at is null and n.voided_at is null)
               or exists (select from learning.certificate_stock s
                          where s.organization_id = w.organization_id and s.agency = w.agency
                            and coalesce(s.confirmed_at, s.created_at) < ${resumedAt(ctx.sql)}))
          and (v.program_id = any(${ctx.sql.array(stockProgramIds)}::text[])
               or exists (select from learning.certificate_stock_number n
                          where n.organization_id = w.organization_id and n.agency = w.agency)))
    order by ${numberNeededAt(ctx.sql)}, sc.student_course_id
    limit 50`
  for (const { student_course_id } of rows) {
    if (signal.aborted) return
    await issueOne(ctx, student_course_id)
  }
}

/** Logs a failure, so that one certificate that can't be drawn does not block the others. */
async function issueOne(ctx: Ctx, student_course_id: number): Promise<void> {
  try {
    await issueCertificate(ctx, student_course_id)
  } catch (error) {
    ctx.log.error('certificate.failed', error, { student_course_id })
  }
}
