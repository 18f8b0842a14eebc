import { expect, test } from 'vitest'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { businessDayAfter } from '#modules/learning/reporting/business-days.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { filesPort } from '#platform/ports.ts'
import { legalDay, startOfDay } from '#platform/zone.ts'
import { course, noSignal, openCompletions } from '#tests/fixtures/learning/completion.ts'
import { askLicenseState, stateLicense } from '#tests/fixtures/learning/license-state.ts'
import { bindBook } from './bind-book.ts'
import { bindCertificates } from './bind-certificates.ts'
import { listLateMails } from './certificate-mail.sql.ts'
import { selectVisibleCertificates } from './certificate-scope.ts'
import { checkCertificate } from './check-certificate.ts'
import { downloadMultiple } from './download-multiple.ts'
import { emailCertificate } from './email-certificate.ts'
import { fetchCertificate } from './fetch-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { listCertificates } from './list-certificates.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { replaceCertificate } from './replace-certificate.ts'
import { requestBook } from './request-book.ts'
import { openLicense } from './sealed-license.ts'
import { markShipped, shipCertificates } from './ship-certificates.ts'
import { sweepCertificates } from './sweep-certificates.ts'
import { toggleCertificate } from './toggle-certificate.ts'
import { updateCertificate } from './update-certificate.ts'

const world = await openCompletions()
const { database, job } = world
const permissions = ['MANAGE_CERTIFICATES:READ', 'MANAGE_CERTIFICATES:UPDATE', 'MANAGE_CERTIFICATES:DELETE'] as const
const staff = () => world.staff([...permissions])
const otherStaff = () => world.staff([...permissions], 2)
const refusal = (code: string) => ({ kind: { code } })

type Row = {
  student_certificate_id: number
  version: number
  certificate_number: string
  check_code: string
  shipped_at: Date | null
  dispatched_at: Date | null
  deleted_at: Date | null
  model: { student_name: string; driver_license: string; dob: string }
}
const versionsOf = (student_course_id: number) => database.read<Row>`
  select student_certificate_id, version, certificate_number, check_code, shipped_at, dispatched_at, deleted_at, model
  from learning.student_certificate where student_course_id = ${student_course_id} order by version`

/** A course with its certificate, delivered by the given method. */
async function addCertificate(lk_shipping_type_id = 2) {
  const { student_course_id, user_id } = await world.passed({ first_name: 'Jordan', last_name: 'Whitfeld' })
  await database.read`
    update learning.student_course set lk_shipping_type_id = ${lk_shipping_type_id}
    where student_course_id = ${student_course_id}`
  await issueCertificate(job(), student_course_id)
  const [row] = await versionsOf(student_course_id)
  return { student_course_id, user_id, ...row! }
}
const auditOf = (action: string, student_certificate_id: number) => database.read<{ before: object; after: object }>`
  select before, after from platform.audit_event
  where action = ${action} and subject = ${`student_certificate_id:${student_certificate_id}`}`

test('T-46: a corrected name creates a version with a new number; the old verification page names the replacement', async () => {
  const first = await addCertificate()
  const { student_course_id, student_certificate_id } = first
  const correction = { student_certificate_id, student_name: 'Jordan Whitfield', reason: 'Typing error' }
  const result = await updateCertificate.run(staff(), correction)
  expect(result.message).toBe('Successfully updated certificate.')
  const [old, current] = await versionsOf(student_course_id)
  expect(old!.model.student_name).toBe('Jordan Whitfeld')
  expect(current).toMatchObject({ version: 2, model: { student_name: 'Jordan Whitfield' } })
  const licenseOf = (row: Row) => openLicense(job(), row.model, row.certificate_number).driver_license
  expect(licenseOf(current!)).toBe(licenseOf(old!))
  expect(current!.certificate_number).not.toBe(old!.certificate_number)
  expect(await checkCertificate.run(staff(), { code: first.check_code })).toMatchObject({
    status: 'replaced',
    valid: false,
    replaced_by: current!.certificate_number,
  })
  expect(await checkCertificate.run(staff(), { code: current!.check_code })).toMatchObject({
    valid: true,
    replaced_by: null,
  })
  expect(await auditOf('certificate.update', student_certificate_id)).toMatchObject([
    {
      before: { certificate_number: old!.certificate_number },
      after: { certificate_number: current!.certificate_number, corrected: ['student_name'], reason: 'Typing error' },
    },
  ])
  // A second reissue of the old version is refused, and the error names the current version.
  await expect(updateCertificate.run(staff(), correction)).rejects.toMatchObject({
    ...refusal('CERTIFICATE_REPLACED'),
    params: { number: current!.certificate_number },
  })
  // An unchanged value creates no new version, and the next version keeps earlier corrections.
  const { student_certificate_id: latest } = current!
  await updateCertificate.run(staff(), { ...correction, student_certificate_id: latest })
  expect(await versionsOf(student_course_id)).toHaveLength(2)
  const third = await reissueCertificate.run(staff(), { student_certificate_id: latest, reason: 'Lost' })
  const { student_name, versions } = await fetchCertificate.run(staff(), {
    student_certificate_id: third.student_certificate_id,
  })
  expect([student_name, versions.map(({ version }) => version)]).toEqual(['Jordan Whitfield', [3, 2, 1]])
})

test('a corrected date of birth is corrected for the person, in the audit log and on the new version', async () => {
  const { student_certificate_id, student_course_id, user_id } = await addCertificate()
  const correction = { student_certificate_id, dob: '1999-04-21', reason: 'As on the licence' }
  await updateCertificate.run(staff(), correction)
  const births = () => database.read<{ dob: string }>`
    select dob::text from identity.person where user_id = ${user_id}`
  expect(await births()).toMatchObject([{ dob: '1999-04-21' }])
  const [, current] = await versionsOf(student_course_id)
  expect(current).toMatchObject({ version: 2, model: { dob: '1999-04-21' } })
  const auditRows = () => database.read`
    select before, after from platform.audit_event
    where action = 'user.correctDateOfBirth' and subject = ${`user_id:${user_id}`}`
  const event = { before: { dob: '1999-04-12' }, after: { dob: '1999-04-21', reason: 'As on the licence' } }
  expect(await auditRows()).toEqual([event])

  // Repeating a correction changes nothing, and another organization has no such certificate.
  const latest = current!.student_certificate_id
  await updateCertificate.run(staff(), { ...correction, student_certificate_id: latest })
  expect(await versionsOf(student_course_id)).toHaveLength(2)
  const other = { student_certificate_id: latest, dob: '1999-05-01', reason: '' }
  await expect(updateCertificate.run(otherStaff(), other)).rejects.toMatchObject(refusal('NOT_FOUND'))
  expect(await births()).toMatchObject([{ dob: '1999-04-21' }])
  expect(await auditRows()).toHaveLength(1)
})

test('refuses a date of birth outside the age limits of the course, and issues no new certificate', async () => {
  const { student_certificate_id, student_course_id, user_id } = await addCertificate()
  const setAgeRule = async (rule: object) => {
    await database.read`
      update catalogue.course_version
      set course_registration_options = course_registration_options || ${database.read.json(rule as never)}
      where course_version_id = 1`
    clearVersionCache()
  }
  await setAgeRule({ ageEnabled: true, age: 18, aboveOrBelowAge: 'Above' })
  const tooYoung = { student_certificate_id, dob: '2015-06-01', reason: 'As on the license' }
  await expect(updateCertificate.run(staff(), tooYoung)).rejects.toMatchObject(refusal('TOO_YOUNG'))
  const births = await database.read`select dob::text from identity.person where user_id = ${user_id}`
  expect(births).toEqual([{ dob: '1999-04-12' }])
  expect(await versionsOf(student_course_id)).toHaveLength(1)
  await setAgeRule({ ageEnabled: false })
})

test('T-46: a reissue within ten business days requires a reason, but not on the tenth', async () => {
  const { student_certificate_id, student_course_id } = await addCertificate()
  await expect(reissueCertificate.run(staff(), { student_certificate_id, reason: '' })).rejects.toMatchObject(
    refusal('REISSUE_REASON_NEEDED'),
  )
  const tenth = startOfDay('America/New_York', businessDayAfter(legalDay(job().now), 10))
  await world.move(Math.round((tenth.getTime() - job().now.getTime()) / 1000) - 60)
  await expect(reissueCertificate.run(staff(), { student_certificate_id, reason: ' ' })).rejects.toMatchObject(
    refusal('REISSUE_REASON_NEEDED'),
  )
  await world.move(120)
  const { message } = await reissueCertificate.run(staff(), { student_certificate_id, reason: '' })
  expect(message).toBe('Successfully reissued certificate.')
  expect(await versionsOf(student_course_id)).toHaveLength(2)
})

test('T-46: eight simultaneous reissues of one certificate create one new version and one email', async () => {
  const { student_certificate_id, student_course_id } = await addCertificate()
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const [, second, ...more] = await versionsOf(student_course_id)
  expect(more).toEqual([])
  const mails = await database.read`
    select 1 from learning.certificate_mail where student_certificate_id = ${second!.student_certificate_id}`
  expect(mails).toHaveLength(1)
})

test('a withdrawn certificate does not count, is not reissued automatically, and can be restored', async () => {
  const { student_certificate_id, student_course_id, user_id, check_code } = await addCertificate()
  const toggle = (deleted?: boolean) => toggleCertificate.run(staff(), { student_certificate_id, deleted })
  await Promise.all([toggle(true), toggle(true)])
  expect(await auditOf('certificate.withdraw', student_certificate_id)).toHaveLength(1)
  const sentStates = () =>
    world.facts
      .filter(({ fact }) => fact === 'learning.certificate_withdrawn')
      .filter(({ data }) => data.student_certificate_id === student_certificate_id)
      .map(({ data }) => data.withdrawn)
  expect(sentStates()).toEqual([true])
  expect(await checkCertificate.run(staff(), { code: check_code })).toMatchObject({ status: 'withdrawn' })
  // The same applies if a rejected report moved the course back to the waiting list.
  await database.read`
    update learning.student_course set lk_student_course_status_id = ${status.completionError}
    where student_course_id = ${student_course_id}`
  await sweepCertificates(job(), noSignal)
  expect(await versionsOf(student_course_id)).toHaveLength(1)
  await expect(reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })).rejects.toMatchObject(
    refusal('CERTIFICATE_WITHDRAWN'),
  )
  await expect(shipCertificates.run(staff(), { ids: [student_certificate_id] })).rejects.toMatchObject(
    refusal('CERTIFICATE_WITHDRAWN'),
  )
  expect(await listCertificates(staff(), user_id)).toEqual([])
  expect(await toggle()).toMatchObject({ deleted: false, message: 'Certificate restored.' })
  expect(sentStates()).toEqual([true, false])
  expect(await checkCertificate.run(staff(), { code: check_code })).toMatchObject({ valid: true })
})

test('a certificate that is withdrawn while its next version is drawn gets none, and a withdrawn one takes no number', async () => {
  const { student_certificate_id, student_course_id } = await addCertificate()
  const toggle = () => toggleCertificate.run(staff(), { student_certificate_id })
  const withdrawn = refusal('CERTIFICATE_WITHDRAWN')
  const reservations = async () =>
    (
      await database.read`
      select from learning.certificate_reservation where student_course_id = ${student_course_id}`
    ).length
  await toggle()
  const before = await reservations()
  const reissue = (ctx = staff()) => reissueCertificate.run(ctx, { student_certificate_id, reason: 'Lost' })
  await expect(reissue()).rejects.toMatchObject(withdrawn)
  expect(await reservations()).toBe(before)
  await toggle()
  const ctx = staff()
  let transactions = 0
  const tx: typeof ctx.tx = async (run, ...more) => {
    transactions += 1
    if (transactions === 2) await toggle()
    return ctx.tx(run, ...more)
  }
  const replacing = replaceCertificate({ ...ctx, tx }, student_certificate_id, { action: 'certificate.reissue' })
  await expect(replacing).rejects.toMatchObject(withdrawn)
  expect([transactions, (await versionsOf(student_course_id)).length]).toEqual([2, 1])
})

test('the verification page shows a certificate as expired from the day after its last, in its own zone', async () => {
  const { check_code, student_certificate_id } = await addCertificate()
  // An issued certificate does not change, except in this test.
  await database.tx(async (sql) => {
    await sql`alter table learning.student_certificate disable trigger user`
    await sql`
      update learning.student_certificate
      set model = model || '{"valid_until": "2029-03-10", "time_zone": "America/Los_Angeles"}'
      where student_certificate_id = ${student_certificate_id}`
    await sql`alter table learning.student_certificate enable trigger user`
  })
  const check = async (now: string) => {
    const { expired_ind, status, valid } = await checkCertificate.run(staff().as({ now: new Date(now) }), {
      code: check_code,
    })
    return [status, valid, expired_ind]
  }
  // The clocks change on March 11.
  expect(await check('2029-03-10T08:00:00Z')).toEqual(['valid', true, false])
  expect(await check('2029-03-11T07:59:59Z')).toEqual(['valid', true, false])
  expect(await check('2029-03-11T08:00:00Z')).toEqual(['valid', true, true])
  await toggleCertificate.run(staff(), { student_certificate_id })
  expect(await check('2029-03-11T08:00:00Z')).toEqual(['withdrawn', false, false])
})

test('a replaced version stays replaced when its successor is withdrawn', async () => {
  const { student_certificate_id, user_id, check_code } = await addCertificate()
  const second = await reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })
  await toggleCertificate.run(staff(), { student_certificate_id: second.student_certificate_id, deleted: true })
  expect(await checkCertificate.run(staff(), { code: check_code })).toMatchObject({
    valid: false,
    status: 'withdrawn',
    replaced_by: null,
  })
  expect(await listCertificates(staff(), user_id)).toEqual([])
})

test('a list is shipped once, all or nothing, and only certificates delivered by mail', async () => {
  const [first, second, digital] = [await addCertificate(2), await addCertificate(3), await addCertificate(4)]
  const ids = [first.student_certificate_id, second.student_certificate_id]
  await expect(shipCertificates.run(staff(), { ids: [...ids, digital.student_certificate_id] })).rejects.toMatchObject(
    refusal('CERTIFICATE_NOT_MAILED'),
  )
  const shippedOf = async ({ student_course_id }: { student_course_id: number }) =>
    (await versionsOf(student_course_id)).map(({ shipped_at, dispatched_at }) =>
      [shipped_at, dispatched_at].map(Boolean),
    )
  expect(await shippedOf(first)).toEqual([[false, false]])
  const counts = await Promise.all([
    shipCertificates.run(staff(), { ids }),
    shipCertificates.run(staff(), { ids: ids.toReversed() }),
  ])
  expect(counts.map(({ shipped }) => shipped).toSorted()).toEqual([0, 2])
  expect(await shippedOf(first)).toEqual([[true, true]])
  expect(await auditOf('certificate.ship', first.student_certificate_id)).toHaveLength(1)
  await markShipped.run(staff(), { ids: [digital.student_certificate_id] })
  expect(await shippedOf(digital)).toEqual([[true, false]])
})

test('staff email only certificates delivered by email or download, and the audit log records the address', async () => {
  const [paper, digital] = [await addCertificate(2), await addCertificate(1)]
  await expect(
    emailCertificate.run(staff(), { student_certificate_id: paper.student_certificate_id }),
  ).rejects.toMatchObject(refusal('CERTIFICATE_NOT_EMAILED'))
  const { student_certificate_id } = digital
  await emailCertificate.run(staff(), { student_certificate_id, email: 'clerk@court.example' })
  expect(await auditOf('certificate.email', student_certificate_id)).toMatchObject([
    { after: { email: 'clerk@court.example' } },
  ])
})

test('an unsent email is late from 15 minutes to 3 days, and not while its certificate is withdrawn', async () => {
  const { student_certificate_id } = await addCertificate()
  const isLate = async (minutes: number) => {
    await database.read`
      update learning.certificate_mail set created_at = platform.now() - ${minutes}::int * interval '1 minute'
      where student_certificate_id = ${student_certificate_id}`
    const lateMails = await listLateMails(job())
    const mails = await database.read<{ id: number }>`
      select certificate_mail_id as id from learning.certificate_mail
      where student_certificate_id = ${student_certificate_id}`
    return mails.some(({ id }) => lateMails.includes(id))
  }
  const toggle = (deleted: boolean) => toggleCertificate.run(staff(), { student_certificate_id, deleted })
  const lateAt = async () => [await isLate(14), await isLate(16), await isLate(4319), await isLate(4321)]
  expect(await lateAt()).toEqual([false, true, true, false])
  await toggle(true)
  expect(await lateAt()).toEqual([false, false, false, false])
  await toggle(false)
  expect(await isLate(16)).toBe(true)
  await database.read`
    update learning.certificate_mail set sent_at = platform.now() where student_certificate_id = ${student_certificate_id}`
  expect(await isLate(16)).toBe(false)
})

test('several certificates are downloaded as one PDF; one out of scope refuses all', async () => {
  const [first, second] = [await addCertificate(), await addCertificate()]
  await database.read`
    insert into identity.person (user_id, organization_id, lk_user_role_id, lk_user_status_id, loginid, email, first_name, last_name)
    values (900001, 1, 2, 1, 'binder', 'binder@example.com', 'Bea', 'Binder')`
  const ids = Array.from({ length: 40 }, (_, n) => (n % 2 ? first : second).student_certificate_id)
  const { body, type, name } = await downloadMultiple.run(staff(), { ids })
  expect([type, name]).toEqual(['application/pdf', 'Bea Binder - Certificate of Completion.pdf'])
  const bytes = Buffer.from(await new Response(body as BodyInit).arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(40)
  await expect(downloadMultiple.run(otherStaff(), { ids })).rejects.toMatchObject({ kind: { status: 404 } })
  await expect(downloadMultiple.run(staff(), { ids: [] })).rejects.toMatchObject({ kind: { status: 400 } })
})

test('500 certificates as one PDF are read one at a time, at the speed of the download', async () => {
  const { student_certificate_id } = await addCertificate()
  const [certificate] = await selectVisibleCertificates(staff(), [student_certificate_id])
  const { size, stream } = await job().use(filesPort).open(certificate!.jpg_key)
  await stream.cancel()
  let [pages, sentBytes, maxBuffered] = [0, 0, 0]
  const book = bindCertificates(
    job(),
    Array.from({ length: 500 }, () => certificate!),
    async (page) => {
      pages = page
    },
  )
  for await (const chunk of book) {
    maxBuffered = Math.max(maxBuffered, pages * size - sentBytes)
    sentBytes += chunk.length
  }
  expect(pages).toBe(500)
  expect(sentBytes).toBeGreaterThan(500 * size)
  expect(maxBuffered).toBeLessThan(4 * size)
})

test('hundreds of certificates are rendered as one PDF in the background, with progress, once per request', async () => {
  const [first, second] = [await addCertificate(), await addCertificate()]
  const ids = Array.from({ length: 25 }, (_, n) => (n % 2 ? first : second).student_certificate_id)
  const response = await requestBook.run(staff(), { ids })
  expect(response.redirect).toBe('/manage/tasks')
  expect((await requestBook.run(staff(), { ids })).task_id).toBe(response.task_id)
  expect(world.facts.filter(({ fact }) => fact === 'learning.certificate_book_asked')).toHaveLength(1)
  await bindBook(job(), response.task_id)
  await bindBook(job(), response.task_id)
  const [task] = await database.read<{ state: string; rows_done: number; file_key: string; file_name: string }>`
    select state, rows_done, file_key, file_name from identity.task where task_id = ${response.task_id}`
  expect(task).toMatchObject({ state: 'done', rows_done: 25, file_name: 'Bea Binder - Certificate of Completion.pdf' })
  const { stream } = await job().use(filesPort).open(task!.file_key)
  const bytes = Buffer.from(await new Response(stream).arrayBuffer())
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(25)
  await expect(requestBook.run(otherStaff(), { ids })).rejects.toMatchObject({ kind: { status: 404 } })
})

test('T-46: each decision about a certificate requires its own permission, and another organization gets 404', async () => {
  const { student_certificate_id } = await addCertificate()
  const ids = [student_certificate_id]
  const reader = world.staff(['MANAGE_CERTIFICATES:READ'])
  const calls = [
    (ctx = reader) => reissueCertificate.run(ctx, { student_certificate_id, reason: 'Lost' }),
    (ctx = reader) => updateCertificate.run(ctx, { student_certificate_id, student_name: 'X', reason: '' }),
    (ctx = reader) => toggleCertificate.run(ctx, { student_certificate_id }),
    (ctx = reader) => shipCertificates.run(ctx, { ids }),
    (ctx = reader) => markShipped.run(ctx, { ids }),
  ]
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ kind: { status: 403 } })
    await expect(call(otherStaff())).rejects.toMatchObject({ kind: { status: 404 } })
  }
  await expect(fetchCertificate.run(otherStaff(), { student_certificate_id })).rejects.toMatchObject({
    kind: { status: 404 },
  })
})

test('a reissued certificate counts once on the day of its first version, a withdrawn one not at all', async () => {
  const countCertificates = async () => {
    const [row] = await database.read<{ n: number }>`
      select coalesce(sum(n), 0)::int as n from platform.row_count
      where counted = 'certificates' and counted_at > platform.now() - interval '1 day'`
    return row!.n
  }
  const before = await countCertificates()
  const { student_certificate_id } = await addCertificate()
  expect(await countCertificates()).toBe(before + 1)
  const latest = await reissueCertificate.run(staff(), { student_certificate_id, reason: 'Lost' })
  expect(await countCertificates()).toBe(before + 1)
  const toggle = (deleted: boolean) =>
    toggleCertificate.run(staff(), { student_certificate_id: latest.student_certificate_id, deleted })
  await toggle(true)
  expect(await countCertificates()).toBe(before)
  const total = await countCertificates()
  await database.read`call platform.count_rows_again()`
  expect(await countCertificates()).toBe(total)
  await toggle(false)
  expect(await countCertificates()).toBe(before + 1)
})

test('a license number that does not match a format of its state is saved only if it is confirmed', async () => {
  const { student_certificate_id, student_course_id } = await addCertificate()
  await askLicenseState(database.read, course.florida)
  await stateLicense(database.read, student_course_id, 'FL')
  const change = { student_certificate_id, driver_license: '12345', reason: 'As on the license' }
  await expect(updateCertificate.run(staff(), change)).rejects.toMatchObject(refusal('LICENSE_UNUSUAL'))
  const other = { ...change, confirmed_license: '123456' }
  await expect(updateCertificate.run(staff(), other)).rejects.toMatchObject(refusal('LICENSE_UNUSUAL'))
  expect(await auditOf('certificate.update', student_certificate_id)).toEqual([])
  const reissued = await updateCertificate.run(staff(), { ...change, driver_license: 'W316-412-99-141-0' })
  const confirmed = await updateCertificate.run(staff(), {
    ...change,
    student_certificate_id: reissued.student_certificate_id,
    confirmed_license: '12345',
  })
  expect(confirmed.student_certificate_id).not.toBe(reissued.student_certificate_id)
})
