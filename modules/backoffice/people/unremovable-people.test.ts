import { expect, test } from 'vitest'
import { processUpload } from '#modules/backoffice/uploads/process-upload.ts'
import { processUploadUndo } from '#modules/backoffice/uploads/process-upload-undo.ts'
import type { Sql } from '#platform/db/sql.ts'
import { openTestApp } from '#tests/support/app.ts'

/**
 * Tests each kind of record that prevents removing a person separately; written by hand, because none occurs alone in
 * the product.
 */
const app = await openTestApp({ jobs: true })
const { database } = app
const admin = await app.as(await app.userId('admin@example.com'))
const system = await app.ctx({ kind: 'system', name: 'test' })
await database.read`update identity.organization set invoice_ind = true where organization_id = 1`

let counter = 0
async function addStudent(): Promise<number> {
  const loginid = `kept${++counter}@example.com`
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, 3, ${loginid}, ${loginid}, 'Kay', 'Kept') returning user_id`
  return row!.user_id
}

async function addOrder(sql: Sql, user_id: number, lk_order_status_id: number): Promise<number> {
  const isPaid = [2, 4, 5].includes(lk_order_status_id)
  const [order] = await sql<{ order_id: number }>`
    insert into checkout.customer_order ${sql({
      organization_id: 1,
      user_id,
      intent_id: crypto.randomUUID(),
      lk_order_status_id,
      subtotal_cents: 1_995,
      add_on_cents: 0,
      shipping_cents: 0,
      discount_cents: 0,
      total_cents: 1_995,
      first_name: 'Kay',
      last_name: 'Kept',
      email: 'kay@example.com',
      paid_at: isPaid ? new Date() : null,
    })} returning order_id`
  const { order_id } = order!
  await sql`
    insert into checkout.order_item (order_id, organization_id, course_website_id, course_version_id, name, price_cents)
    select ${order_id}, 1, course_website_id, course_version_id, 'A course', 1995
    from catalogue.v_course_website where course_website_id = 1001`
  return order_id
}

async function addPayment(sql: Sql, user_id: number): Promise<void> {
  // Its order was canceled: only the payment is left.
  const order_id = await addOrder(sql, user_id, 3)
  await sql`
    insert into checkout.payment (order_id, organization_id, user_id, transaction_id, total_cents)
    values (${order_id}, 1, ${user_id}, ${`kept-${counter}`}, 0)`
}

async function addCourse(sql: Sql, user_id: number, lk_student_course_status_id: number): Promise<number> {
  const [course] = await sql<{ student_course_id: number }>`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id)
    select 1, ${user_id}, course_version_id, course_website_id, ${lk_student_course_status_id}
    from catalogue.v_course_website where course_website_id = 1001 returning student_course_id`
  return course!.student_course_id
}

async function addCertificate(sql: Sql, user_id: number): Promise<void> {
  const student_course_id = await addCourse(sql, user_id, 2)
  // A certificate of a course that waits for payment: its references are not checked.
  await sql`set local session_replication_role = replica`
  await sql`
    insert into learning.student_certificate ${sql({
      organization_id: 1,
      student_course_id,
      user_id,
      version: 1,
      certificate_template_id: 1,
      certificate_number: `KEPT-${counter}`,
      check_code: `KEPT-${counter}`,
      model: sql.json({}),
      content_hash: '0'.repeat(64),
      jpg_key: 'x',
      pdf_key: 'x',
      issued_at: new Date(),
    })}`
}

const keeping = [
  ['an order that waits for payment', (sql: Sql, user_id: number) => addOrder(sql, user_id, 1)],
  ['an order that is paid', (sql: Sql, user_id: number) => addOrder(sql, user_id, 2)],
  ['a payment', addPayment],
  ['a certificate', addCertificate],
] as const
const statuses = Array.from({ length: 22 }, (_, index) => index + 1)
/** Not Paid and Pay Now. */
const unpaid = [2, 20]

const remove = async (user_id: number) => {
  const { status, body } = await admin.delete('/student', { student: user_id })
  return status === 200 ? 'removed' : body.code
}
const isThere = async (user_id: number) =>
  (await database.read`select from identity.person where user_id = ${user_id} and deleted_at is null`).length === 1

test.each(keeping)('refuses to remove a person with %s', async (_what, add) => {
  const user_id = await addStudent()
  await database.tx(async (sql) => {
    await add(sql, user_id)
  })
  expect([await remove(user_id), await isThere(user_id)]).toEqual(['NOT_REMOVABLE', true])
})

test('a canceled order does not prevent removal', async () => {
  const user_id = await addStudent()
  await database.tx((sql) => addOrder(sql, user_id, 3))
  expect([await remove(user_id), await isThere(user_id)]).toEqual(['removed', false])
})

test.each(statuses)(
  'a course in status %i prevents removal of its student, unless it awaits payment',
  async (status) => {
    const user_id = await addStudent()
    await database.tx((sql) => addCourse(sql, user_id, status))
    expect(await remove(user_id)).toBe(unpaid.includes(status) ? 'removed' : 'NOT_REMOVABLE')
  },
)

/** A student added by an upload. */
async function addUploaded(): Promise<{ student_upload_id: number; user_id: number }> {
  const rows = [
    ['First_Name', 'Last_Name', 'Email', 'DOB'],
    ['Kay', 'Kept', `uploaded${++counter}@kept.example.com`, '04/09/1990'],
  ]
  const { body } = await admin.post('/student/verifyUploadData', { rows, file_name: 'class.xlsx' })
  const { student_upload_id, digest } = body.data
  const terms = { organization: 1, course_website: 1001, coursePrice: null, bill_students: true }
  const started = await admin.post('/student/uploadStudents', { ...terms, student_upload_id, digest })
  expect(started.status, started.text.slice(0, 200)).toBe(200)
  await processUpload(system, student_upload_id)
  const [row] = await database.read<{ user_id: number }>`
    select user_id from backoffice.student_upload_row where student_upload_id = ${student_upload_id}`
  return { student_upload_id, user_id: row!.user_id }
}

async function takeBack(student_upload_id: number): Promise<void> {
  expect((await admin.post('/student/undoUpload', { student_upload_id })).status).toBe(200)
  await processUploadUndo(system, student_upload_id)
}

test.each(keeping)('%s beyond the order of an upload prevents removal of the student it added', async (_what, add) => {
  const { student_upload_id, user_id } = await addUploaded()
  await database.tx(async (sql) => {
    await add(sql, user_id)
  })
  await takeBack(student_upload_id)
  const [row] = await database.read`
    select kept_en is not null as is_kept from backoffice.student_upload_row where student_upload_id = ${student_upload_id}`
  expect([row, await isThere(user_id)]).toEqual([{ is_kept: true }, true])
})

test('undoing an upload removes a student who has no other records', async () => {
  const { student_upload_id, user_id } = await addUploaded()
  await takeBack(student_upload_id)
  expect(await isThere(user_id)).toBe(false)
})
