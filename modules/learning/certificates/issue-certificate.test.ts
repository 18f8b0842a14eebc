import { afterEach, expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { silentLog } from '#platform/log.ts'
import { addMonths, dayIn } from '#platform/zone.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { checkCertificate } from './check-certificate.ts'
import { fetchCertificate } from './fetch-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { listCertificates } from './list-certificates.ts'
import { contentHash } from './render/index.ts'
import { openLicense } from './sealed-license.ts'
import { sweepCertificates } from './sweep-certificates.ts'

const world = await openCompletions()
const { database, faults, job } = world
afterEach(() => {
  faults.beforePut = undefined
  faults.beforeFact = undefined
})

type Row = {
  student_certificate_id: number
  certificate_number: string
  check_code: string
  content_hash: string
  jpg_key: string
  model: Parameters<typeof contentHash>[0]
}
const certificatesOf = async (student_course_id: number): Promise<Row[]> => [
  ...(await database.read<Row>`
    select student_certificate_id, certificate_number, check_code, content_hash, jpg_key, model
    from learning.student_certificate where student_course_id = ${student_course_id}`),
]
const factsOf = (name: string, student_course_id: number) =>
  world.facts.filter(({ fact, data }) => fact === name && data.student_course_id === student_course_id)
const mailsOf = (student_certificate_id: number) =>
  database.read`select 1 from learning.certificate_mail where student_certificate_id = ${student_certificate_id}`

test('a certificate names its signer at issue, regardless of later changes', async () => {
  const { read } = database
  const setSigner = (signer: string) => read`
    insert into catalogue.certificate_signer (organization_id, name, title) values (1, ${signer}, 'Director')
    on conflict (organization_id) do update set name = excluded.name`
  const modelOf = async (id: number) => {
    const [row] = await certificatesOf(id)
    return openLicense(job(), row!.model, row!.certificate_number)
  }
  const before = await world.passed()
  await issueCertificate(job(), before.student_course_id)
  expect((await modelOf(before.student_course_id)).signer ?? null).toBeNull()
  await setSigner('Rosa Delgado')
  const after = await world.passed()
  await issueCertificate(job(), after.student_course_id)
  await setSigner('Someone Else')
  await issueCertificate(job(), after.student_course_id)
  expect((await modelOf(after.student_course_id)).signer).toMatchObject({ name: 'Rosa Delgado', title: 'Director' })
  expect((await modelOf(before.student_course_id)).signer ?? null).toBeNull()
  await read`delete from catalogue.certificate_signer`
})

test('a student who is removed while the certificate is being drawn gets it with the reserved number once restored', async () => {
  const { user_id, student_course_id } = await world.passed()
  faults.beforePut = async () => {
    faults.beforePut = undefined
    await database.read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
  }
  await issueCertificate(job(), student_course_id)
  expect(await certificatesOf(student_course_id)).toEqual([])
  const [reservation] = await database.read<{ certificate_number: string }>`
    select certificate_number from learning.certificate_reservation where student_course_id = ${student_course_id}`
  await database.read`update identity.person set deleted_at = null where user_id = ${user_id}`
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toMatchObject([reservation])
})

test('a student who was removed after passing gets the certificate once the account is restored', async () => {
  const { user_id, student_course_id } = await world.passed()
  const setRemoved = (removed: boolean) => database.read`
    update identity.person set deleted_at = case when ${removed} then platform.now() end where user_id = ${user_id}`
  const reservations = () => database.read`
    select from learning.certificate_reservation where student_course_id = ${student_course_id}`
  await setRemoved(true)
  await issueCertificate(job(), student_course_id)
  const failures: string[] = []
  const log = { ...silentLog, error: (event: string) => void failures.push(event) }
  await sweepCertificates({ ...job(), log }, noSignal)
  expect(failures).toEqual([])
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(await reservations()).toEqual([])
  await setRemoved(false)
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toHaveLength(1)
})

test('a person with one name has only that name on the certificate', async () => {
  const { student_course_id } = await world.passed({ first_name: 'Sukarno', last_name: '' })
  await issueCertificate(job(), student_course_id)
  const [row] = await certificatesOf(student_course_id)
  expect(openLicense(job(), row!.model, row!.certificate_number)).toMatchObject({ student_name: 'Sukarno' })
})

test('a passed course gets its certificate, with all printed data stored with it', async () => {
  const { user_id, student_course_id } = await world.passed({ first_name: 'Jordan', last_name: 'Whitfield' })
  await issueCertificate(job(), student_course_id)
  const [row, ...others] = await certificatesOf(student_course_id)
  expect(others).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssued)
  expect(row!.certificate_number).toMatch(/^AAA-\d{4}-\d{7}$/)
  expect(openLicense(job(), row!.model, row!.certificate_number)).toMatchObject({
    student_name: 'Jordan Whitfield',
    dob: '1999-04-12',
    driver_license: 'W316-412-99-140-0',
    hours: 4,
    organization_name: 'Organization AAA',
    check_url: `https://aaa.waypost.test/certificate/check/${row!.check_code}`,
    language: 'en-us',
  })
  expect(contentHash(openLicense(job(), row!.model, row!.certificate_number))).toBe(row!.content_hash)
  expect(factsOf('learning.certificate_issued', student_course_id)).toHaveLength(1)
  expect(await listCertificates(world.student(user_id), user_id)).toMatchObject([
    {
      course_name: 'Basic Driver Improvement',
      organization_name: 'Organization AAA',
      name: expect.stringContaining('Florida'),
    },
  ])
})

test('a certificate of a program that limits its validity shows its last day to its holder and to anyone who checks it', async () => {
  await database.read`
    update catalogue.course_version set program_id = 'fl-mature' where course_version_id = ${course.florida}`
  clearVersionCache()
  const issuedFor = async (instant: Date) => {
    const { user_id, student_course_id } = await world.passed({ at: instant })
    await issueCertificate(job(), student_course_id)
    const [row] = await certificatesOf(student_course_id)
    const valid_until = addMonths(dayIn('America/New_York', instant), 36)
    expect(row!.model).toMatchObject({ valid_until })
    expect(await listCertificates(world.student(user_id), user_id)).toMatchObject([{ valid_until }])
    const { student_certificate_id } = row!
    const details = await fetchCertificate.run(world.staff(['MANAGE_CERTIFICATES:READ']), { student_certificate_id })
    expect(details).toMatchObject({ valid_until, notice_due_on: null })
    const checked = await checkCertificate.run(job(), { code: row!.check_code })
    expect(checked).toMatchObject({ status: 'valid', valid_until })
    return checked
  }
  try {
    expect(await issuedFor(new Date())).toMatchObject({ expired_ind: false })
    expect(await issuedFor(new Date('2023-01-31T17:00:00Z'))).toMatchObject({ expired_ind: true })
  } finally {
    await database.read`
      update catalogue.course_version set program_id = null where course_version_id = ${course.florida}`
    clearVersionCache()
  }
})

test("a certificate is dated in its organization's time zone, for its holder and for staff", async () => {
  const { user_id, student_course_id } = await world.passed()
  const setZone = (name: string) => database.read`
    update identity.organization set time_zone = ${name}
    where organization_id = (select organization_id from identity.person where user_id = ${user_id})`
  try {
    await setZone('Pacific/Honolulu')
    await issueCertificate(job(), student_course_id)
  } finally {
    await setZone('America/New_York')
  }
  const [row] = await certificatesOf(student_course_id)
  expect(row!.model.time_zone).toBe('Pacific/Honolulu')
  // The printed values stay, even if the organization moves.
  expect(await listCertificates(world.student(user_id), user_id)).toMatchObject([{ time_zone: 'Pacific/Honolulu' }])
  const [certificate] = await database.read<{ time_zone: string }>`
    select time_zone from learning.v_student_certificate where student_course_id = ${student_course_id}`
  expect(certificate).toEqual({ time_zone: 'Pacific/Honolulu' })
})

test('repeated and simultaneous calls create one certificate, one number and one email', async () => {
  const { student_course_id } = await world.passed()
  await Promise.all(Array.from({ length: 4 }, () => issueCertificate(job(), student_course_id)))
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  const rows = await certificatesOf(student_course_id)
  expect(rows).toHaveLength(1)
  expect(await mailsOf(rows[0]!.student_certificate_id)).toHaveLength(1)
  expect(factsOf('learning.certificate_issued', student_course_id)).toHaveLength(1)
  const numbers = await database.read<{ n: number }>`
    select count(*)::int as n from learning.certificate_reservation where student_course_id = ${student_course_id}`
  expect(numbers[0]!.n).toBe(1)
})

test('a course whose report was refused gets one certificate, too, also from simultaneous calls', async () => {
  const { student_course_id } = await world.passed()
  await job().tx((ctx) => changeStatus(ctx, student_course_id, status.completionError, 'agency'))
  await Promise.all(Array.from({ length: 4 }, () => issueCertificate(job(), student_course_id)))
  expect(await certificatesOf(student_course_id)).toHaveLength(1)
  expect(factsOf('learning.certificate_issued', student_course_id)).toHaveLength(1)
})

test('the next attempt issues the same number and code after a crash during rendering', async () => {
  const { student_course_id } = await world.passed()
  faults.beforePut = () => {
    throw new Error('killed')
  }
  await expect(issueCertificate(job(), student_course_id)).rejects.toThrow('killed')
  const [reserved] = await database.read<Row>`
    select certificate_number, check_code from learning.certificate_reservation
    where student_course_id = ${student_course_id}`
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  faults.beforePut = undefined
  await world.move(3600)
  await issueCertificate(job(), student_course_id)
  expect(await certificatesOf(student_course_id)).toMatchObject([{ ...reserved }])
})

test('a crash before the commit stores nothing, and the sweep issues the certificate', async () => {
  const { student_course_id } = await world.passed()
  faults.beforeFact = (fact) => {
    if (fact === 'learning.certificate_mail_owed') throw new Error('killed')
  }
  await expect(issueCertificate(job(), student_course_id)).rejects.toThrow('killed')
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  faults.beforeFact = undefined
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toHaveLength(1)
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssued)
})

test('one certificate that fails to render does not delay the others', async () => {
  const brokenCourse = await world.passed()
  const goodPerson = await world.passed()
  let first = true
  faults.beforePut = () => {
    if (first) {
      first = false
      throw new Error('the disk is full')
    }
  }
  await sweepCertificates(job(), noSignal)
  faults.beforePut = undefined
  expect(await certificatesOf(brokenCourse.student_course_id)).toEqual([])
  expect(await certificatesOf(goodPerson.student_course_id)).toHaveLength(1)
  expect(world.lines).toContainEqual(expect.objectContaining({ event: 'certificate.failed', level: 'error' }))
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(brokenCourse.student_course_id)).toHaveLength(1)
})

test('a permit course issues no certificate and stays Passed', async () => {
  const { user_id, student_course_id } = await world.passed({ version: course.permit })
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  expect(await listCertificates(world.student(user_id), user_id)).toEqual([])
})

test('a course refunded during rendering gets no certificate', async () => {
  const { student_course_id } = await world.passed()
  faults.beforePut = async () => {
    faults.beforePut = undefined
    await world
      .ctx({ kind: 'system', name: 'test' })
      .tx((ctx) => changeStatus(ctx, student_course_id, status.refunded, 'payment'))
  }
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toEqual([])
  expect(await world.statusOf(student_course_id)).toBe(status.refunded)
})

test('an issued certificate cannot be changed or removed, except for its delivery', async () => {
  const { student_course_id } = await world.passed()
  await issueCertificate(job(), student_course_id)
  const where = database.read`where student_course_id = ${student_course_id}`
  await expect(
    database.read`update learning.student_certificate set certificate_number = 'X' ${where}`,
  ).rejects.toThrow(/does not change/)
  await expect(database.read`delete from learning.student_certificate ${where}`).rejects.toThrow(/does not change/)
  const shipped = await database.read`
    update learning.student_certificate set shipped_at = platform.now(), dispatched_at = platform.now() ${where}`
  expect(shipped.count).toBe(1)
})
