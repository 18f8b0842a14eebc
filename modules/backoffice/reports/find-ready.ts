import { type KeyHolder, requesterContext, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localize } from '#platform/texts.ts'
import { filterWords, mayRead } from './filters.ts'
import { findReport } from './reports.ts'
import { findRun } from './run.sql.ts'

/** The data of a scheduled report's email. */
export type ReadyReport = KeyHolder & {
  report_run_id: number
  /** The site where the file is opened. */
  organization_code: string
  organization_name: string
  label: string
  filters: [label: string, value: string][]
}

/** The finished run of a schedule and its recipient, or null if they may no longer read the report there. */
export async function findReadyReport(ctx: Ctx, report_run_id: number): Promise<ReadyReport | null> {
  const run = await findRun(ctx, report_run_id)
  const report = run && findReport(run.report)
  if (!report || run.state !== 'done') return null
  const { organization_id, user_id, filters } = run
  // The same rule as for accepting recipients, so that none of them misses the email.
  const recipient = await requesterContext(ctx, user_id, organization_id)
  if (!recipient || !mayRead(recipient, report)) return null
  const { locale, organization } = recipient
  const person = await selectPerson(ctx.unscoped, user_id)
  return {
    user_id,
    organization_id: person.organization_id,
    first_name: person.first_name,
    email: person.email,
    locale,
    report_run_id,
    organization_code: organization.code,
    organization_name: organization.name,
    label: localize(locale, report.label),
    filters: filterWords(locale, report, filters),
  }
}
