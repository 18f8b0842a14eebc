import type { Ctx } from '../../../platform/ctx.ts'
import { pick } from '../../../platform/texts.ts'
import { type KeyHolder, listKeyHolders } from '../../identity/index.ts'
import { filterWords } from './filters.ts'
import { findReport } from './reports.ts'
import { findRun } from './run.sql.ts'

/** What the email of a scheduled report tells. */
export type ReadyReport = KeyHolder & {
  report_run_id: number
  /** Of the site where the file is opened. */
  organization_code: string
  organization_name: string
  label: string
  filters: [label: string, value: string][]
}

/** The finished run of a schedule and its recipient, or null once they may not read reports there. */
export async function findReadyReport(ctx: Ctx, report_run_id: number): Promise<ReadyReport | null> {
  const run = await findRun(ctx, report_run_id)
  const report = run && findReport(run.report)
  if (!report || run.state !== 'done') return null
  const { organization_id, user_id, filters } = run
  const [holder] = await listKeyHolders(ctx, { organization_id, key: 'MANAGE_REPORTS:READ', user_id })
  const [site] = await ctx.sql<{ code: string; name: string }>`
    select code, name from identity.v_organization where organization_id = ${organization_id}`
  if (!holder || !site) return null
  return {
    ...holder,
    report_run_id,
    organization_code: site.code,
    organization_name: site.name,
    label: pick(holder.locale, report.label),
    filters: filterWords(holder.locale, report, filters),
  }
}
