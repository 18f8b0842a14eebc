import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { sweepCertificates } from '#modules/learning/certificates/sweep-certificates.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { noSignal, course as offered, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { findCertificateApprovers } from './approvers.ts'
import { decideCertificate } from './decide-certificate.ts'
import { fetchManualIssue } from './fetch-manual-issue.ts'
import { requestCertificate } from './request-certificate.ts'

const world = await openCompletions()
const { database, job, passed } = world
const keys = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE'] as const

/** Creates staff of the organization. */
async function colleague(organization_id = 1) {
  const user_id = await world.addPerson()
  const ctx = world.staff([...keys], organization_id)
  return { user_id, ctx: ctx.as({ actor: { ...ctx.actor, user_id } as typeof ctx.actor }) }
}
const ask = (by: Awaited<ReturnType<typeof colleague>>, student_course_id: number, reason = 'Paper jam') =>
  requestCertificate.run(by.ctx, { student_course_id, reason })
const decide = (by: Awaited<ReturnType<typeof colleague>>, certificate_request_id: number, approve = true) =>
  decideCertificate.run(by.ctx, { certificate_request_id, approve })
const shownTo = (by: Awaited<ReturnType<typeof colleague>>, student_course_id: number) =>
  fetchManualIssue.run(by.ctx, { student_course_id })
const refusal = (code: string) => ({ kind: { code } })
const certificatesOf = async (student_course_id: number) => [
  ...(await database.read<{ version: number; certificate_number: string }>`
    select version, certificate_number from learning.student_certificate
    where student_course_id = ${student_course_id} order by version`),
]

/** A passed course that is not reported to any agency. */
async function unregulated() {
  const course = await passed({ version: offered.florida, report: false })
  await database.read`delete from catalogue.course_state where course_version_id = ${offered.florida}`
  clearVersionCache()
  return course
}
async function regulated() {
  const course = await passed({ report: false })
  await database.read`
    insert into catalogue.course_state (course_version_id, lk_state_id) values (${offered.florida}, 10)
    on conflict do nothing`
  clearVersionCache()
  return course
}

test('a regulated course awaits a second person, other than the requester and the student', async () => {
  const { student_course_id, user_id } = await regulated()
  const [asker, second] = [await colleague(), await colleague()]
  const response = await ask(asker, student_course_id)
  expect(response).toMatchObject({
    certificate_number: null,
    message: 'Certificate requested. A second person must approve it.',
  })
  expect(await certificatesOf(student_course_id)).toEqual([])
  const { certificate_request_id } = response
  await expect(ask(asker, student_course_id)).rejects.toMatchObject(refusal('CERTIFICATE_REQUESTED'))
  await expect(decide(asker, certificate_request_id)).rejects.toMatchObject(refusal('SECOND_PERSON_NEEDED'))
  await database.read`
    insert into identity.linked_account (organization_id, user_id, related_user_id)
    values (1, ${second.user_id}, ${asker.user_id})`
  await expect(decide(second, certificate_request_id)).rejects.toMatchObject(refusal('SECOND_PERSON_NEEDED'))
  const { ctx } = asker
  const student = { user_id, ctx: ctx.as({ actor: { ...ctx.actor, user_id } as typeof ctx.actor }) }
  await expect(decide(student, certificate_request_id)).rejects.toMatchObject(refusal('OWN_COURSE'))
  await expect(ask(student, student_course_id)).rejects.toMatchObject(refusal('OWN_COURSE'))
  const third = await colleague()
  expect(await shownTo(third, student_course_id)).toMatchObject({
    issuable: true,
    second_person: true,
    request: { certificate_request_id, reason: 'Paper jam', own: false },
  })
  expect((await shownTo(asker, student_course_id)).request).toMatchObject({ own: true })
  const decision = await decide(third, certificate_request_id)
  expect(await certificatesOf(student_course_id)).toEqual([
    { version: 1, certificate_number: decision.certificate_number },
  ])
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssuedManually)
  await expect(decide(third, certificate_request_id)).rejects.toMatchObject(refusal('CERTIFICATE_REQUEST_DECIDED'))
  const [event] = await database.read`
    select actor_user_id, after from platform.audit_event
    where action = 'certificate.issueManually' and subject = ${`student_course_id:${student_course_id}`}`
  expect(event).toMatchObject({
    actor_user_id: third.user_id,
    after: { reason: 'Paper jam', approved_by: third.user_id, certificate_number: decision.certificate_number },
  })
  const [change] = await database.read`
    select reason from learning.student_course_status_change
    where student_course_id = ${student_course_id} and to_status_id = ${status.certificateIssuedManually}`
  expect(change).toEqual({ reason: 'Paper jam' })
  // A manually issued certificate is not issued again.
  await issueCertificate(job(), student_course_id)
  await sweepCertificates(job(), noSignal)
  expect(await certificatesOf(student_course_id)).toHaveLength(1)
  await expect(ask(asker, student_course_id)).rejects.toMatchObject(refusal('CERTIFICATE_EXISTS'))
})

test('a second person may decline, and the requester may withdraw; then it can be requested again', async () => {
  const { student_course_id } = await regulated()
  const [asker, second] = [await colleague(), await colleague()]
  const first = await ask(asker, student_course_id)
  expect(await findCertificateApprovers(job(), first.certificate_request_id)).toMatchObject({ student_course_id })
  expect(await decide(second, first.certificate_request_id, false)).toMatchObject({ message: 'Request declined.' })
  expect(await findCertificateApprovers(job(), first.certificate_request_id)).toBeNull()
  const repeated = await ask(asker, student_course_id)
  expect(await decide(asker, repeated.certificate_request_id, false)).toMatchObject({ message: 'Request withdrawn.' })
  await expect(decide(second, repeated.certificate_request_id)).rejects.toMatchObject(
    refusal('CERTIFICATE_REQUEST_DECIDED'),
  )
  expect(await world.statusOf(student_course_id)).toBe(status.passed)
  expect(await certificatesOf(student_course_id)).toEqual([])
})

test('twenty simultaneous approvals issue one certificate and one email', async () => {
  const { student_course_id } = await regulated()
  const { certificate_request_id } = await ask(await colleague(), student_course_id)
  const approvers = []
  for (let index = 0; index < 20; index += 1) approvers.push(await colleague())
  const results = await Promise.allSettled(approvers.map((approver) => decide(approver, certificate_request_id)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  expect(await certificatesOf(student_course_id)).toHaveLength(1)
  const [mails] = await database.read<{ n: number }>`
    select count(*)::int as n from learning.certificate_mail m join learning.student_certificate c using (student_certificate_id)
    where c.student_course_id = ${student_course_id}`
  expect(mails!.n).toBe(1)
})

test('refuses an unpassed course, one with a certificate, one that issues none, and an empty reason', async () => {
  const someone = await colleague()
  const { student_course_id } = await regulated()
  await expect(ask(someone, student_course_id, ' ')).rejects.toThrow()
  await issueCertificate(job(), student_course_id)
  await expect(ask(someone, student_course_id)).rejects.toMatchObject(refusal('CERTIFICATE_EXISTS'))
  const permit = await passed({ version: offered.permit, report: false })
  await expect(ask(someone, permit.student_course_id)).rejects.toMatchObject(refusal('NO_CERTIFICATE_TEMPLATE'))
  const failing = await regulated()
  await database.read`
    update learning.student_course set lk_student_course_status_id = 4
    where student_course_id = ${failing.student_course_id}`
  await expect(ask(someone, failing.student_course_id)).rejects.toMatchObject(refusal('COURSE_NOT_PASSED'))
})

test('a course refunded while waiting gets no certificate', async () => {
  const { student_course_id } = await regulated()
  const { certificate_request_id } = await ask(await colleague(), student_course_id)
  await job().tx((ctx) => changeStatus(ctx, student_course_id, status.refunded, 'payment'))
  await expect(decide(await colleague(), certificate_request_id)).rejects.toMatchObject(refusal('COURSE_NOT_PASSED'))
  expect(await certificatesOf(student_course_id)).toEqual([])
})

test('a withdrawn certificate can be followed by a manual one, and a refused report stays visible', async () => {
  const { student_course_id } = await regulated()
  await issueCertificate(job(), student_course_id)
  await database.read`
    update learning.student_certificate set deleted_at = platform.now() where student_course_id = ${student_course_id}`
  await job().tx((ctx) => changeStatus(ctx, student_course_id, status.completionErrorFlhsmv, 'agency'))
  const { certificate_request_id } = await ask(await colleague(), student_course_id)
  await decide(await colleague(), certificate_request_id)
  expect((await certificatesOf(student_course_id)).map(({ version }) => version)).toEqual([1, 2])
  expect(await world.statusOf(student_course_id)).toBe(status.completionErrorFlhsmv)
})

test('staff of another organization find neither course nor request, and read-only staff cannot decide', async () => {
  const { student_course_id } = await regulated()
  const { certificate_request_id } = await ask(await colleague(), student_course_id)
  const stranger = await colleague(2)
  await expect(ask(stranger, student_course_id)).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(decide(stranger, certificate_request_id)).rejects.toMatchObject(refusal('NOT_FOUND'))
  await expect(shownTo(stranger, student_course_id)).rejects.toMatchObject(refusal('NOT_FOUND'))
  const reader = { user_id: 1, ctx: world.staff(['MANAGE_CERTIFICATES:READ']) }
  await expect(decide(reader, certificate_request_id)).rejects.toMatchObject(refusal('FORBIDDEN'))
  expect((await shownTo(reader, student_course_id)).updates).toBe(false)
})

test('a course that is not reported needs no second person', async () => {
  const { student_course_id } = await unregulated()
  const response = await ask(await colleague(), student_course_id)
  expect(response).toMatchObject({ message: 'Certificate issued.', certificate_number: expect.any(String) })
  expect(await world.statusOf(student_course_id)).toBe(status.certificateIssuedManually)
})
