import { expect, test } from 'vitest'
import { openShop } from '#modules/checkout/checkout.fixture.ts'
import { addSomeone, type Someone } from '#modules/checkout/keys/keys.fixture.ts'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { legalDay } from '#platform/zone.ts'

const shop = await openShop({ jobs: true })
const { app } = shop
const { read } = app.database
await read`update identity.organization set invoice_ind = true where organization_id = 1`
const [courseWebsite] = await read<{ price: number }>`
  select price_cents / 100.0::float8 as price from catalogue.v_course_website where course_website_id = 1001`
const admin = await addSomeone(app, 'SSD', 1)
const terms = { organization: 1, course_website: 1001, coursePrice: courseWebsite!.price, bill_students: true }
const header = ['First_Name', 'Last_Name', 'Email', 'DOB']

let people = 0
const newcomer = () => ['Uma', 'Undone', `uma${++people}@undo.example.com`, '04/09/1990']
type Rows = string[][]

/** A completed upload. */
async function uploaded(rows: Rows, overrides: object = {}, caller: Someone = admin) {
  const { body } = await caller.post('/student/verifyUploadData', { rows: [header, ...rows], file_name: 'class.xlsx' })
  const { student_upload_id, digest } = body.data
  const started = await caller.post('/student/uploadStudents', { ...terms, student_upload_id, digest, ...overrides })
  expect(started.status).toBe(200)
  await app.runJobs()
  return student_upload_id as number
}
const undo = (student_upload_id: number, caller: Someone = admin) =>
  caller.post('/student/undoUpload', { student_upload_id })
const stateOf = async (id: number) => (await admin.get(`/student/upload/${id}`)).body.upload
const personOf = async ([, , email]: readonly string[]) =>
  (
    await read<{ user_id: number; removed: boolean; statuses: number[]; orders: number[] }>`
      select p.user_id, p.deleted_at is not null as removed,
             array(select lk_student_course_status_id from learning.student_course c where c.user_id = p.user_id) as statuses,
             array(select lk_order_status_id from checkout.customer_order o where o.user_id = p.user_id) as orders
      from identity.person p where p.email = ${email!}`
  )[0]!

test('undoing an unused upload removes students, orders and courses; undoing again changes nothing', async () => {
  const rows = [newcomer(), newcomer()]
  const id = await uploaded(rows)
  const presses = await Promise.all([undo(id), undo(id), undo(id)])
  expect(new Set(presses.map(({ status, body }) => `${status} ${body.task_id}`)).size).toBe(1)
  const going = (await admin.get(`/student/upload/${id}/progress`)).body
  expect(going).toMatchObject({ state: 'undoing', done: 0, count: 2 })
  await app.runJobs()
  await app.runJobs(true)
  expect((await stateOf(id)).keptUsers).toEqual([])
  expect((await stateOf(id)).counts).toMatchObject({ made: 2, undone: 2, kept: 0 })
  for (const row of rows) expect(await personOf(row)).toMatchObject({ removed: true, statuses: [9], orders: [3] })
  const { body } = await admin.get(`/user/task/${presses[0]!.body.task_id}`)
  expect(body.task).toMatchObject({ state: 'done', summary: 'Undone: 2. Left unchanged: 0.' })
  expect((await admin.get(`/student/upload/${id}/progress`)).body).toMatchObject({ state: 'undone', done: 2, count: 2 })
  // The same file can be uploaded again once the accounts are restored or the login ids are free.
  expect((await undo(id)).body.task_id).toBe(presses[0]!.body.task_id)
})

test('used rows stay with a reason, and a student who existed before keeps the account', async () => {
  const existing = newcomer()
  await uploaded([existing], { course_website: 1002, ...(await priceOf(1002)) })
  const [paidStudent, signedIn, plain] = [newcomer(), newcomer(), newcomer()]
  const id = await uploaded([existing, paidStudent, signedIn, plain])
  await read`
    update checkout.customer_order set lk_order_status_id = 2, paid_at = platform.now()
    where user_id = ${(await personOf(paidStudent)).user_id}`
  await app.actorOf((await personOf(signedIn)).user_id)
  await undo(id)
  await app.runJobs()
  const { counts, keptUsers } = await stateOf(id)
  expect(counts).toMatchObject({ made: 4, undone: 2, kept: 2 })
  expect(keptUsers.map(({ row, problem }: { row: number; problem: string }) => [row, problem])).toEqual([
    [3, expect.stringContaining('paid')],
    [4, 'The student has already signed in, so we kept the account.'],
  ])
  expect(await personOf(paidStudent)).toMatchObject({ removed: false, statuses: [2], orders: [2] })
  // All or nothing: the order of a student who has signed in stays, too.
  expect(await personOf(signedIn)).toMatchObject({ removed: false, statuses: [2], orders: [1] })
  expect(await personOf(plain)).toMatchObject({ removed: true, orders: [3] })
  const before = await personOf(existing)
  expect([before.removed, before.orders.toSorted()]).toEqual([false, [1, 3]])
  expect((await admin.visit(`/manage/students/upload/${id}`)).text).toContain('Left unchanged')
  await read`
    update checkout.customer_order set lk_order_status_id = 1, paid_at = null
    where lk_order_status_id = 2 and total_cents > 0
      and not exists (select from checkout.payment p where p.order_id = customer_order.order_id)`
})

async function priceOf(course_website_id: number) {
  const [row] = await read<{ price: number }>`
    select price_cents / 100.0::float8 as price from catalogue.v_course_website
    where course_website_id = ${course_website_id}`
  return { coursePrice: row!.price }
}

test('undo restores the licenses that an upload corrected, except what was changed since', async () => {
  const licensed = ['Driver License Number', 'License State', 'CDL Class']
  const send = async (rows: Rows) => {
    const { body } = await admin.post('/student/verifyUploadData', {
      rows: [[...header, ...licensed], ...rows],
      file_name: 'licenses.xlsx',
    })
    const { student_upload_id, digest } = body.data
    await admin.post('/student/uploadStudents', { ...terms, student_upload_id, digest })
    await app.runJobs()
    return student_upload_id as number
  }
  const licenseOf = async (row: readonly string[]) => {
    const { user_id } = await personOf(row)
    const { license } = (await admin.get(`/student/driverLicense?user_id=${user_id}`)).body
    return [license.number_end, license.lk_state_id, license.license_class]
  }
  const [kept, changed, empty] = [newcomer(), newcomer(), newcomer()]
  await send([
    [...kept, 'D123456789012', 'FL', 'A'],
    [...changed, 'D123456789013', 'FL', 'A'],
    [...empty, '', '', ''],
  ])
  const id = await send([
    [...kept, '052345678', 'GA', ''],
    [...changed, '052345679', 'GA', ''],
    [...empty, '052345677', 'GA', 'B'],
  ])
  expect(await licenseOf(kept)).toEqual(['678', 11, 'A'])
  const [stored] = await read<{ text: string }>`
    select string_agg(r::text, '') as text from backoffice.student_upload_row r where student_upload_id = ${id}`
  expect(stored!.text).not.toMatch(/D123456789012|052345678/)
  // The courses were there already, so this upload only corrected licenses.
  expect((await stateOf(id)).counts).toMatchObject({ made: 3 })
  await admin.post('/student/driverLicense', {
    user_id: (await personOf(changed)).user_id,
    license_number: '052345670',
  })
  await undo(id)
  await app.runJobs()
  expect((await stateOf(id)).counts).toMatchObject({ made: 3, undone: 3, kept: 0 })
  expect(await licenseOf(kept)).toEqual(['012', 10, 'A'])
  // The number was corrected after the upload, so the whole license stays.
  expect(await licenseOf(changed)).toEqual(['670', 11, 'A'])
  expect(await licenseOf(empty)).toEqual([null, null, null])
})

test('undo removes invoiced courses that are not started, and they are on no later invoice', async () => {
  const [fresh, begun] = [newcomer(), newcomer()]
  const id = await uploaded([fresh, begun], { paid: true })
  await read`
    update learning.student_course set lk_student_course_status_id = 11
    where user_id = ${(await personOf(begun)).user_id}`
  await undo(id)
  await app.runJobs()
  const { counts, keptUsers } = await stateOf(id)
  expect(counts).toMatchObject({ undone: 1, kept: 1 })
  expect(keptUsers[0].problem).toBe("The student has started this course, so it wasn't removed.")
  expect(await personOf(fresh)).toMatchObject({ removed: true, statuses: [16], orders: [4] })
  const day = legalDay(new Date())
  const invoice = await admin.post(`/invoice/?created_at=gte:${day}&created_at=lte:${day}&courseWebsiteId=1001`)
  expect(invoice.status).toBe(200)
  const { lines } = (await admin.get(`/invoice/${invoice.body.invoice_id}`)).body.invoice
  expect(lines.filter(({ billed_ind }: { billed_ind: boolean }) => billed_ind)).toHaveLength(1)
})

type Added = { row: string[]; user_id: number; order_id: number }
/** Keeps an added student and their order: the change, the reason that the uploader reads, and the way back. */
type Keeping = {
  change: (added: Added) => Promise<unknown>
  problem: RegExp
  back?: (added: Added) => Promise<unknown>
}
const hasOthers = /other orders or certificates/
const setPaid = (paid: boolean) => (added: Added) =>
  read`
  update checkout.customer_order
  set lk_order_status_id = ${paid ? 2 : 1}, paid_at = case when ${paid} then platform.now() end
  where order_id = ${added.order_id}`
const keeping: Record<string, Keeping> = {
  'a paid order of the upload': { change: setPaid(true), problem: /paid/, back: setPaid(false) },
  'a payment under way': {
    change: ({ order_id }) => read`
      insert into checkout.payment_attempt (order_id, organization_id, attempt, amount_cents, state)
      select order_id, organization_id, repeat('a', 20), total_cents, 'calling'
      from checkout.customer_order where order_id = ${order_id}`,
    problem: /payment/i,
    back: ({ order_id }) => read`delete from checkout.payment_attempt where order_id = ${order_id}`,
  },
  'an open order besides': {
    change: async ({ row }) => uploaded([row], { course_website: 1002, ...(await priceOf(1002)) }),
    problem: hasOthers,
  },
  'a paid order besides': {
    change: async ({ row }) => uploaded([row], { course_website: 1002, paid: true, ...(await priceOf(1002)) }),
    problem: hasOthers,
  },
  'a refunded payment besides': {
    change: async ({ row, user_id, order_id }) => {
      await uploaded([row], { course_website: 1002, ...(await priceOf(1002)) })
      const paid = await read`
        with refunded as (
          update checkout.customer_order set lk_order_status_id = 4, paid_at = platform.now()
          where user_id = ${user_id} and order_id <> ${order_id} returning *)
        insert into checkout.payment (order_id, organization_id, user_id, transaction_id, total_cents, lk_payment_status_id)
        select order_id, organization_id, user_id, 'undo-besides', 0, 3 from refunded returning payment_id`
      expect(paid).toHaveLength(1)
    },
    problem: hasOthers,
    back: async ({ user_id }) => {
      await read`delete from checkout.payment where user_id = ${user_id}`
      await read`
        update checkout.customer_order set lk_order_status_id = 1, paid_at = null
        where user_id = ${user_id} and lk_order_status_id = 4`
    },
  },
  'a sign-in': { change: ({ user_id }) => app.actorOf(user_id), problem: /signed in/ },
  'a certificate': {
    change: async ({ user_id }) => {
      const [course] = await read<{ student_course_id: number }>`
        insert into learning.student_course
          (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id, passed_at)
        select 1, ${user_id}, course_version_id, course_website_id, 6, platform.now()
        from catalogue.v_course_website where course_website_id = 1001 returning student_course_id`
      await issueCertificate(await app.ctx({ kind: 'system', name: 'test' }), course!.student_course_id)
      const [certificate] = await read`select from learning.student_certificate where user_id = ${user_id}`
      expect(certificate).toBeDefined()
    },
    problem: hasOthers,
  },
}

test.each(Object.entries(keeping))(
  '%s keeps the student and the order as they are',
  async (_, { change, problem, back }) => {
    const row = newcomer()
    const id = await uploaded([row])
    const { user_id } = await personOf(row)
    const [order] = await read<{ order_id: number }>`
    select order_id from checkout.customer_order where user_id = ${user_id}`
    const addedRow = { row, user_id, order_id: order!.order_id }
    await change(addedRow)
    const before = await personOf(row)
    await undo(id)
    await app.runJobs()
    const { counts, keptUsers } = await stateOf(id)
    expect(counts).toMatchObject({ undone: 0, kept: 1 })
    expect(keptUsers[0].problem).toMatch(problem)
    expect(await personOf(row)).toEqual(before)
    expect(before.removed).toBe(false)
    await back?.(addedRow)
  },
)

test('a worker killed while undoing leaves each row done or not done, and the next one continues', async () => {
  const rows = Array.from({ length: 6 }, newcomer)
  const id = await uploaded(rows)
  await undo(id)
  await read`
    create function stop_undo() returns trigger language plpgsql as $$
      begin if new.row_number >= 5 and new.undone_at is not null then raise exception 'gone'; end if; return new; end $$`
  await read`create trigger stop before update on backoffice.student_upload_row for each row execute function stop_undo()`
  await app.runJobs()
  const half = (await stateOf(id)).counts.undone
  expect(half).toBe(3)
  const people = await Promise.all(rows.map(personOf))
  expect(people.map(({ removed, orders }) => [removed, orders[0]])).toEqual([
    ...Array(3).fill([true, 3]),
    ...Array(3).fill([false, 1]),
  ])
  await read`drop trigger stop on backoffice.student_upload_row`
  await app.runJobs(true)
  expect((await stateOf(id)).counts).toMatchObject({ undone: 6, kept: 0 })
})

test('T-30: only the sender can undo an upload, with the permission to remove students, after it finished', async () => {
  const id = await uploaded([newcomer()])
  const colleague = await addSomeone(app, 'SSD', 1)
  expect((await undo(id, colleague)).status).toBe(404)
  expect((await colleague.get(`/student/upload/${id}/progress`)).status).toBe(404)
  const { body } = await admin.post('/student/verifyUploadData', { rows: [header, newcomer()] })
  const response = await undo(body.data.student_upload_id)
  expect([response.status, response.body.code]).toEqual([409, 'UPLOAD_NOT_DONE'])
  const runningResponse = await admin.post('/student/verifyUploadData', { rows: [header, newcomer()] })
  const { student_upload_id, digest } = runningResponse.body.data
  await admin.post('/student/uploadStudents', { ...terms, student_upload_id, digest })
  const during = await undo(student_upload_id)
  expect([during.status, during.body.code]).toEqual([409, 'UPLOAD_NOT_DONE'])
  const deny = (granted: boolean) => read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${admin.user_id}, 1, 'MANAGE_STUDENTS:DELETE', ${granted})
    on conflict (user_id, key) do update set granted = ${granted}`
  await undo(id)
  // The worker checks the permission again.
  await deny(false)
  await app.runJobs()
  expect((await stateOf(id)).counts.undone).toBe(0)
  expect((await undo(id)).status).toBe(403)
  await deny(true)
  expect(await shop.bookFaults()).toEqual([])
})
