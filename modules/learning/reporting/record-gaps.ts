import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findAccount, openAccount, type StoredAccount } from './accounts/account.sql.ts'
import { agencyEntry, type Destination, isPassedOn } from './agencies/index.ts'
import { layoutOf } from './agencies/layout/fields.ts'
import { recordFaults } from './agencies/layout/write-layout.ts'
import { datumOfField, hasDatum } from './agencies/record-data.ts'
import { buildRecord } from './build-record.ts'
import { completionRules, dutiesOf } from './duties.ts'
import type { CompletionRecord } from './record.ts'
import type { RegisteredFacts } from './registered-facts.ts'

/** A datum that an agency needs in the record of a completion and that the student has not given. */
export type RecordGap = Destination & { datum: StudentDatum }

/**
 * The data that each receiver would miss if a course were reported now. Builds and checks the record in the same way
 * as a report. A receiver without an account needs the data that the program names.
 */
export async function findRecordGaps(
  ctx: Ctx,
  course: StudentCourse,
  registered: RegisteredFacts,
): Promise<RecordGap[]> {
  const rules = await completionRules(ctx, course)
  const required = rules?.valueOf('student.data_required') ?? []
  const gaps: RecordGap[] = []
  for (const duty of await dutiesOf(ctx, course, registered.notice_due_on)) {
    const { agency, state_code } = duty
    if (isPassedOn(agency)) continue
    const account = await findAccount(ctx, course.organization_id, agency)
    if (!account && required.length === 0) continue
    const record = await buildRecord(ctx, course, registered, duty, 1)
    const missingData = [
      ...required.filter((datum) => !hasDatum(record, datum)),
      ...(account ? lackingFor(ctx, account, record) : []),
    ]
    gaps.push(...[...new Set(missingData)].map((datum) => ({ agency, state_code, datum })))
  }
  return gaps
}

/** The data that a record lacks for an account's reporting method, by the code that writes it. */
export function lackingFor(ctx: Ctx, account: StoredAccount, record: CompletionRecord): readonly StudentDatum[] {
  const { service } = agencyEntry(account.agency)
  if (account.method === 'service' && service) return service.lacks(openAccount(ctx, account), record)
  const layout = account.method === 'file' ? layoutOf(account) : null
  if (!layout) return []
  const faults = recordFaults(layout, record, { number: 0, count: 1, now: ctx.now, time_zone: 'UTC' })
  const missing = faults.filter(({ fault }) => fault === 'missing').map(({ field }) => field)
  return layout.fields
    .filter(({ name, from }) => from && missing.includes(name))
    .flatMap(({ from }) => datumOfField(from!) ?? [])
}
