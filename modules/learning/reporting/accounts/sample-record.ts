import { readTable } from '#modules/learning/reporting/agencies/account-fields.ts'
import { type Agency, destinationOf } from '#modules/learning/reporting/agencies/index.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import type { Ctx } from '#platform/ctx.ts'
import { dayIn } from '#platform/zone.ts'

/** A made-up completion with every field filled in, for test records and previews. */
const sampleRecord = ({ organization, now }: Pick<Ctx, 'organization' | 'now'>, agency: Agency): CompletionRecord => ({
  submission_id: `${organization.code}-0-1`,
  agency,
  state_code: destinationOf({ reports_to: agency, state_codes: [] }, 'FL').state_code,
  provider: { organization_code: organization.code, organization_name: organization.name },
  student: {
    first_name: 'Test',
    middle_name: 'Only',
    last_name: 'Record',
    suffix: 'Jr.',
    dob: '1990-01-31',
    gender: 'F',
    driver_license: 'T000000000001',
    license_state: 'FL',
    ssn_last_4: '0000',
    address1: '1 Test Street',
    address2: 'Apt. 2',
    city: 'Tallahassee',
    state: 'FL',
    zip: '32301-0001',
    phone: '8505550100',
    email: 'test@example.com',
    eye_color: 'Brown',
  },
  course: {
    course_id: 1,
    course_name: 'Test Course',
    version_number: 1,
    hours: 4,
    training: 'theory',
    license_class: 'A',
  },
  citation_number: 'TEST001',
  citation_county: 'Leon',
  citation_date: dayIn('America/New_York', now),
  court: 'Leon County Court',
  notice_due_on: dayIn('America/New_York', now),
  course_reason: null,
  certificate_number: '10000001',
  certificate_kind: 'original',
  completed_at: now.toISOString(),
  outcome: 'passed',
  staff_advanced_ind: false,
})

/** The sample, for a course and a court that the account has codes for. */
export function sampleFor(
  ctx: Pick<Ctx, 'organization' | 'now'>,
  agency: Agency,
  settings: Readonly<Record<string, string>>,
): CompletionRecord {
  const sample = sampleRecord(ctx, agency)
  const [course_id = '1'] = readTable(settings.courses).keys()
  const [court = sample.court] = readTable(settings.courts).keys()
  return { ...sample, court, course: { ...sample.course, course_id: Number(course_id) } }
}
