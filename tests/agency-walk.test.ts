import { beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { sweepCertificates } from '#modules/learning/certificates/sweep-certificates.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { counties } from '#modules/settings/index.ts'
import { verifyExport } from '#platform/audit/verify-export.mjs'
import { stateIdOf } from '#platform/states.ts'
import { dicdsAccount, dicdsWsdl } from '#simulators/agencies/dicds.ts'
import { askLicenseState, licenseStateQuestion } from '#tests/fixtures/learning/license-state.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { addAuditor, openAuditor } from '#tests/support/auditor.ts'
import { ok } from '#tests/support/path.ts'

/**
 * A Florida school from its account at the department to the audit of a year, over HTTP: each part has its own tests,
 * and this one shows that they work together.
 */
const app = await openTestApp({ jobs: true })
const { read } = app.database
const { dicds } = app.agency.simulator
const { password, ...known } = dicdsAccount
let admin: Client
let student: Client
let user_id = 0

beforeAll(async () => {
  admin = await app.as(await app.userId('admin@example.com'))
  user_id = await app.userId('student@example.com')
  student = await app.as(user_id)
  // A driver who moved to Florida with a license of Georgia, and takes the course because of a citation in Florida.
  await live('FL', 'Jacksonville', '32202')
  await askLicenseState(read, 1)
  await read`update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = 1`
  clearVersionCache()
  const settings = { ...known, start_time: '0001', courses: '1 = 4001, B1', citation_date: 'empty', wsdl: dicdsWsdl }
  ok(await admin.put('/agency/account', { agency: 'fl-dhsmv', method: 'service', settings, secrets: { password } }))
})

const live = (state: string, city: string, zip: string) => read`
  update identity.person
  set dob = '1999-04-12', gender = 'F', address1 = '1 Palm Avenue', city = ${city}, zip = ${zip},
      lk_state_id = ${stateIdOf(state)!}
  where user_id = ${user_id}`

const dutiesOf = async (student_course_id: number) =>
  (
    await read<{ agency: string; number: number; state: string; certificate_number: string | null }>`
      select agency, number, state, certificate_number from learning.completion_report
      where student_course_id = ${student_course_id} order by completion_report_id`
  ).map((row) => ({ ...row }))
const certificatesOf = (student_course_id: number) => read<{ certificate_number: string }>`
  select certificate_number from learning.student_certificate
  where student_course_id = ${student_course_id} and deleted_at is null order by version`

const licenseOf = (state: string) => ({ [licenseStateQuestion]: stateIdOf(state)! })

const leon = counties.find(({ name, lk_state_id }) => name === 'Leon' && lk_state_id === stateIdOf('FL'))!

/** The student's answers: a citation, its number and its county. */
const giveCitation = (student_course_id: number) => read`
  insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
  values (${student_course_id}, 1, 10153, '1'), (${student_course_id}, 1, 10154, '"A1B2C3D"'),
         (${student_course_id}, 1, 10155, ${read.json(leon.county_id)})`

test('a Florida school: both duties accepted, a refusal corrected, the quarterly account, the audit', async () => {
  ok(await admin.post('/agency/testAccount', { agency: 'fl-dhsmv' }))
  const student_course_id = await passCourse(app, user_id, 1, '052345678', licenseOf('GA'))
  await app.runJobs(true)
  // A Georgia license is reported as such whatever the address says; the department rejects the report because the
  // county of the citation is missing.
  expect(dicds.calls().at(-1)).toMatchObject({
    mvDriversLicense: '052345678',
    mvdlStateOfRecordCode: 'GA',
    mvState: 'FL',
  })
  expect(await dutiesOf(student_course_id)).toMatchObject([
    { agency: 'fl-dhsmv', number: 1, state: 'rejected' },
    { agency: 'fl-clerk', number: 1, state: 'waiting' },
  ])
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(app.mail.sent.at(-1)?.to).toBe('student@example.com')
  await giveCitation(student_course_id)
  ok(await student.post('/report/resubmitCompletion', { student_course_id }))
  await app.runJobs(true)
  const [{ number } = { number: '' }] = dicds.issued()
  expect(number).not.toBe('')
  expect(await dutiesOf(student_course_id)).toMatchObject([
    { agency: 'fl-dhsmv', number: 1, state: 'rejected' },
    { agency: 'fl-clerk', number: 1, state: 'watched' },
    { agency: 'fl-dhsmv', number: 2, state: 'accepted', certificate_number: number },
  ])
  // The correction was accepted before the department's deadline, and the clerk's three days began with the number.
  const [inTime] = await read<{ corrected: boolean; clerk: number }>`
    select (select accepted_at < due_at from learning.completion_report
            where student_course_id = ${student_course_id} and agency = 'fl-dhsmv' and number = 2) as corrected,
           (select (due_at at time zone 'America/New_York')::date - (platform.now() at time zone 'America/New_York')::date
            from learning.completion_report
            where student_course_id = ${student_course_id} and agency = 'fl-clerk') as clerk`
  expect(inTime!.corrected).toBe(true)
  expect(inTime!.clerk).toBeGreaterThanOrEqual(3)
  await sweepCertificates(await app.ctx({ kind: 'system', name: 'test' }), new AbortController().signal)
  // The department's number is on the certificate, and the student sees the progress of the report.
  expect(await certificatesOf(student_course_id)).toMatchObject([{ certificate_number: number }])
  expect((await student.visit(`/course/${student_course_id}/report`)).text).toContain('Florida')
  const today = new Date().toISOString().slice(0, 10)
  const account = await admin.get(
    `/certificate/numbers/account?agency=fl-dhsmv&from=2020-01-01&until=${today.slice(0, 4)}-12-31&format=csv`,
  )
  expect(account.text.split('\r\n').filter((line) => line.includes(number))).toHaveLength(1)
  // The quarterly account balances: each number that the department issued occurs once, and no other.
  const counted = account.text.trim().split('\r\n').slice(1)
  expect(counted.map((line) => line.split(',')[0])).toEqual(dicds.issued().map((certificate) => certificate.number))
  const auditor = await openAuditor(app, await addAuditor(app))
  const { bytes } = await auditor.get('/auditor/export')
  const { public_key } = ok(await app.visitor().get('/auditor/key'))
  const { manifest, faults } = verifyExport(bytes, public_key)
  expect(faults).toEqual([])
  expect(Object.keys(manifest!.files)).toContain(`courses/${student_course_id}.json`)
  const record = JSON.parse((await auditor.get(`/auditor/record/${student_course_id}?format=json`)).text)
  expect(record.certificates).toMatchObject([{ certificate_number: number }])
  expect(record.reports.map(({ agency, state }: { agency: string; state: string }) => `${agency} ${state}`)).toEqual([
    'fl-dhsmv rejected',
    'fl-clerk watched',
    'fl-dhsmv accepted',
  ])
  // The clerk's deadline passes without a refusal: the student sees both duties accepted.
  await read`
    update learning.completion_report set due_at = platform.now() - interval '1 minute'
    where student_course_id = ${student_course_id} and agency = 'fl-clerk'`
  const system = (await app.ctx({ kind: 'system', name: 'test' })).unscoped
  await sweepReports(system, new AbortController().signal)
  expect(await dutiesOf(student_course_id)).toMatchObject([
    { agency: 'fl-dhsmv', state: 'rejected' },
    { agency: 'fl-clerk', state: 'accepted' },
    { agency: 'fl-dhsmv', state: 'accepted' },
  ])
  expect((await student.visit('/dashboard')).text).toContain('We reported your completion to: Clerk of court')
})

test('a Florida license of a student who lives in Georgia; a wrong state is corrected by the student after the refusal', async () => {
  await live('GA', 'Valdosta', '31601')
  const student_course_id = await passCourse(app, user_id, 1, 'W426556678901', licenseOf('GA'))
  await giveCitation(student_course_id)
  dicds.script('CF031')
  await app.runJobs(true)
  expect(dicds.calls().at(-1)).toMatchObject({ mvdlStateOfRecordCode: 'GA', mvState: 'GA' })
  const page = `/course/${student_course_id}/disabled`
  expect((await student.visit(page)).text).toContain('State that issued the license')
  const resubmit = (lk_license_state_id: number) =>
    student.post('/report/resubmitCompletion', { student_course_id, lk_license_state_id })
  expect((await resubmit(999)).status).toBe(400)
  await student.visit(page, { lk_license_state_id: String(stateIdOf('FL')) })
  await app.runJobs(true)
  expect(dicds.calls().at(-1)).toMatchObject({
    mvDriversLicense: 'W426556678901',
    mvdlStateOfRecordCode: 'FL',
    mvState: 'GA',
  })
  expect(await dutiesOf(student_course_id)).toContainEqual(
    expect.objectContaining({ agency: 'fl-dhsmv', number: 2, state: 'accepted' }),
  )
  const history = await admin.visit(`/manage/completion-report/${student_course_id}`)
  expect(history.text).toContain('Sent with this state of the license: FL.')
})

test("a state that the student didn't enter is reported as unknown, not as the state of the address", async () => {
  await live('FL', 'Jacksonville', '32202')
  const student_course_id = await passCourse(app, user_id, 1, '052345678')
  await giveCitation(student_course_id)
  await app.runJobs(true)
  expect(dicds.calls().at(-1)).toMatchObject({
    mvDriversLicense: '052345678',
    mvdlStateOfRecordCode: expect.stringMatching(/^ ?$/),
  })
})
