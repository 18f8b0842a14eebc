import { requiredData } from '#modules/catalogue/index.ts'
import { type StudentDatum, withIssuer } from '#modules/catalogue/programs/student-data.shared.ts'
import { genderLabels } from '#modules/identity/people/gender.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Text } from '#platform/texts.ts'
import { findAccount, openAccount, type StoredAccount } from './accounts/account.sql.ts'
import type { ServiceFormat } from './agencies/account-fields.ts'
import { type Agency, agencyEntry, type Destination, isPassedOn } from './agencies/index.ts'
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
 * A datum of a completion's record that an agency needs and the student has not given, or that it can't record.
 * `accepts` is set for a given value: the accepted ones, or none if they can't be listed.
 */
export type RecordFault = { datum: StudentDatum; accepts?: readonly Text[] }
export type RecordGap = Destination & RecordFault

/**
 * The data that each receiver would miss if a course were reported now, in whichever way it is delivered. Builds and
 * checks the record in the same way as a report.
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
    if (isPassedOn(agency)) continue
    const account = await findAccount(ctx, course.organization_id, agency)
    // The publish report names what such a course must ask; its present students are not kept from taking it.
    if (!account && !rules) continue
    const record = await buildRecord(ctx, course, registered, duty, 1)
    const missing = withIssuer(required, (datum) => hasDatum(record, datum)).filter((datum) => !hasDatum(record, datum))
    const faults = [...missing.map((datum) => ({ datum })), ...faultsFor(ctx, agency, account, record)]
    gaps.push(...distinct(faults).map((fault) => ({ agency, state_code, ...fault })))
  }
  return gaps
}

const distinct = (faults: readonly RecordFault[]): RecordFault[] =>
  faults.filter(({ datum }, at) => faults.findIndex((other) => other.datum === datum) === at)

/**
 * The data that a record lacks for an agency, or has in a form that the agency can't record: as the account's service
 * or layout checks it, otherwise as the agency's rules and portal ask for it.
 */
export function faultsFor(
  ctx: Ctx,
  agency: Agency,
  account: StoredAccount | null,
  record: CompletionRecord,
): readonly RecordFault[] {
  const { service, needs = [] } = agencyEntry(agency)
  if (account?.method === 'service' && service)
    return withRefused(service.lacks(openAccount(ctx, account), record), service, record)
  const layout = account?.method === 'file' ? layoutOf(account) : null
  if (layout) return layoutFaults(ctx, layout, record)
  if (account?.method !== 'worksheet' || !service) return lackingOf(needs, record).map((datum) => ({ datum }))
  const needed = withIssuer(service.needs, (datum) => hasDatum(record, datum))
  return withRefused(lackingOf(needed, record), service, record)
}

const lackingOf = (needed: readonly StudentDatum[], record: CompletionRecord) =>
  needed.filter((datum) => !hasDatum(record, datum))

/** Values that the service has no code for are refused rather than missing. */
function withRefused(lacks: readonly StudentDatum[], { refuses }: ServiceFormat, record: CompletionRecord) {
  const refused = refuses?.(record) ?? []
  const missing = lacks.filter((datum) => !refused.some((fault) => fault.datum === datum))
  return [...missing.map((datum) => ({ datum })), ...refused]
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

/** A longer list helps no one. */
const maxListed = 12

/** The values that a layout has codes for, as people read them. */
function valuesOf(datum: StudentDatum, codes: Readonly<Record<string, string>>): Text[] {
  const values = Object.keys(codes).filter((value) => value !== '')
  if (values.length > maxListed) return []
  const labels: Readonly<Record<string, Text>> = datum === 'gender' ? genderLabels : {}
  return values.map((value) => labels[value] ?? [value, value])
}
