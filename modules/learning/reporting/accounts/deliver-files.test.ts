import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDelivery } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { fingerprintOf } from '#modules/learning/reporting/agencies/delivery/sftp.ts'
import { reportingState } from '#modules/learning/reporting/reporting-state.ts'
import { resolveUnanswered } from '#modules/learning/reporting/resolve-unanswered.ts'
import { sweepReports } from '#modules/learning/reporting/sweep-reports.ts'
import { startSftpSimulator } from '#simulators/agencies/sftp.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { studentActor } from '#tests/fixtures/learning/course.ts'
import { claimDelivery, recordArrival, recordDeliveryFault } from './agency-file.sql.ts'
import { deliverAgencyFile, fetchAgencyFiles, makeAgencyFile } from './agency-files.ts'
import { deliverFiles } from './deliver-files.ts'
import { fetchAgency } from './fetch-agencies.ts'
import { holdAgency, releaseAgency } from './hold-queue.ts'
import { saveAgencyAccount } from './save-account.ts'
import { testAgencyAccount } from './test-account.ts'

const world = await openCompletions()
const { database, job, reportsOf } = world
const server = await startSftpSimulator()
afterAll(() => server.close())
const keys = new Set(['MANAGE_SETTINGS:READ', 'MANAGE_SETTINGS:UPDATE', 'MANAGE_STUDENTS:UPDATE'] as const)
const admin = () => world.ctx({ ...studentActor(900_101), role: 'Admin', permissions: keys })
const staff = (organization_id = 1) => world.staff(['MANAGE_STUDENTS:UPDATE'], organization_id)
const agency = 'az-courts'

const layout = {
  form: 'fixed',
  encoding: 'ascii',
  line_end: 'lf',
  file_name: 'az-{number:3}.txt',
  fields: [
    { name: 'id', from: 'submission_id', width: 12, required: true },
    { name: 'outcome', from: 'outcome', width: 1, codes: { passed: 'P', failed: 'F' } },
  ],
  answers: {
    form: 'fixed',
    id: { start: 1, width: 12 },
    id_is: 'submission_id',
    status: { start: 13, width: 1 },
    accepted: ['A'],
  },
}
const settings = {
  layout: JSON.stringify(layout),
  sample: 'AAA-1-1     P\n',
  delivery: 'sftp',
  sftp_host: '127.0.0.1',
  sftp_port: String(server.port),
  sftp_user: server.user,
  sftp_host_key: fingerprintOf(server.host_key),
}
const save = (changes: Record<string, string> = {}, password: string = server.password) =>
  saveAgencyAccount.run(admin(), {
    agency,
    method: 'file',
    settings: { ...settings, ...changes },
    secrets: { sftp_password: password },
  })

/** A file with one completion that is owed to the agency. */
async function makeFile() {
  const { student_course_id, completion_report_id } = await world.owed({ version: course.permit })
  await database.read`
    update learning.completion_report set agency = ${agency}, state_code = 'AZ'
    where completion_report_id = ${completion_report_id}`
  const { agency_file_id, name } = await makeAgencyFile.run(staff(), { agency })
  return { student_course_id, completion_report_id, agency_file_id, name }
}
const stateOf = async (agency_file_id: number) =>
  (await fetchAgencyFiles.run(staff(), { agency })).files.find((file) => file.agency_file_id === agency_file_id)
const deliver = () => deliverFiles(job(), noSignal)

beforeEach(async () => {
  server.files.clear()
  await database.read`delete from learning.agency_file`
  await database.read`delete from learning.agency_account`
  await database.read`delete from learning.agency_hold`
  await database.read`delete from platform.installation`
  await database.read`
    update learning.completion_report set state = 'rejected', accepted_at = null where state not in ('accepted', 'rejected')`
  await save()
})

test("delivers a file to the agency's server, and only then marks its completions as handed over", async () => {
  const { student_course_id, agency_file_id, name } = await makeFile()
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending', attempt: 1 }])
  expect(await reportingState(staff(), student_course_id)).toMatchObject({ duties: [{ state: 'pending' }] })
  await world.move(60)
  await sweepReports(job(), noSignal)
  expect(server.files.get(name)?.toString()).toBe(`${`AAA-${student_course_id}-1`.padEnd(12)}P\n`)
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: name, attempt: 1 }])
  expect(await reportingState(staff(), student_course_id)).toMatchObject({ duties: [{ state: 'sent' }] })
  expect(await stateOf(agency_file_id)).toMatchObject({
    delivery_state: 'delivered',
    receipt: expect.stringContaining(`sftp://127.0.0.1/${name}`),
    fault: null,
  })
  const [event] = await database.read<{ receipt: string }>`
    select after ->> 'receipt' as receipt from platform.audit_event
    where action = 'agency.deliver' order by audit_event_id desc limit 1`
  expect(event!.receipt).toContain(name)
})

test("an unreachable server is retried; the file's reports wait and are in no other file", async () => {
  await save({ sftp_port: '1' })
  const { student_course_id, agency_file_id, name } = await makeFile()
  await world.move(24 * 60 * 60)
  await sweepReports(job(), noSignal)
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'waiting', fault: 'NO_CONNECTION' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending', attempt: 1 }])
  await expect(makeAgencyFile.run(staff(), { agency })).rejects.toMatchObject({ kind: { code: 'NOTHING_WAITS' } })
  await save()
  await world.move(60 * 60)
  await deliver()
  expect([...server.files.keys()]).toEqual([name])
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 1 }])
})

test('an unreachable server delays others by one attempt; its remaining files wait for the next sweep', async () => {
  await save({ sftp_port: '1' })
  const first = await makeFile()
  const second = await makeFile()
  await deliver()
  expect(await stateOf(first.agency_file_id)).toMatchObject({ delivery_state: 'waiting', fault: 'NO_CONNECTION' })
  expect(await stateOf(second.agency_file_id)).toMatchObject({ delivery_state: 'waiting', fault: null })
  await save()
  await world.move(60 * 60)
  await deliver()
  expect([...server.files.keys()].toSorted()).toEqual([first.name, second.name])
})

test('a file for the folder of the server is recorded there only once it is written', async () => {
  await save({ delivery: 'folder' })
  const { student_course_id, agency_file_id, name } = await makeFile()
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
  // A file in place of the folder: nothing can be written.
  const folder = join(world.folder, 'reports')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, '')
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'waiting', fault: 'NO_CONNECTION' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
  await rm(folder)
  await world.move(60 * 60)
  await deliver()
  const text = `${`AAA-${student_course_id}-1`.padEnd(12)}P\n`
  expect(await readFile(join(folder, name), 'utf8')).toBe(text)
  expect(await stateOf(agency_file_id)).toMatchObject({
    delivery: 'folder',
    delivery_state: 'delivered',
    receipt: name,
  })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: name, attempt: 1 }])
})

test('finds a file placed in the folder by a process that died; a different file with its name stays', async () => {
  await save({ delivery: 'folder' })
  const folder = join(world.folder, 'reports')
  const first = await makeFile()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, first.name), `${`AAA-${first.student_course_id}-1`.padEnd(12)}P\n`)
  await database.read`
    update learning.agency_file set delivery_state = 'sending', next_delivery_at = platform.now()
    where agency_file_id = ${first.agency_file_id}`
  await deliver()
  expect(await stateOf(first.agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
  const second = await makeFile()
  await writeFile(join(folder, second.name), 'another school')
  await deliver()
  expect(await stateOf(second.agency_file_id)).toMatchObject({ delivery_state: 'stopped', fault: 'EXISTS' })
  expect(await readFile(join(folder, second.name), 'utf8')).toBe('another school')
  expect(await reportsOf(second.student_course_id)).toMatchObject([{ state: 'sending' }])
})

test('a host is allowed on every port, or on the port that the operator names', async () => {
  const account = { settings, secrets: { sftp_password: server.password } }
  const codeFor = (allowed: string) => {
    try {
      openDelivery('sftp', account, [allowed])
      return null
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  expect(codeFor('127.0.0.1')).toBeNull()
  expect(codeFor(`127.0.0.1:${server.port}`)).toBeNull()
  expect(codeFor('127.0.0.1:22')).toBe('NOT_ALLOWED')
})

test.each([
  ['a wrong password', {}, 'wrong', 'SIGN_IN'],
  ['another key', { sftp_host_key: fingerprintOf(Buffer.from('x')) }, server.password, 'HOST_KEY'],
  ['a host that the operator does not allow', { sftp_host: 'localhost' }, server.password, 'NOT_ALLOWED'],
])('%s stops the delivery until staff deliver again', async (_case, changes, password, fault) => {
  await save(changes, password)
  const { student_course_id, agency_file_id } = await makeFile()
  await deliver()
  await world.move(60 * 60)
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'stopped', fault })
  expect(server.files.size).toBe(0)
  await save()
  await deliverAgencyFile.run(staff(), { agency_file_id })
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted' }])
})

test('staff check after a lost connection; then the file is delivered again or counts as delivered', async () => {
  const { student_course_id, agency_file_id, name } = await makeFile()
  server.script('lost-after-rename')
  await deliver()
  await world.move(60 * 60)
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'unclear', fault: 'UNCLEAR' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
  const input = { agency_file_id, by_hand: true, receipt: 'R-7' }
  await expect(deliverAgencyFile.run(staff(2), input)).rejects.toMatchObject({ kind: { code: 'NOT_FOUND' } })
  expect(deliverAgencyFile.may.gate(world.staff(['MANAGE_STUDENTS:READ']).actor)).toBe(false)
  const results = await Promise.allSettled([
    deliverAgencyFile.run(staff(), input),
    deliverAgencyFile.run(staff(), input),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered', receipt: 'R-7' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', receipt: name }])
  await expect(deliverAgencyFile.run(staff(), input)).rejects.toMatchObject({ kind: { code: 'FILE_NOT_UNDELIVERED' } })
})

test('the next process finds the file at the agency if one dies after the delivery', async () => {
  const { student_course_id, agency_file_id, name } = await makeFile()
  await database.read`
    update learning.agency_file set delivery_state = 'sending', delivery_attempt = 1, next_delivery_at = platform.now()`
  server.files.set(name, Buffer.from(`${`AAA-${student_course_id}-1`.padEnd(12)}P\n`))
  await Promise.all([deliver(), deliver()])
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'accepted', attempt: 1 }])
  const [counted] = await database.read<{ n: number }>`
    select count(*)::int as n from learning.completion_report_answer a
    join learning.completion_report r using (completion_report_id)
    where r.student_course_id = ${student_course_id} and a.counted`
  expect(counted).toEqual({ n: 1 })
})

test('a delivery is unclear and nothing is sent a second time if the process dies before it', async () => {
  const { agency_file_id } = await makeFile()
  await database.read`
    update learning.agency_file set delivery_state = 'sending', delivery_attempt = 1, next_delivery_at = platform.now()`
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'unclear' })
  expect(server.files.size).toBe(0)
})

/** A file whose process died after the agency had received the file and removed it from the folder. */
async function taken(changes: Record<string, string> = {}) {
  await save(changes)
  const file = await makeFile()
  await database.read`
    update learning.agency_file set delivery_state = 'sending', delivery_attempt = 1, next_delivery_at = platform.now()
    where agency_file_id = ${file.agency_file_id}`
  return file
}

test('a look-up interrupted by the server is repeated, and the file is not delivered a second time', async () => {
  const sftpServer = await startSftpSimulator()
  const host_key = fingerprintOf(sftpServer.host_key)
  const { student_course_id, agency_file_id } = await taken({
    sftp_port: String(sftpServer.port),
    sftp_host_key: host_key,
  })
  await sftpServer.close()
  for (const _sweep of [1, 2]) {
    await deliver()
    expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'sending', fault: 'NO_CONNECTION' })
    await world.move(60 * 60)
  }
  await save()
  await deliver()
  expect(server.files.size).toBe(0)
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'unclear', fault: 'UNCLEAR' })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
})

test('a refused look-up leaves the delivery unclear; staff may decide one without a response', async () => {
  const file = await taken({ sftp_host_key: fingerprintOf(Buffer.from('x')) })
  await deliver()
  expect(await stateOf(file.agency_file_id)).toMatchObject({ delivery_state: 'unclear', fault: 'HOST_KEY' })
  const { agency_file_id } = await taken({ sftp_port: '1' })
  const decide = () => deliverAgencyFile.run(staff(), { agency_file_id, by_hand: true, receipt: 'R-8' })
  await expect(decide()).rejects.toMatchObject({ kind: { code: 'FILE_NOT_UNDELIVERED' } })
  await deliver()
  await decide()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered', receipt: 'R-8' })
})

/** The state in which `make take-over` leaves a restored database. */
const resume = () => database.read`
  insert into platform.installation (installation, resumed_at) values ('test', platform.now())
  on conflict (one_row) do update set resumed_at = excluded.resumed_at`

test.each(['waiting', 'tried again', 'sending'])(
  'a file that was %s in a restored database is unclear until staff decide, and later files are delivered',
  async (before) => {
    if (before === 'tried again') await save({ sftp_port: '1' })
    const { agency_file_id, name } = await makeFile()
    if (before === 'tried again') await deliver()
    if (before === 'sending')
      await database.read`
      update learning.agency_file set delivery_state = 'sending', delivery_attempt = 1, next_delivery_at = platform.now()`
    await save()
    await world.move(10)
    await resume()
    await world.move(2 * 60 * 60)
    await deliver()
    expect(server.files.size).toBe(0)
    expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'unclear', fault: 'UNCLEAR' })
    await deliverAgencyFile.run(staff(), { agency_file_id })
    await deliver()
    expect([...server.files.keys()]).toEqual([name])
    expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
    const numberOf = (file: string) => Number(/\d+/.exec(file)![0])
    const later = await makeFile()
    await deliver()
    expect(await stateOf(later.agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
    // The agency may already have files with the next numbers, so a gap is left, once.
    expect(numberOf(later.name)).toBe(numberOf(name) + 101)
    expect(numberOf((await makeFile()).name)).toBe(numberOf(name) + 102)
  },
)

test('a completion that waited for a file in a restored database is in no file until staff have checked', async () => {
  const owed = async () => {
    const report = await world.owed({ version: course.permit })
    await database.read`
      update learning.completion_report set agency = ${agency}, state_code = 'AZ'
      where completion_report_id = ${report.completion_report_id}`
    return report
  }
  const { student_course_id, completion_report_id } = await owed()
  await world.move(10)
  await resume()
  await world.move(10)
  await sweepReports(job(), noSignal)
  await expect(makeAgencyFile.run(staff(), { agency })).rejects.toMatchObject({ kind: { code: 'NOTHING_WAITS' } })
  const later = await owed()
  expect(await makeAgencyFile.run(staff(), { agency })).toMatchObject({ records: 1 })
  expect(await reportsOf(later.student_course_id)).toMatchObject([{ state: 'sending' }])
  await resolveUnanswered.run(staff(), { student_course_id, completion_report_id, receipt: '' })
  expect(await makeAgencyFile.run(staff(), { agency })).toMatchObject({ records: 1 })
  expect(await reportsOf(student_course_id)).toMatchObject([{ state: 'sending' }])
})

test('an attempt that another one has replaced records neither an arrival nor a fault', async () => {
  const { agency_file_id } = await makeFile()
  const claim = () => job().tx((inner) => claimDelivery(inner))
  const former = (await claim())!
  expect(await claim()).toBeNull()
  await world.move(10 * 60 + 1)
  const current = (await claim())!
  expect(current.delivery_attempt).toBe(former.delivery_attempt + 1)
  const arrive = (file: typeof current) => job().tx((inner) => recordArrival(inner, file, 'R-9'))
  expect(await arrive(former)).toBe(false)
  await job().tx((inner) => recordDeliveryFault(inner, former, { code: 'SETTINGS', state: 'stopped' }))
  const rows = () => database.read`
    select delivery_state, delivery_receipt, delivery_fault from learning.agency_file
    where agency_file_id = ${agency_file_id}`
  expect(await rows()).toEqual([{ delivery_state: 'sending', delivery_receipt: null, delivery_fault: null }])
  expect(await arrive(current)).toBe(true)
  expect(await rows()).toEqual([{ delivery_state: 'arrived', delivery_receipt: 'R-9', delivery_fault: null }])
})

test('a queue on hold delivers nothing', async () => {
  const { agency_file_id } = await makeFile()
  await holdAgency.run(admin(), { agency, reason: 'Audit' })
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'waiting' })
  await releaseAgency.run(admin(), { agency, reason: 'Done' })
  await deliver()
  expect(await stateOf(agency_file_id)).toMatchObject({ delivery_state: 'delivered' })
})

test("the test signs in and shows the server's key; the page shows a file in the layout", async () => {
  expect(await testAgencyAccount.run(admin(), { agency })).toMatchObject({
    reached: true,
    identity: settings.sftp_host_key,
    fault: null,
  })
  await save({}, 'wrong')
  expect(await testAgencyAccount.run(admin(), { agency })).toMatchObject({ reached: false, fault: 'SIGN_IN' })
  const { preview, missing, fields, testable } = await fetchAgency.run(admin(), { agency })
  expect(preview).toEqual({
    faults: [],
    sample: [],
    left_out: [],
    file: { name: 'az-001.txt', text: 'AAA-0-1     P\n' },
  })
  expect({ missing, testable }).toEqual({ missing: [], testable: true })
  const names = fields.map(({ name }) => name)
  expect(names).toContain('sftp_key')
  expect(names).not.toContain('s3_bucket')
  expect(fields.find(({ name }) => name === 'sftp_password')).toMatchObject({ value: '', filled: true })
  await save({ sample: 'AAA-1-1     X\n' })
  expect((await fetchAgency.run(admin(), { agency })).preview).toMatchObject({
    sample: [{ line: 1, field: 'outcome', fault: 'code' }],
  })
})

test('refuses an incorrect layout and lists its faults', async () => {
  const wrong = JSON.stringify({ ...layout, fields: [{ name: 'id', from: 'submission_id' }] })
  await expect(save({ layout: wrong })).rejects.toMatchObject({
    issues: [{ path: 'settings.layout', message: expect.stringContaining('needs a width') }],
  })
})

test.each([
  ['sftp_host', 'localhost'],
  ['sftp_port', '2222'],
  ['sftp_user', 'school-200'],
  ['sftp_host_key', fingerprintOf(Buffer.from('x'))],
])('another %s needs the secret again, and ends one that was not entered again', async (name, value) => {
  const change = (secrets: Record<string, string>) =>
    saveAgencyAccount.run(admin(), { agency, method: 'file', settings: { ...settings, [name]: value }, secrets })
  const readFiles = async () => {
    const [row] = await database.read<{ names: string[]; value: string }>`
      select array(select jsonb_object_keys(secrets) order by 1) as names, settings ->> ${name}::text as value
      from learning.agency_account where agency = ${agency}`
    return row!
  }
  const refusal = { issues: [{ path: 'secrets.sftp_password', message: expect.stringContaining('again') }] }
  await expect(change({})).rejects.toMatchObject(refusal)
  await expect(change({ sftp_password: '' })).rejects.toMatchObject(refusal)
  expect(await readFiles()).toEqual({ names: ['sftp_password'], value: settings[name as keyof typeof settings] })
  expect(await change({ sftp_key: 'A private key' })).toMatchObject({ missing: [] })
  expect(await readFiles()).toEqual({ names: ['sftp_key'], value })
  // The same destination needs no secret.
  await change({})
  expect(await readFiles()).toEqual({ names: ['sftp_key'], value })
})

test('requires https for a bucket, except on localhost', async () => {
  const at = (s3_endpoint: string) => save({ delivery: 's3', s3_endpoint })
  await expect(at('http://s3.example.com')).rejects.toMatchObject({ issues: [{ path: 'settings.s3_endpoint' }] })
  await at('https://s3.example.com')
  await at('http://127.0.0.1:9000')
  const way = (s3_endpoint: string) =>
    openDelivery(
      's3',
      { settings: { s3_endpoint, s3_bucket: 'b', s3_region: 'r', s3_key_id: 'k' }, secrets: { s3_secret: 's' } },
      ['s3.example.com'],
    )
  expect(() => way('http://s3.example.com')).toThrow('not encrypted')
  expect(way('https://s3.example.com')).toHaveProperty('deliver')
})
