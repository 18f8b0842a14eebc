import { requiredData } from '#modules/catalogue/index.ts'
import { type StudentDatum, withIssuer } from '#modules/catalogue/programs/student-data.shared.ts'
import { genderLabels } from '#modules/identity/people/gender.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Text } from '#platform/texts.ts'
import { findAccount, openAccount, type StoredAccount } from './accounts/account.sql.ts'
import type { ServiceFormat } from './agencies/account-fields.ts'
import { type Agency, agencyEntry, type Destination, isInformedByAnother } from './agencies/index.ts'
import { layoutOf } from './agencies/layout/fields.ts'
import type { Layout } from './agencies/layout/layout.schema.ts'
import { recordValue } from './agencies/layout/layout-value.ts'
import { recordFaults } from './agencies/layout/write-layout.ts'
import { datumOfField, hasDatum } from './agencies/record-data.ts'
import { buildRecord } from './build-record.ts'
import { completionRules, dutiesOf } from './duties.ts'
import type { CompletionRecord } from './record.ts'
import type { RegisteredFacts } from './registered-facts.ts'

/**
 * A datum that an agency needs and a completion's record lacks, or whose value the agency can't record. In the second
 * case, `accepts` lists the accepted values; it is empty if there are too many.
 */
export type RecordFault = { datum: StudentDatum; accepts?: readonly Text[] }
export type RecordGap = Destination & RecordFault

/**
 * The data that each receiver would lack if a course were reported now. Builds and checks the record like a report's.
 */
export async function findRecordGaps(
  ctx: Ctx,
  course: StudentCourse,
  registered: RegisteredFacts,
): Promise<RecordGap[]> {
  const rules = await completionRules(ctx, course)
  const required = requiredData(rules)
  const gaps: RecordGap[] = []
  for (const duty of await dutiesOf(ctx, course, registered.notice_due_on)) {
    const { agency, state_code } = duty
    if (isInformedByAnother(agency)) continue
    const account = await findAccount(ctx, course.organization_id, agency)
    // Such courses are checked when they are published; current students are not stopped.
    if (!account && !rules) continue
    const record = await buildRecord(ctx, course, registered, duty, 1)
    const missing = withIssuer(required, (datum) => hasDatum(record, datum)).filter((datum) => !hasDatum(record, datum))
    const faults = [...missing.map((datum) => ({ datum })), ...faultsFor(ctx, agency, account, record)]
    gaps.push(...distinct(faults).map((fault) => ({ agency, state_code, ...fault })))
  }
  return gaps
}

const distinct = (faults: readonly RecordFault[]): RecordFault[] =>
  faults.filter(({ datum }, index) => faults.findIndex((other) => other.datum === datum) === index)

/**
 * The data that a record lacks for an agency, or that the agency can't record, according to the account's service or
 * layout, or else to the agency's rules and portal.
 */
export function faultsFor(
  ctx: Ctx,
  agency: Agency,
  account: StoredAccount | null,
  record: CompletionRecord,
): readonly RecordFault[] {
  const { service, required_data = [] } = agencyEntry(agency)
  if (account?.method === 'service' && service)
    return withUnsupported(service.listMissingData(openAccount(ctx, account), record), service, record)
  const layout = account?.method === 'file' ? layoutOf(account) : null
  if (layout) return layoutFaults(ctx, layout, record)
  if (account?.method !== 'worksheet' || !service) return missingFrom(required_data, record).map((datum) => ({ datum }))
  const needed = withIssuer(service.requiredData, (datum) => hasDatum(record, datum))
  return withUnsupported(missingFrom(needed, record), service, record)
}

const missingFrom = (needed: readonly StudentDatum[], record: CompletionRecord) =>
  needed.filter((datum) => !hasDatum(record, datum))

/** Adds the values that the service has no code for, which do not count as missing. */
function withUnsupported(
  data: readonly StudentDatum[],
  { listUnsupportedData }: ServiceFormat,
  record: CompletionRecord,
) {
  const unsupported = listUnsupportedData?.(record) ?? []
  const missing = data.filter((datum) => !unsupported.some((fault) => fault.datum === datum))
  return [...missing.map((datum) => ({ datum })), ...unsupported]
}

function layoutFaults(ctx: Ctx, layout: Layout, record: CompletionRecord): RecordFault[] {
  const file = { number: 0, count: 1, now: ctx.now, time_zone: 'UTC' }
  return recordFaults(layout, record, file).flatMap(({ field, fault }) => {
    const { from, codes } = layout.fields.find(({ name }) => name === field)!
    const datum = from && datumOfField(from)
    if (!datum) return []
    const isEmpty = fault === 'missing' || recordValue(record, from) === ''
    return [isEmpty ? { datum } : { datum, accepts: fault === 'code' ? valuesOf(datum, codes ?? {}) : [] }]
  })
}

/** Longer lists of accepted values are left out. */
const maxListed = 12

/** The values that a layout has codes for, as labels. */
function valuesOf(datum: StudentDatum, codes: Readonly<Record<string, string>>): Text[] {
  const values = Object.keys(codes).filter((value) => value !== '')
  if (values.length > maxListed) return []
  const labels: Readonly<Record<string, Text>> = datum === 'gender' ? genderLabels : {}
  return values.map((value) => labels[value] ?? [value, value])
}
