import { expect, onTestFinished, test } from 'vitest'
import { openJobCtx } from '#jobs/worker.ts'
import { listCertificates } from '#modules/learning/certificates/list-certificates.ts'
import { reportingState } from '#modules/learning/index.ts'
import { manifests } from '#modules/manifests.ts'
import { openRateLimiter } from '#platform/http/rate.ts'
import { MailFailed } from '#platform/mail/mail.ts'
import { stateIdOf } from '#platform/states.ts'
import {
  askLicenseClass,
  askLicenseState,
  licenseClassQuestion,
  licenseStateQuestion,
} from '#tests/fixtures/learning/license-state.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { openTestApp } from '#tests/support/app.ts'
import { createApp } from '#web/app.ts'
import { mailCertificateJob } from './mail-certificate.job.ts'
import { sweepCertificatesJob } from './sweep-certificates.job.ts'

const app = await openTestApp({ jobs: true })
const user_id = await app.userId('student@example.com')

const pass = (course_id: number, driver_license?: string) => passCourse(app, user_id, course_id, driver_license)

async function newestOf(student_course_id: number) {
  const all = await listCertificates(await app.ctx(), user_id)
  return all.find((certificate) => certificate.student_course_id === student_course_id)
}

test('a passed student gets the certificate by mail and online and is reported to the agency, each once', async () => {
  await app.database.read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
  const student_course_id = await pass(1)
  expect((await app.runJobs()).failed).toEqual([])
  const certificate = await newestOf(student_course_id)
  expect(certificate).toMatchObject({ course_name: 'Basic Driver Improvement' })
  const emails = app.mail.sent.filter(({ subject }) => subject === 'Your certificate: Basic Driver Improvement')
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ to: 'student@example.com' })
  for (const fact of [certificate!.certificate_number, 'Name on the certificate', 'Issued on'])
    expect(emails[0]!.text).toContain(fact)
  const [attached] = emails[0]!.attachments!
  expect(attached).toMatchObject({
    name: expect.stringMatching(/ - Certificate of Completion\.pdf$/),
    content_type: 'application/pdf',
  })
  expect(Buffer.from(attached!.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  const [picture] = emails[0]!.pictures!
  expect(emails[0]!.html).toContain(`src="cid:${picture!.id}"`)
  expect([...picture!.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(await reportingState(await app.ctx(), student_course_id)).toMatchObject({
    state: 'accepted',
    agency: 'fl-dhsmv',
  })
  expect(app.agency.simulator.ledger()).toHaveLength(1)

  const student = await app.as(user_id)
  const file = await student.get(`/certificate/download/${certificate!.student_certificate_id}`)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect(file.headers.get('content-disposition')).toContain('Certificate of Completion.jpg')
  expect((await student.get(`/certificate/viewCertificates?ids=${certificate!.student_certificate_id}`)).status).toBe(
    200,
  )
  expect((await student.post('/certificate/download', [certificate!.student_certificate_id])).body.data).toHaveLength(1)

  expect((await app.runJobs(true)).failed).toEqual([])
  expect(app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(1)
  expect(app.agency.simulator.submissions()).toBe(1)
})

test('emails a certificate once, even if its job runs again or died before recording the email', async () => {
  const student_course_id = await pass(2)
  app.mail.sent.length = 0
  await app.runJobs()
  const certificate = (await newestOf(student_course_id))!
  const emails = () => app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate'))
  expect(emails()).toHaveLength(1)
  const { read } = app.database
  const [mail] = await read<{ certificate_mail_id: number }>`
    select certificate_mail_id from learning.certificate_mail
    where student_certificate_id = ${certificate.student_certificate_id}`
  const attempt = { id: 'again', number: 2, last: false, signal: new AbortController().signal }
  const run = async () => mailCertificateJob.run(openJobCtx(app.services, mailCertificateJob), mail!, attempt)
  await run()
  expect(emails()).toHaveLength(1)
  // As if the process had died between the mail server's response and the row.
  await read`update learning.certificate_mail set sent_at = null where certificate_mail_id = ${mail!.certificate_mail_id}`
  await run()
  expect(emails()).toHaveLength(1)
})

test('a certificate is not emailed to an account that was removed after the email was requested', async () => {
  const { read } = app.database
  const { student_certificate_id } = (await newestOf(await pass(2).finally(() => app.runJobs())))!
  const student = await app.as(user_id)
  expect((await student.get(`/certificate/email?student_certificate_id=${student_certificate_id}&email=`)).status).toBe(
    200,
  )
  app.mail.sent.length = 0
  await read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
  onTestFinished(async () => {
    await read`update identity.person set deleted_at = null where user_id = ${user_id}`
  })
  expect((await app.runJobs()).failed).toEqual([])
  expect(app.mail.sent).toEqual([])
  const dueRows = await read`
    select from learning.certificate_mail
    where student_certificate_id = ${student_certificate_id} and sent_at is null`
  expect(dueRows).toHaveLength(0)
})

test('a certificate that is withdrawn after its email was requested is not emailed', async () => {
  const { student_certificate_id } = (await newestOf(await pass(2).finally(() => app.runJobs())))!
  const student = await app.as(user_id)
  const { status } = await student.get(`/certificate/email?student_certificate_id=${student_certificate_id}&email=`)
  expect(status).toBe(200)
  app.mail.sent.length = 0
  onTestFinished(async () => {
    await app.database.read`
      delete from learning.certificate_mail where student_certificate_id = ${student_certificate_id} and sent_at is null`
  })
  const staff = await app.as(await app.userId('admin@example.com'))
  const withdrawn = await staff.put('/certificate/toggleDelete', { student_certificate_id, deleted: true })
  expect(withdrawn.status).toBe(200)
  expect((await app.runJobs()).failed).toEqual([])
  expect(app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate'))).toEqual([])
})

test('sends no email on issue to a student who chose paper only', async () => {
  const student_course_id = await pass(3)
  const { read } = app.database
  const [order] = await read<{ order_id: number }>`
    insert into checkout.customer_order (organization_id, user_id, intent_id, lk_order_status_id, paid_at, subtotal_cents,
      add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email)
    values (1, ${user_id}, gen_random_uuid(), 2, platform.now(), 0, 0, 0, 0, 0, 'Ana', 'Student', 'student@example.com')
    returning order_id`
  await read`
    insert into checkout.order_item (order_id, organization_id, course_website_id, course_version_id, name, price_cents,
      lk_shipping_type_id, send_email_ind, student_course_id)
    select ${order!.order_id}, 1, course_website_id, course_version_id, 'Mailed', 0, 2, false, student_course_id
    from learning.student_course where student_course_id = ${student_course_id}`
  await read`
    update learning.student_course set lk_shipping_type_id = 2 where student_course_id = ${student_course_id}`
  app.mail.sent.length = 0
  expect((await app.runJobs()).failed).toEqual([])
  expect(await newestOf(student_course_id)).toBeDefined()
  expect(app.mail.sent.filter(({ subject }) => subject.startsWith('Your certificate'))).toEqual([])
})

test('a student can have the certificate mailed again, but not through another site', async () => {
  const [certificate] = await listCertificates(await app.ctx(), user_id)
  const path = `/certificate/email?student_certificate_id=${certificate!.student_certificate_id}&email=`
  const student = await app.as(user_id)
  app.mail.sent.length = 0
  const response = await student.get(path)
  expect(response.body).toMatchObject({ error: false, message: 'Certificate emailed successfully.' })
  const foreignResponse = await app.app.request(`http://localhost:3000/api${path}`, {
    headers: {
      host: 'localhost:3000',
      cookie: student.cookies(),
      'sec-fetch-site': 'cross-site',
      origin: 'http://evil.example',
    },
  })
  expect(foreignResponse.status).toBe(403)
  await app.runJobs()
  expect(app.mail.sent).toHaveLength(1)
})

test('the dashboard offers each certificate to download, email and print', async () => {
  const { student_certificate_id } = (await listCertificates(await app.ctx(), user_id))[0]!
  const student = await app.as(user_id)
  const { text } = await student.visit('/dashboard')
  expect(text).toContain(`name="email" value="${student_certificate_id}"`)
  // On a phone a row is shown as a block, and each cell has its label.
  for (const heading of ['Course', 'Issuer', 'Issued Date']) expect(text).toContain(`md:hidden">${heading}</span>`)
  app.mail.sent.length = 0
  const response = await student.visit('/dashboard', { email: String(student_certificate_id) })
  expect(response.status).toBe(303)
  await app.runJobs()
  expect(app.mail.sent).toMatchObject([
    { to: 'student@example.com', attachments: [{ content_type: 'application/pdf' }] },
  ])
  const page = await student.visit('/dashboard', { email: '999999' })
  expect(page.status).not.toBe(303)
  const pdfResponse = await student.get(`/certificate/download/${student_certificate_id}?format=pdf`)
  expect(pdfResponse.headers.get('content-disposition')).toMatch(/^inline; /)
})

test('the dashboard offers the proof of enrollment of each course without scripts', async () => {
  const student = await app.as(user_id)
  const { text } = await student.visit('/dashboard')
  const [action] = /\/api\/certificate\/download\/enrollment\?student_course_id=\d+/.exec(text) ?? ['none']
  const proof = await student.visit(action, {})
  expect(proof.headers.get('content-disposition')).toContain('Verification of Enrollment.pdf')
  expect(Buffer.from(proof.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  await app.database
    .read`update learning.student_course set lk_student_course_status_id = 16 where user_id = ${user_id}`
  expect((await student.visit('/dashboard')).text).not.toContain('/api/certificate/download/enrollment')
  await app.database.read`update learning.student_course set lk_student_course_status_id = 7 where user_id = ${user_id}`
})

test('emails stay due while the mail server is down; the sweep sends each once, even if another fails', async () => {
  const [certificate] = await listCertificates(await app.ctx(), user_id)
  const { send } = app.mail
  app.mail.send = () => Promise.reject(new MailFailed('temporary', 'the server is away'))
  app.mail.sent.length = 0
  const ask = `/certificate/email?student_certificate_id=${certificate!.student_certificate_id}`
  for (const student of [await app.as(user_id), await app.as(user_id)]) await student.get(ask)
  expect((await app.runJobs(true)).failed).not.toEqual([])
  const [first] = await app.database.read<{ id: number }>`
    select min(certificate_mail_id) as id from learning.certificate_mail where sent_at is null`
  app.mail.send = async (message) => {
    if (message.dedupe_key === `learning.certificate-mail:${first!.id}`) throw new MailFailed('temporary', 'not now')
    return send(message)
  }
  await app.moveClock(20 * 60_000)
  const sweep = async () =>
    sweepCertificatesJob.run(
      openJobCtx(app.services, sweepCertificatesJob),
      {},
      {
        id: 'sweep',
        number: 1,
        last: true,
        signal: new AbortController().signal,
      },
    )
  await sweep()
  expect(app.mail.sent).toHaveLength(1)
  app.mail.send = send
  await sweep()
  await sweep()
  expect(app.mail.sent).toHaveLength(2)
})

test('the verification page shows the printed data without the name, and reports a wrong code', async () => {
  const [row] = await app.database.read<{ check_code: string }>`
    select check_code from learning.student_certificate order by student_certificate_id limit 1`
  const visitor = app.visitor()
  const response = await visitor.visit(`/certificate/check/${row!.check_code}`)
  expect(response.status).toBe(200)
  expect(response.text).toContain('This certificate is valid.')
  expect(response.text).toContain('Basic Driver Improvement')
  expect(response.text).toContain('S. S.')
  for (const secret of ['Sam', '1999', 'D123456789012', 'student@example.com'])
    expect(response.text).not.toContain(secret)
  expect((await visitor.visit('/certificate/check/AAAA-AAAA-AAAA')).text).toContain(
    "We couldn't find a certificate with this code. Compare each letter",
  )
  const input = await visitor.visit(`/certificate/check?code=${row!.check_code.toLowerCase()}`)
  expect(input.headers.get('location')).toBe(`/certificate/check/${row!.check_code.toLowerCase()}`)
  expect((await visitor.get('/certificate/check/AAAAAAAAAAAA')).status).toBe(404)
  expect((await visitor.get(`/certificate/check/${row!.check_code}`)).body.valid).toBe(true)
})

test('limits the number of certificate codes that can be tried', async () => {
  const guarded = createApp({
    services: app.services,
    site: { baseUrl: new URL('http://localhost:3000'), trustProxy: false },
    manifests,
    pages: [],
    rates: openRateLimiter(() => 0),
    ready: () => true,
  })
  const statuses: number[] = []
  for (let tries = 0; tries < 40; tries += 1) {
    const response = await guarded.request('http://localhost:3000/api/certificate/check/AAAAAAAAAAAA', {
      headers: { host: 'localhost:3000' },
    })
    statuses.push(response.status)
  }
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})

test('every demo course is reported to its agency; the permit course has no certificate', async () => {
  // The demo's theory course asks for neither the state nor the class, which the registry needs.
  await askLicenseState(app.database.read, 2)
  await askLicenseClass(app.database.read, 2)
  const license = { [licenseStateQuestion]: stateIdOf('GA')!, [licenseClassQuestion]: 1 }
  const theory = await passCourse(app, user_id, 2, undefined, license)
  const spanish = await pass(3)
  const permit = await pass(4)
  expect((await app.runJobs()).failed).toEqual([])
  const ctx = await app.ctx()
  expect(await reportingState(ctx, theory)).toMatchObject({ state: 'accepted', agency: 'fmcsa-tpr' })
  expect(await reportingState(ctx, spanish)).toMatchObject({ state: 'accepted', agency: 'fl-dhsmv' })
  expect(await reportingState(ctx, permit)).toMatchObject({ state: 'accepted', agency: 'fl-dhsmv' })
  expect((await newestOf(theory))?.name).toBe('Commercial driver theory completion record')
  expect((await newestOf(spanish))?.name).toBe('Certificado de manejo defensivo')
  expect(await newestOf(permit)).toBeUndefined()
})
