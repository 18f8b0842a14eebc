import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import { openCompletions } from '#tests/fixtures/learning/completion.ts'
import { checkCertificate } from './check-certificate.ts'
import { downloadCertificateByStudent } from './download-by-student.ts'
import { downloadCertificate } from './download-certificate.ts'
import { downloadCertificates } from './download-certificates.ts'
import { downloadEnrollment } from './download-enrollment.ts'
import { emailCertificate } from './email-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { viewCertificates } from './view-certificates.ts'

const world = await openCompletions()
const notFound = { kind: { status: 404 } }
const forbidden = { kind: { status: 403 } }
const visitor = (organization_id = 1) => world.ctx({ kind: 'anonymous' }, organization_id)

type Issued = { user_id: number; student_course_id: number; student_certificate_id: number; check_code: string }
let ownCertificate: Issued
let otherCertificate: Issued

async function issue(first_name: string, last_name: string): Promise<Issued> {
  const passedPerson = await world.passed({ first_name, last_name })
  await issueCertificate(world.job(), passedPerson.student_course_id)
  const [row] = await world.database.read<{ student_certificate_id: number; check_code: string }>`
    select student_certificate_id, check_code from learning.student_certificate
    where student_course_id = ${passedPerson.student_course_id}`
  return { ...passedPerson, ...row! }
}

beforeAll(async () => {
  ownCertificate = await issue('María', 'de la Cruz')
  otherCertificate = await issue('Other', 'Student')
})

const bytesOf = async ({ body }: BinaryResponse) => new Uint8Array(await new Response(body as BodyInit).arrayBuffer())
const startsWith = (bytes: Uint8Array, text: string) => Buffer.from(bytes.subarray(0, text.length)).toString('latin1')
const download = (ctx: Ctx, student_certificate_id: number) => downloadCertificate.run(ctx, { student_certificate_id })

test('the holder downloads the certificate as a picture or PDF, under their own name', async () => {
  const ctx = world.student(ownCertificate.user_id)
  const picture = await download(ctx, ownCertificate.student_certificate_id)
  expect(picture).toMatchObject({ name: 'María de la Cruz - Certificate of Completion.jpg', type: 'image/jpeg' })
  expect([...(await bytesOf(picture)).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const pdf = await downloadCertificate.run(ctx, {
    student_certificate_id: ownCertificate.student_certificate_id,
    format: 'pdf',
  })
  expect(pdf.name).toBe('María de la Cruz - Certificate of Completion.pdf')
  expect(startsWith(await bytesOf(pdf), '%PDF-')).toBe('%PDF-')
})

test('refuses another student, a visitor, staff without the permission and staff of another organization', async () => {
  await expect(
    download(world.student(otherCertificate.user_id), ownCertificate.student_certificate_id),
  ).rejects.toMatchObject(notFound)
  await expect(download(visitor(), ownCertificate.student_certificate_id)).rejects.toMatchObject({
    kind: { status: 401 },
  })
  const withoutKey = world.staff(['MANAGE_STUDENTS:READ'])
  await expect(download(withoutKey, ownCertificate.student_certificate_id)).rejects.toMatchObject(forbidden)
  const otherStaff = world.staff(['MANAGE_CERTIFICATES:READ'], 2)
  await expect(download(otherStaff, ownCertificate.student_certificate_id)).rejects.toMatchObject(notFound)
  const reader = world.staff(['MANAGE_CERTIFICATES:READ'])
  expect((await bytesOf(await download(reader, ownCertificate.student_certificate_id))).length).toBeGreaterThan(10_000)
})

test('one certificate out of scope refuses the whole list', async () => {
  const ctx = world.student(ownCertificate.user_id)
  const ids = [ownCertificate.student_certificate_id, otherCertificate.student_certificate_id]
  await expect(downloadCertificates.run(ctx, { ids })).rejects.toMatchObject(notFound)
  await expect(viewCertificates.run(ctx, { ids })).rejects.toMatchObject(notFound)
  const { data } = await downloadCertificates.run(ctx, { ids: [ownCertificate.student_certificate_id] })
  expect(data).toEqual([
    {
      student_certificate_id: ownCertificate.student_certificate_id,
      name: 'María de la Cruz - Certificate of Completion.jpg',
      url: `/api/certificate/download/${ownCertificate.student_certificate_id}`,
    },
  ])
})

test('one certificate is shown inline as a picture, several as one document with a page each', async () => {
  const response = await viewCertificates.run(world.student(ownCertificate.user_id), {
    ids: [ownCertificate.student_certificate_id],
  })
  expect(response).toMatchObject({ inline: true, type: 'image/jpeg' })
  expect((await bytesOf(response)).length).toBeGreaterThan(10_000)
  const staff = world.staff(['MANAGE_CERTIFICATES:READ'])
  const ids = [ownCertificate.student_certificate_id, otherCertificate.student_certificate_id]
  const several = await viewCertificates.run(staff, { ids })
  expect(several.type).toBe('application/pdf')
  const text = Buffer.from(await bytesOf(several)).toString('latin1')
  expect(text.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
})

test('T-38: a student can have a certificate emailed only to their proven address, staff to any', async () => {
  const emails = () => world.database.read<{ email: string }>`
    select email from learning.certificate_mail
    where student_certificate_id = ${ownCertificate.student_certificate_id} and because = 'asked' order by 1`
  const { student_certificate_id } = ownCertificate
  const ctx = world.student(ownCertificate.user_id)
  await expect(emailCertificate.run(ctx, { student_certificate_id })).rejects.toMatchObject({
    kind: { code: 'CONFIRM_EMAIL_FIRST' },
  })
  await world.database
    .read`update identity.person set email_proven_at = now() where user_id = ${ownCertificate.user_id}`
  await emailCertificate.run(ctx, { student_certificate_id, email: '' })
  await expect(
    emailCertificate.run(ctx, { student_certificate_id, email: 'stranger@example.com' }),
  ).rejects.toMatchObject(forbidden)
  await expect(
    emailCertificate.run(world.student(otherCertificate.user_id), { student_certificate_id }),
  ).rejects.toMatchObject(notFound)
  const reader = world.staff(['MANAGE_CERTIFICATES:READ'])
  await expect(emailCertificate.run(reader, { student_certificate_id })).rejects.toMatchObject(forbidden)
  const staff = world.staff(['MANAGE_CERTIFICATES:UPDATE'])
  const { message } = await emailCertificate.run(staff, { student_certificate_id, email: 'court@example.com' })
  expect(message).toBe('Certificate emailed successfully.')
  const [owner] = await world.database.read<{ email: string }>`
    select email from identity.person where user_id = ${ownCertificate.user_id}`
  expect((await emails()).map(({ email }) => email).toSorted()).toEqual(['court@example.com', owner!.email].toSorted())
})

test('anyone with the code sees course, organization, date and initials, and no other personal data', async () => {
  const printedCode = `${ownCertificate.check_code.slice(0, 4)}-${ownCertificate.check_code.slice(4, 8)}-${ownCertificate.check_code.slice(8)}`
  const result = await checkCertificate.run(visitor(2), { code: printedCode.toLowerCase() })
  expect(result).toMatchObject({
    valid: true,
    status: 'valid',
    course_name: 'Basic Driver Improvement',
    organization_name: 'Organization AAA',
    initials: 'M. D. L. C.',
  })
  expect(Object.keys(result).toSorted()).toEqual([
    'certificate_number',
    'course_name',
    'expired_ind',
    'initials',
    'issued_at',
    'organization_name',
    'replaced_by',
    'status',
    'time_zone',
    'valid',
    'valid_until',
  ])
  const text = JSON.stringify(result)
  for (const secret of ['María', 'Cruz', '1999', 'W316', '@example.com']) expect(text).not.toContain(secret)
})

test('reports a wrong or malformed code as unknown', async () => {
  const wrongCode = ownCertificate.check_code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const code of [wrongCode, 'x', "' or 1=1 --", '000000000000', 'ÑÑÑÑ-ÑÑÑÑ-ÑÑÑÑ']) {
    await expect(checkCertificate.run(visitor(), { code })).rejects.toMatchObject(notFound)
  }
  await expect(checkCertificate.run(visitor(), { code: 'A'.repeat(41) })).rejects.toMatchObject({
    kind: { status: 400 },
  })
})

test("a student's newest certificate is available to the student and to staff in scope", async () => {
  const input = { student_id: ownCertificate.user_id }
  const staff = world.staff(['MANAGE_CERTIFICATES:READ'])
  const file = await downloadCertificateByStudent.run(staff, input)
  expect(file.name).toBe('María de la Cruz - Certificate of Completion.jpg')
  expect((await bytesOf(file)).length).toBeGreaterThan(10_000)
  await expect(downloadCertificateByStudent.run(world.student(otherCertificate.user_id), input)).rejects.toMatchObject(
    notFound,
  )
  const otherStaff = world.staff(['MANAGE_CERTIFICATES:READ'], 2)
  await expect(downloadCertificateByStudent.run(otherStaff, input)).rejects.toMatchObject(notFound)
  await expect(downloadCertificateByStudent.run(staff, { student_id: 999_999 })).rejects.toMatchObject(notFound)
})

test('only the enrolled student downloads the proof of enrollment, and not after a refund', async () => {
  const { user_id, student_course_id } = await world.passed({ first_name: 'Ana', last_name: 'Núñez', report: false })
  const response = await downloadEnrollment.run(world.student(user_id), { student_course_id })
  expect(response.name).toBe('Ana Núñez - Verification of Enrollment.pdf')
  expect(startsWith(await bytesOf(response), '%PDF-')).toBe('%PDF-')
  const stranger = world.student(otherCertificate.user_id)
  await expect(downloadEnrollment.run(stranger, { student_course_id })).rejects.toMatchObject(notFound)
  const otherStaff = world.staff(['MANAGE_STUDENTS:READ'], 2)
  await expect(downloadEnrollment.run(otherStaff, { student_course_id })).rejects.toMatchObject(notFound)
  await world
    .ctx({ kind: 'system', name: 'test' })
    .tx((ctx) => changeStatus(ctx, student_course_id, status.refunded, 'payment'))
  await expect(downloadEnrollment.run(world.student(user_id), { student_course_id })).rejects.toMatchObject(notFound)
})

test('a withdrawn certificate is shown as such, and its holder can no longer download it', async () => {
  await world.database.read`
    update learning.student_certificate set deleted_at = platform.now()
    where student_certificate_id = ${otherCertificate.student_certificate_id}`
  const result = await checkCertificate.run(visitor(), { code: otherCertificate.check_code })
  expect(result).toMatchObject({ valid: false, status: 'withdrawn' })
  await expect(
    download(world.student(otherCertificate.user_id), otherCertificate.student_certificate_id),
  ).rejects.toMatchObject(notFound)
})

test('a certificate with lost files is redrawn from its data, identical to the byte', async () => {
  const ctx = world.student(ownCertificate.user_id)
  const input = { student_certificate_id: ownCertificate.student_certificate_id }
  const before = [await bytesOf(await download(ctx, ownCertificate.student_certificate_id))]
  before.push(await bytesOf(await downloadCertificate.run(ctx, { ...input, format: 'pdf' })))
  await rm(join(world.folder, 'files'), { recursive: true })
  const after = [await bytesOf(await viewCertificates.run(ctx, { ids: [ownCertificate.student_certificate_id] }))]
  after.push(await bytesOf(await downloadCertificate.run(ctx, { ...input, format: 'pdf' })))
  expect(after.map((bytes) => Buffer.from(bytes))).toEqual(before.map((bytes) => Buffer.from(bytes)))
  expect(world.lines.filter(({ event }) => event === 'certificate.redrawn')).toHaveLength(1)
})
