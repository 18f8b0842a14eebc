import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { beforeAll, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { addSomeone } from '#modules/checkout/keys/keys.fixture.ts'
import { verifyExport } from '#platform/audit/verify-export.mjs'
import { zipFile } from '#platform/readers/write-zip.ts'
import { openZip } from '#platform/readers/zip.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { addAuditor, openAuditor } from '#tests/support/auditor.ts'
import { byBearer } from '#tests/support/outsiders.ts'
import { ok } from '#tests/support/path.ts'
import { clipToAccess, requireAccess } from './audited-courses.ts'
import { openExport } from './export-audit.ts'

const app = await openTestApp({ jobs: true })
const { database } = app
const student_id = await app.userId('student@example.com')
const admin_id = await app.userId('admin@example.com')
await database.read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${student_id}`
let innerCount = 0
let otherProgram = 0
beforeAll(async () => {
  innerCount = await passCourse(app, student_id, 1)
  otherProgram = await passCourse(app, student_id, 4)
  await app.runJobs(true)
  // Added last, so that the certificate does not wait for a number from the agency.
  await database.read`update catalogue.course_version set program_id = 'fl-bdi' where course_version_id = 1`
  await database.read`update catalogue.course_version set program_id = 'fl-adi' where course_version_id = 4`
  clearVersionCache()
})

const today = () => new Date().toISOString().slice(0, 10)
const period = { program_id: 'fl-bdi', from_on: '2020-01-01', to_on: '2099-12-31', ends_on: today() }

async function signIn(): Promise<{ user_id: number; client: Client }> {
  const user_id = await addAuditor(app)
  return { user_id, client: await openAuditor(app, user_id) }
}

/** An auditor's calls, with valid input. */
const reads = () =>
  [
    '/auditor/roster',
    `/auditor/record/${innerCount}?format=json`,
    '/auditor/rules',
    '/auditor/numbers',
    '/auditor/export',
  ] as const

test('an invited auditor sets up a second factor, reads the records, and the school sees what was read', async () => {
  const admin = await app.as(admin_id)
  const email = 'inspector@example.com'
  const invitation = { email, first_name: 'Ina', last_name: 'Spector', ...period }
  const { invitation_id } = ok(await admin.post('/auditor/invite', invitation))
  await app.runJobs()
  const letter = app.mail.sent.find(({ to }) => to === email)
  expect(letter?.subject).toContain('as an auditor')
  const token = /token=([\w-]{43})/.exec(letter?.text ?? '')![1]!
  const visitor = app.visitor()
  expect((await visitor.visit(`/invitation/instructor?token=${token}`)).text).toContain('as an auditor')
  const password = 'Merge-With-Care-77!'
  const person = { first_name: 'Ina', last_name: 'Spector', loginid: 'inspector', password, confirmPassword: password }
  const step = ok(await visitor.post('/user/invitation/accept', { token, ...person }))
  expect(step).toMatchObject({ needs2fa: true, step: 'set-up', user: null })
  const handle = byBearer(app, step.token)
  expect((await handle.get('/auditor/roster')).status).toBe(401)
  const { secret } = ok(await handle.post('/user/login/start2fa'))
  const [{ epoch } = { epoch: 0 }] = await database.read<{ epoch: number }>`
    select floor(extract(epoch from platform.now()))::int as epoch`
  const code = generateSync({ secret, epoch })
  const session = ok(await handle.post('/user/verify2faToken', { token: code, loginid: 'inspector' }))
  const auditor = byBearer(app, session.token)
  const roster = ok(await auditor.get('/auditor/roster'))
  expect(roster.access).toMatchObject({ program_id: 'fl-bdi', from_on: '2020-01-01' })
  expect(roster.courses.map(({ student_course_id }: { student_course_id: number }) => student_course_id)).toEqual([
    innerCount,
  ])
  const record = await auditor.get(`/auditor/record/${innerCount}?format=json`)
  expect(JSON.parse(record.text)).toMatchObject({ for_staff: true, course: { student_course_id: innerCount } })
  const result = ok(await admin.get('/auditors')).auditors[0]
  expect(result).toMatchObject({ invitation_id, email, name: 'Ina Spector', state: 'active', reads: 2 })
  const { reads: seenResult } = ok(await admin.get(`/auditor/reads/${invitation_id}`))
  const page = await admin.visit(`/manage/auditors?auditor=${invitation_id}`)
  expect([page.status, page.text.includes(`course ${innerCount}`)]).toEqual([200, true])
  expect(seenResult).toMatchObject([
    { action: 'auditor.record', student_course_id: innerCount },
    { action: 'auditor.roster', student_course_id: null },
  ])
  ok(await admin.post('/auditor/end', { invitation_id }))
  expect((await auditor.get('/auditor/roster')).status).toBe(401)
  expect((await admin.post('/auditor/end', { invitation_id })).status).toBe(404)
})

test('an auditor reads the audited courses, and no other program, school or period', async () => {
  const { user_id, client } = await signIn()
  for (const path of reads()) expect((await client.get(path)).status, path).toBe(200)
  expect((await client.get(`/auditor/record/${otherProgram}`)).status).toBe(404)
  expect((await client.get('/auditor/record/999999')).status).toBe(404)
  const numbers = JSON.parse((await client.get('/auditor/numbers')).text)
  expect(numbers.certificates).toMatchObject([{ student_course_id: innerCount, withdrawn_at: null }])
  const rules = JSON.parse((await client.get('/auditor/rules')).text)
  expect(rules).toMatchObject({ program_id: 'fl-bdi', course_versions: [{ course_version_id: 1, courses: 1 }] })
  expect(rules.pack_sha256).toMatch(/^[0-9a-f]{64}$/)
  const readsNothing = async () => {
    expect((await client.get(`/auditor/record/${innerCount}`)).status).toBe(404)
    expect(ok(await client.get('/auditor/roster')).courses).toEqual([])
  }
  await database.read`update identity.audit_access set to_on = '2020-12-31' where user_id = ${user_id}`
  await readsNothing()
  await database.read`
    update identity.audit_access set from_on = '2099-01-01', to_on = '2099-12-31' where user_id = ${user_id}`
  await readsNothing()
})

const passedOn = (day: string) => ({ passed_at: `${day}T17:00:00Z`, expires_at: null })
const expiredOn = (day: string) => ({ passed_at: null, expires_at: `${day}T17:00:00Z` })
const running = { passed_at: null, expires_at: null }
/** Courses that began on March 10, 2025, and periods of an access: whether the auditor reads them. */
const periods: [string, { passed_at: string | null; expires_at: string | null }, string, string, boolean][] = [
  ['began on the last day', passedOn('2025-06-20'), '2025-01-01', '2025-03-10', true],
  ['began the day after', passedOn('2025-06-20'), '2025-01-01', '2025-03-09', false],
  ['was passed on the first day', passedOn('2025-06-20'), '2025-06-20', '2025-12-31', true],
  ['was passed the day before', passedOn('2025-06-20'), '2025-06-21', '2025-12-31', false],
  ['was under way all the time', passedOn('2025-06-20'), '2025-04-01', '2025-04-30', true],
  ['expired on the first day', expiredOn('2025-09-06'), '2025-09-06', '2025-12-31', true],
  ['expired the day before', expiredOn('2025-09-06'), '2025-09-07', '2025-12-31', false],
  ['has not ended', running, '2090-01-01', '2090-12-31', true],
]
test.each(periods)('a course that %s is read or not', async (_, ended, from_on, to_on, isRead) => {
  const { user_id, client } = await signIn()
  const [wasRow] = await database.read<{ created_at: Date; passed_at: Date; expires_at: Date | null }>`
    select created_at, passed_at, expires_at from learning.student_course where student_course_id = ${innerCount}`
  const set = (row: object) =>
    database.read`update learning.student_course set ${database.read(row)} where student_course_id = ${innerCount}`
  await set({ created_at: '2025-03-10T17:00:00Z', ...ended })
  await database.read`
    update identity.audit_access set from_on = ${from_on}, to_on = ${to_on} where user_id = ${user_id}`
  const { courses } = ok(await client.get('/auditor/roster'))
  expect(courses).toHaveLength(isRead ? 1 : 0)
  expect((await client.get(`/auditor/record/${innerCount}?format=json`)).status).toBe(isRead ? 200 : 404)
  await set(wasRow!)
})

test('the days of an export are clipped to the period of the access', () => {
  const access = { from_on: '2025-02-01', to_on: '2025-11-30' } as Parameters<typeof clipToAccess>[0]
  const days = (period: Parameters<typeof clipToAccess>[1]) => {
    const { from_on, to_on } = clipToAccess(access, period)
    return [from_on, to_on]
  }
  expect(days({})).toEqual(['2025-02-01', '2025-11-30'])
  expect(days({ from_on: '2025-03-01', to_on: '2025-04-30' })).toEqual(['2025-03-01', '2025-04-30'])
  expect(days({ from_on: '2025-01-31', to_on: '2025-12-01' })).toEqual(['2025-02-01', '2025-11-30'])
  expect(days({ to_on: '2099-12-31' })).toEqual(['2025-02-01', '2025-11-30'])
})

test("an auditor of another school finds none of this school's courses", async () => {
  const client = await openAuditor(app, await addAuditor(app, 'LSD'), 'LSD')
  expect(ok(await client.get('/auditor/roster')).courses).toEqual([])
  expect((await client.get(`/auditor/record/${innerCount}`)).status).toBe(404)
})

test('an auditor reads nothing without a second factor, or after the end', async () => {
  const { user_id, client } = await signIn()
  await database.read`update identity.session set method = 'password' where user_id = ${user_id}`
  for (const path of reads()) expect((await client.get(path)).body, path).toMatchObject({ code: 'AUDIT_ACCESS_OVER' })
  await database.read`update identity.session set method = 'totp' where user_id = ${user_id}`
  expect((await client.get('/auditor/roster')).status).toBe(200)
  await database.read`
    update identity.audit_access set ends_at = platform.now() - interval '1 second' where user_id = ${user_id}`
  for (const path of reads()) expect((await client.get(path)).status, path).toBe(401)
})

test('an auditor chooses a language and reads the legal pages; no menu leads to pages that are refused', async () => {
  const { client } = await signIn()
  const records = await client.visit('/auditor')
  const header = /<header[\s\S]*<\/header>/.exec(records.text)?.[0] ?? ''
  expect(header).toContain('action="/logout"')
  for (const path of ['/settings', '/checkout', '/courses/search', '/notifications']) {
    expect(header, path).not.toContain(`href="${path}`)
  }
  for (const path of ['/terms', '/privacy', '/accessibility']) {
    expect((await client.visit(path)).status, path).toBe(200)
    expect(records.text).toContain(`href="${path}"`)
  }
  ok(await client.post('/user/setLanguage', { language: 'es-es' }))
  expect((await client.visit('/auditor')).text).toContain('Registros para auditoría')
})

test('pages send an auditor to the records; other pages, and every change, are refused', async () => {
  const { client } = await signIn()
  const records = await client.visit('/auditor')
  expect(records.status).toBe(200)
  expect(records.text).toContain(`/api/auditor/record/${innerCount}?format=pdf`)
  for (const path of ['/dashboard', '/manage/students', '/courses/search', '/settings']) {
    expect((await client.visit(path)).headers.get('location'), path).toBe('/auditor')
  }
  const calls = [
    ['/cart/addToCart', { course_website_id: 1001 }],
    ['/report/resubmitCompletion', { student_course_id: innerCount }],
    ['/auditor/invite', { email: 'x@example.com', ...period }],
    ['/auditor/end', { invitation_id: 1 }],
  ] as const
  for (const [path, body] of calls) expect((await client.post(path, body)).status, path).toBe(403)
  expect((await client.get('/student/fetch')).status).toBe(403)
  expect(ok(await client.get('/user/getCurrentUser')).user.role).toBe('Auditor')
  ok(await client.post('/user/logout', {}))
  expect((await client.get('/auditor/roster')).status).toBe(401)
})

test('an export that is being sent ends when the access or session ends, or the course leaves the audit', async () => {
  const endings = [
    (id: number) =>
      database.read`update identity.audit_access set ended_at = platform.now(), ended_by = user_id where user_id = ${id}`,
    (id: number) => database.read`update identity.audit_access set ends_at = platform.now() where user_id = ${id}`,
    (id: number) => database.read`update identity.session set ended_at = platform.now() where user_id = ${id}`,
    (id: number) => database.read`update identity.audit_access set program_id = 'fl-adi' where user_id = ${id}`,
  ]
  for (const end of [null, ...endings]) {
    const user_id = await addAuditor(app)
    const actor = await app.actorOf(user_id, 'SSD')
    await database.read`update identity.session set method = 'totp' where user_id = ${user_id}`
    const ctx = await app.ctx(actor, 'SSD')
    const { bytes } = await openExport(ctx, await requireAccess(ctx), {})
    await end?.(user_id)
    const readAll = async () => {
      let length = 0
      for await (const part of bytes()) length += part.length
      return length
    }
    if (end) await expect(readAll()).rejects.toMatchObject({ kind: { code: 'AUDIT_ACCESS_OVER' } })
    else expect(await readAll()).toBeGreaterThan(1_000)
  }
})

test('only an Admin of the school invites and ends auditors, within a year', async () => {
  const admin = await app.as(admin_id)
  const invite = (caller: Client, overrides: object = {}) =>
    caller.post('/auditor/invite', { email: 'other-inspector@example.com', ...period, ...overrides })
  for (const invalidInput of [
    { from_on: '2030-01-01', to_on: '2029-01-01' },
    { ends_on: '2020-01-01' },
    { ends_on: '2099-01-01' },
  ])
    expect((await invite(admin, invalidInput)).body).toMatchObject({ code: 'AUDIT_DAYS' })
  expect((await invite(admin, { program_id: "x'; drop" })).status).toBe(400)
  const instructor = await app.as(await app.userId('instructor@example.com'))
  expect((await invite(instructor)).status).toBe(403)
  expect((await invite(await app.as(student_id))).status).toBe(403)
  const { invitation_id } = ok(await invite(admin))
  expect((await invite(admin)).status).toBe(409)
  const otherOrganizationPerson = await addSomeone(app, 'LSD', 1)
  expect((await otherOrganizationPerson.post('/auditor/end', { invitation_id })).status).toBe(404)
  expect(ok(await otherOrganizationPerson.get('/auditors')).auditors).toEqual([])
  expect(ok(await otherOrganizationPerson.get(`/auditor/reads/${invitation_id}`)).reads).toEqual([])
  // An auditor's invitation is not in the instructors' list and cannot be changed by its calls.
  expect((await admin.post('/user/invitation/resend', { invitation_id })).status).toBe(404)
  const { invitations } = ok(await admin.get('/user/invitation/fetch'))
  expect(invitations.map((invitation: { invitation_id: number }) => invitation.invitation_id)).not.toContain(
    invitation_id,
  )
  const page = await admin.visit('/manage/auditors')
  expect(page.text).toContain('other-inspector@example.com')
  expect((await admin.visit('/manage/auditors', { invitation_id: String(invitation_id) })).status).toBe(303)
  expect(ok(await admin.get('/auditors')).auditors[0]).toMatchObject({ invitation_id, state: 'ended' })
})

test('an export is verified by openssl and sha256sum, as VERIFY.txt says; a changed file is found', async () => {
  const { client } = await signIn()
  const zip = await openZip((await client.get('/auditor/export')).bytes, { entries: 100, unpacked: 10_000_000 })
  const folder = await mkdtemp(join(tmpdir(), 'waypost-export-'))
  await mkdir(join(folder, 'courses'))
  for (const name of zip.names) await writeFile(join(folder, name), (await zip.bytes(name))!)
  await writeFile(join(folder, 'key.pem'), ok(await app.visitor().get('/auditor/key')).public_key)
  const howTo = (await zip.text('VERIFY.txt'))!
  const commands = howTo.match(/^ {2}\w+ .*?(?= {8}|$)/gm)!.map((line) => line.trim())
  expect(commands.map((command) => command.split(' ')[0])).toEqual(['node', 'openssl', 'sha256sum'])
  const runs = (command: string) => {
    const [program, ...args] = command.split(' ')
    return spawnSync(program!, args, { cwd: folder, encoding: 'utf8' })
  }
  const [signature, sums] = commands.slice(1).map(runs)
  expect(signature).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified Successfully') })
  expect(sums).toMatchObject({ status: 0, stdout: '' })
  await writeFile(join(folder, 'roster.csv'), 'another')
  expect(runs(commands[2]!)).toMatchObject({ status: 1, stdout: expect.stringContaining('roster.csv: FAILED') })
  await writeFile(join(folder, 'SHA256SUMS'), 'another')
  expect(runs(commands[1]!).status).toBe(1)
  await rm(folder, { recursive: true })
})

test('an export is verified in an empty folder by the one file of the page; a changed byte is found', async () => {
  const { client } = await signIn()
  const folder = await mkdtemp(join(tmpdir(), 'waypost-verifier-'))
  const { bytes } = await client.get('/auditor/export')
  const program = (await client.get('/auditor/verifier')).bytes
  await writeFile(join(folder, 'verify-export.mjs'), program)
  await writeFile(join(folder, 'key.pem'), ok(await client.get('/auditor/key')).public_key)
  const verify = async (content: Uint8Array) => {
    await writeFile(join(folder, 'export.zip'), content)
    const args = ['verify-export.mjs', 'export.zip', '--key', 'key.pem']
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  }
  expect(await verify(bytes)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^OK {7}.*: 1 courses\nmade/) })
  // The first byte of a file's packed content.
  const changedBytes = Uint8Array.from(bytes)
  const name = Buffer.from(changedBytes.buffer).indexOf('roster.csv')
  changedBytes[name + 'roster.csv'.length]! ^= 1
  expect(await verify(changedBytes)).toMatchObject({ status: 1, stdout: 'CHANGED  roster.csv: changed\n' })
  expect(await verify(bytes.slice(0, -30))).toMatchObject({ status: 2, stderr: expect.stringContaining('ZIP') })
  // The copy in the archive is the same program.
  const zip = await openZip(bytes, { entries: 100, unpacked: 10_000_000 })
  expect(Buffer.from((await zip.bytes('verify-export.mjs'))!)).toEqual(Buffer.from(program))
  // Only what Node.js itself has.
  const imports = [
    ...Buffer.from(program)
      .toString()
      .matchAll(/from '([^']+)'/g),
  ].map(([, from]) => from)
  expect(imports.every((from) => from!.startsWith('node:'))).toBe(true)
  await rm(folder, { recursive: true })
})

test('an export has the events of certificates, agencies, programs and numbers in its days, and the voided numbers', async () => {
  const admin = await app.as(admin_id)
  const agency = 'fl-dhsmv'
  ok(await admin.post('/certificate/numbers', { agency, numbers: ['AUDIT-1', 'AUDIT-2'] }))
  ok(await admin.put('/certificate/numbers/void', { agency, numbers: ['AUDIT-1'], reason: 'Damaged form' }))
  // Numbers of another state's agency belong to other programs, also those for any course of that agency.
  ok(await admin.post('/certificate/numbers', { agency: 'tx-tdlr', numbers: ['90000001'] }))
  ok(await admin.post('/agency/hold', { agency, reason: 'The portal is closed' }))
  ok(await admin.post('/agency/release', { agency, reason: 'It is open' }))
  ok(
    await admin.post('/program/rule', {
      program_id: 'fl-bdi',
      rule: 'eligibility.frequency',
      value: 12,
      reason: 'Read in the statute',
    }),
  )
  const [certificate] = await database.read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${innerCount}`
  const { student_certificate_id } = certificate!
  ok(await admin.get(`/certificate/email?student_certificate_id=${student_certificate_id}`))
  await app.runJobs(true)
  const { client } = await signIn()
  const { public_key } = ok(await app.visitor().get('/auditor/key'))
  const read = async (query = '') => {
    const { bytes } = await client.get(`/auditor/export${query}`)
    expect(verifyExport(bytes, public_key).faults).toEqual([])
    const zip = await openZip(bytes, { entries: 100, unpacked: 10_000_000 })
    return {
      about: (await zip.text('audit-events.jsonl'))!,
      school: (await zip.text('school-events.jsonl'))!,
      numbers: JSON.parse((await zip.text('numbers.json'))!),
      manifest: JSON.parse((await zip.text('manifest.json'))!),
    }
  }
  const fullLog = await read()
  expect(fullLog.about).toContain(`student_certificate_id:${student_certificate_id}`)
  for (const action of [
    'certificateNumbers.add',
    'certificateNumbers.void',
    'agency.hold',
    'agency.release',
    'program.setRule',
  ])
    expect(fullLog.school, action).toContain(`"${action}`.replaceAll('"', String.raw`\"`))
  expect(fullLog.school).not.toContain('tx-tdlr')
  expect(fullLog.numbers.stock).toMatchObject([{ agency, added: 2, taken: 0, voided: 1, left: 1 }])
  expect(fullLog.numbers.voided).toMatchObject([{ number: 'AUDIT-1', agency, why: 'voided', reason: 'Damaged form' }])
  expect(fullLog.manifest).toMatchObject({
    format: 'waypost-audit-export/2',
    period: { starts_at: expect.stringMatching(/^2020-01-01T0/), ends_before: expect.stringMatching(/^2100-01-01T0/) },
    files: { 'school-events.jsonl': { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  })
  // Numbers and events of today are outside of days that are over.
  const former = await read('?to_on=2021-12-31')
  expect(former.school).toBe('')
  expect(former.numbers).toMatchObject({ to_on: '2021-12-31', stock: [], voided: [] })
})

test('an export is verified with the public key alone; a change of a file, the manifest or the key is found', async () => {
  const { client } = await signIn()
  const { bytes } = await client.get('/auditor/export')
  const { public_key } = ok(await app.visitor().get('/auditor/key'))
  const verification = verifyExport(bytes, public_key)
  expect(verification.faults).toEqual([])
  expect(verification.manifest).toMatchObject({ program_id: 'fl-bdi', courses: 1 })
  const zip = await openZip(bytes, { entries: 100, unpacked: 10_000_000 })
  const files = Object.fromEntries(
    await Promise.all(zip.names.map(async (name) => [name, (await zip.bytes(name))!] as const)),
  )
  expect(Object.keys(files)).toContain(`courses/${innerCount}.json`)
  expect(new TextDecoder().decode(files['audit-events.jsonl'])).toContain(`student_course_id:${innerCount}`)
  const changedExport = async (overrides: Record<string, string | Uint8Array>, key = public_key) =>
    verifyExport(zipFile({ ...files, ...overrides }), key).faults
  expect(await changedExport({})).toEqual([])
  expect(await changedExport({ 'roster.csv': 'another' })).toEqual(['roster.csv: changed'])
  expect(await changedExport({ 'extra.txt': 'more' })).toEqual(['extra.txt: not in the manifest'])
  expect(await changedExport({ SHA256SUMS: 'another' })).toEqual(['SHA256SUMS: changed'])
  expect(await changedExport({ 'SHA256SUMS.sig': 'another' })).toEqual(['SHA256SUMS.sig: changed'])
  const { 'numbers.json': _, ...fewer } = files
  expect(verifyExport(zipFile(fewer), public_key).faults).toEqual(['numbers.json: missing'])
  const manifest = new TextDecoder().decode(files['manifest.json']).replace('fl-bdi', 'fl-adi')
  expect(await changedExport({ 'manifest.json': manifest })).toEqual([
    'the signature is not that of this key and this manifest',
  ])
  const { publicKey } = generateKeyPairSync('ed25519')
  const other = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  expect(await changedExport({}, other)).toEqual(['the signature is not that of this key and this manifest'])
})
