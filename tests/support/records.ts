import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import { insertOrganization } from '#modules/identity/organizations/organization-tree.sql.ts'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { enroll } from '#modules/learning/enrollment/enroll.ts'
import { listInlineQuizzes } from '#modules/learning/questions/inline-quizzes.ts'
import { questionOf } from '#modules/learning/questions/questions.ts'
import { storeDocument } from '#modules/learning/registration/documents.ts'
import { queueCompletionReport } from '#modules/learning/reporting/queue-completion-report.ts'
import { changeStatus } from '#modules/learning/status/change-status.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { visitorToken } from '#modules/support/tickets/visitor-key.ts'
import { dayIn } from '#platform/zone.ts'
import { goodAnswer, takeCourse } from '#tests/fixtures/learning/quiz.ts'
import type { Call, Client, TestApp } from './app.ts'
import { addClient, addWebhook } from './client.ts'
import { openExternal, openSessions, openViolation } from './external-course.ts'
import {
  openAppealed,
  openChecked,
  openDue,
  openGuarded,
  openLocked,
  openPhoned,
  openRecognized,
  openTyped,
  setupAnswers,
} from './guarded-course.ts'
import { type Owner, openOwner } from './owner.ts'
import { ok, openSeat } from './path.ts'
import { answerQuestions, answerRegistration, onePixel } from './registration.ts'

/** Input fields that name a record, with the owner's values. */
export type Ids = Readonly<Record<string, unknown>>

/** The demo's course versions, and components of the first one. */
const florida = 1
const permit = 4
const classA = 2
const parts = { lesson: 1002, quiz: 1011, exam: 1083 } as const
let lines = 7_000_000

/**
 * The situations of an owner, each created separately: one map of IDs per situation, because one name means different
 * records.
 */
export const records = {
  async person({ database }, { user_id, email, lastName }) {
    const [phone] = await database.read<{ phone_id: number }>`
      select phone_id from identity.phone where user_id = ${user_id} limit 1`
    return { user_id, ...phone, email, lastName }
  },
  /** A document of the person. */
  async document(_app, owner) {
    const client = await owner.client()
    const { data } = ok(await client.upload('POST', '/attachment/document-upload?file_name=dot.png', await dot()))
    return { user_id: owner.user_id, entity_id: owner.user_id, attachment_id: data.attachment_id }
  },
  /** A video in the organization's media library, and a picture being uploaded to it. */
  async medium(app) {
    const admin_id = await app.userId('admin@example.com')
    const bytes = await dot()
    const upload = { organization_id: 1, file_name: `dot-${++lines}.png`, file_size: bytes.length }
    const { upload_id } = ok(await (await app.as(admin_id)).post('/attachment/begin-upload', upload))
    await writeFile((await app.ctx()).use(uploadStore).path(upload_id), bytes)
    const [video] = await app.database.read<{ attachment_id: number }>`
      insert into catalogue.attachment (organization_id, lk_file_type_id, name, file_key, content_type, size_bytes)
      select 1, 2, ${`film-${lines}.mp4`}, file_key, content_type, size_bytes
      from catalogue.attachment where source_path = 'media/lesson-following-distance.mp4' returning attachment_id`
    return { organization_id: 1, orgId: 1, upload_id, picture: await dot(), ...video! }
  },
  /** An exported course being uploaded. */
  async archived(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const bytes = Buffer.from('PK\u0003\u0004')
    const upload = { file_name: `course-${++lines}.zip`, file_size: bytes.length }
    const { upload_id } = ok(await admin.post('/course/archive/begin', upload))
    await writeFile((await app.ctx()).use(uploadStore).path(upload_id), bytes)
    return { upload_id }
  },
  /** A staff note about them. */
  async noted(app, { user_id: entity_id, lastName }) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const { data } = ok(await admin.post('/user/addEntityNotes', { entity_id, note: `About ${lastName}` }))
    return { entity_id, entity_note_id: data.entity_note_id }
  },
  /** A course that staff can advance up to its first quiz. */
  async advancing(app, owner) {
    const { student_course_id } = await openLesson(app, owner, parts.lesson)
    return { student_course_id, component_id: parts.quiz }
  },
  /** An advance requested by another staff member. */
  async advanceAsked(app, owner) {
    const { student_course_id } = await openLesson(app, owner, parts.lesson)
    const asked_by = await addPerson(app, 1)
    const [request] = await app.database.read<{ advance_request_id: number }>`
      insert into backoffice.advance_request (organization_id, student_course_id, user_id, component_id, complete_ind,
        final_ind, reason, asked_by)
      values (1, ${student_course_id}, ${owner.user_id}, ${parts.quiz}, false, false, 'Learned at school', ${asked_by})
      returning advance_request_id`
    return { ...request }
  },
  /** Spreadsheets of students, checked for the tests' staff. */
  mendable: (app) => checkedUpload(app),
  /** A finished upload that created nothing to undo. */
  async undoable(app) {
    const user_id = await app.userId('admin@example.com')
    const [upload] = await app.database.read<{ student_upload_id: number }>`
      insert into backoffice.student_upload (organization_id, user_id, site_id, columns, digest, seller_id,
        course_website_id, paid_ind, price_cents, shipping_cents, task_id, started_at)
      values (1, ${user_id}, 1, '[]', ${'0'.repeat(64)}, 1, 1001, false, 0, 0, 1, platform.now())
      returning student_upload_id`
    return { ...upload }
  },
  uploadable: (app) => checkedUpload(app),
  /** Someone added by staff who hasn't set a password yet. */
  async welcomed(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    return { user_id: ok(await admin.post('/user/student/', newcomer())).data.user_id }
  },
  /** Someone invited by staff. */
  async invited(app, { email }) {
    const admin = await app.as(await app.userId('admin@example.com'))
    return { invitation_id: ok(await admin.post('/user/invitation/instructor', { email })).invitation_id }
  },
  /** Someone invited as an auditor of a program. */
  async audited(app, { email }) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const today = dayIn('America/New_York', new Date())
    const invitation = { program_id: 'fl-bdi', from_on: '2026-01-01', to_on: today, ends_on: today }
    return {
      invitation_id: ok(await admin.post('/auditor/invite', { email: `auditor.${email}`, ...invitation }))
        .invitation_id,
    }
  },
  /** A client of the organization with a key. */
  async partnered(app) {
    const { client_id } = await addClient(app)
    const [key] = await app.database.read<{ client_key_id: number }>`
      select client_key_id from identity.client_key where client_id = ${client_id}`
    return { client_id, ...key! }
  },
  /** A client with a webhook endpoint and a waiting delivery. */
  webhooked: async (app) => addWebhook(app, await addClient(app)),
  /** A form of the person, assessed by the captcha. */
  async assessed({ database }, { user_id }) {
    const [row] = await database.read<{ assessment_id: number }>`
      insert into security.risk_assessment (organization_id, user_id, score, action)
      select organization_id, user_id, 0.7, 'signup' from identity.person where user_id = ${user_id}
      returning assessment_id`
    return { ...row }
  },
  async instructor(app) {
    const user_id = await addPerson(app, 2)
    return { user_id, instructor_id: user_id }
  },
  async administrator(app) {
    const user_id = await addPerson(app, 1)
    return { user_id, administrator_id: user_id, admin_id: user_id }
  },
  /** A staff member whom no other call uses, so they can be removed. */
  async leavingInstructor(app) {
    const user_id = await addPerson(app, 2)
    return { user_id, instructor_id: user_id }
  },
  /** A student without courses whom no other call uses, so they can be erased. */
  async leavingStudent(app) {
    return { user_id: await addPerson(app, 3) }
  },
  async leavingSupport(app) {
    return { user_id: await addPerson(app, 4) }
  },
  async leavingAdministrator(app) {
    const user_id = await addPerson(app, 1)
    return { user_id, administrator_id: user_id }
  },
  /** A person removed by staff. */
  async removed(app) {
    const user_id = await addPerson(app, 2)
    await app.database.read`update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
    return { user_id }
  },
  /** Another account of the person, which they may switch to. */
  async linked(app, { user_id }) {
    const { user_id: userId } = await openOwner(app)
    await app.database.read`
      insert into identity.linked_account (organization_id, user_id, related_user_id) values (1, ${user_id}, ${userId})`
    return { user_id, userId, owner_user_id: user_id }
  },
  /** They are signed in on another device. */
  async elsewhere(app, { user_id }) {
    const actor = await app.actorOf(user_id)
    return { session_id: actor.kind === 'user' ? actor.session_id : 0 }
  },
  organization: async () => ({ organization_id: 1 }),
  /** A tile of the Admin who makes the staff calls. */
  async tiled(app) {
    const user_id = await app.userId('admin@example.com')
    const [row] = await app.database.read<{ user_tile_id: number }>`
      insert into backoffice.user_tile (organization_id, user_id, application_path, lk_user_tile_type_id, position)
      values (1, ${user_id}, 'home', 1, 1)
      on conflict (user_id, application_path, lk_user_tile_type_id) do update set position = 1
      returning user_tile_id`
    return { ...row }
  },
  /** A private view of the students, saved by an Admin. */
  async viewed(app) {
    const user_id = await app.userId('admin@example.com')
    const [row] = await app.database.read<{ grid_view_id: number }>`
      insert into backoffice.grid_view (organization_id, user_id, grid, name, query)
      values (1, ${user_id}, 'student/fetch', 'Of an Admin', 'search=a')
      on conflict (organization_id, grid, user_id, name) do update set query = excluded.query
      returning grid_view_id`
    await app.database.read`
      insert into backoffice.grid_layout (organization_id, user_id, grid) values (1, ${user_id}, 'student/fetch')
      on conflict do nothing`
    return { ...row }
  },
  /** An organization below it, without people and sales. */
  branch: (app) => addBranch(app),
  /** A removed organization. */
  async removedBranch(app) {
    const branch = await addBranch(app)
    await app.database.read`
      update identity.organization set deleted_at = platform.now(), lk_organization_status_id = 2
      where organization_id = ${branch.organization_id}`
    return branch
  },
  /** They have a support ticket. */
  ticketed: (app, owner) => ticketOf(app, owner),
  async answeredTicket(app, owner) {
    const ticket = await ticketOf(app, owner)
    const { chat_thread_id } = ticket
    const admin = await app.as(ticket.assignee)
    ok(await admin.post('/support/sendMessage', { chat_thread_id, message: 'We look into it.' }))
    const client = await owner.client()
    ok(await client.post('/support/sendMessage', { chat_thread_id, message: 'Thank you.' }))
    ok(await admin.post('/support/sendMessage', { chat_thread_id, message: 'You are welcome.' }))
    ok(await client.post('/support/sendMessage', { chat_thread_id, message: 'One more thing.' }))
    return ticket
  },
  async resolvedTicket(app, owner) {
    const ticket = await ticketOf(app, owner)
    const { chat_thread_id, assignee } = ticket
    ok(await (await app.as(assignee)).post('/support/setStatus', { chat_thread_id, lk_issue_status_id: 3 }))
    return ticket
  },
  /** They wrote to support without signing in and confirmed their address. */
  async visitorTicket(app, { email, user_id }) {
    await app.database.read`update identity.person set email_proven_at = now() where user_id = ${user_id}`
    ok(await app.visitor().post('/support/visitor', { name: 'A Visitor', email, details: 'I cannot sign in.' }))
    const [ticket] = await app.database.read<{ issue_id: number }>`
      select issue_id from support.ticket where visitor_email = lower(${email}) order by issue_id desc limit 1`
    return { user_id, token: visitorToken(await app.ctx(), ticket!.issue_id), request_id: randomUUID() }
  },
  /** A notice to the organization. */
  async noticed(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const notice = { lk_system_notice_type_id: 1, message: `Notice ${++lines}` }
    const { system_notice_id } = ok(await admin.post('/settings/saveSystemNotice', notice))
    return { system_notice_id, organization_id: 1 }
  },
  /** A daily report for the organization. */
  async scheduledReport(app) {
    // A new person: everyone has a limited number of sessions.
    const recipients = `scheduler${++lines}@example.com`
    const [person] = await app.database.read<{ user_id: number }>`
      insert into identity.person (organization_id, lk_user_role_id, loginid, email)
      values (1, 1, ${recipients}, ${recipients}) returning user_id`
    const scheduler = await app.as(person!.user_id)
    const { report_schedule_id } = ok(
      await scheduler.post('/report/schedule/save', {
        report: 'sales',
        repeats: 'daily',
        at_time: '07:00',
        recipients,
      }),
    )
    return { report_schedule_id, recipients }
  },
  /** A saved reply of the organization. */
  async savedReply(app) {
    const title = `Reply ${++lines}`
    const admin = await app.as(await app.userId('admin@example.com'))
    const { data } = ok(await admin.post('/support/savedReply', { title, english: 'Hi', spanish: 'Hola' }))
    return { saved_reply_id: data.saved_reply_id, organization_id: 1, title }
  },
  /** A website of the organization with its own course, and another course that is on none. */
  async website({ database: { read } }) {
    const name = `Website ${++lines}`
    const [website] = await read<{ website_id: number }>`
      insert into catalogue.website (organization_id, name) values (1, ${name}) returning website_id`
    const { website_id } = website!
    const [course_id, free_course_id] = [await addCourse(read, `${name} a`), await addCourse(read, `${name} b`)]
    const [place] = await read<{ course_website_id: number }>`
      insert into catalogue.course_website (organization_id, website_id, course_id, price_cents)
      values (1, ${website_id}, ${course_id}, 1995) returning course_website_id`
    return { organization_id: 1, website_id, course_id, free_course_id, ...place! }
  },
  /** A key of the organization. */
  async keyed(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const request = { course_website_id: 1001, count: 1 }
    const { authorization_key_batch_id, codes } = ok(await admin.post('/authorizationKeys/createKeys', request))
    const [key] = await app.database.read<{ authorization_key_id: number }>`
      select authorization_key_id from checkout.authorization_key
      where authorization_key_batch_id = ${authorization_key_batch_id}`
    const { authorization_key_id } = key!
    const batch = { authorization_key_batch_id, authorization_key_id, keyIds: [authorization_key_id], code: codes[0] }
    return { ...batch, organization_id: 1, request_id: randomUUID() }
  },
  /** An invoice with a sale to them, and another one, since a partly paid invoice can't be deleted. */
  invoiced: (app, owner) => invoiceOf(app, owner),
  billed: (app, owner) => invoiceOf(app, owner),
  /** A sale to them that isn't invoiced, in an organization with earlier invoices. */
  async unsettled(app, owner) {
    await invoiceOf(app, owner)
    await sellTo(app, owner)
    return {}
  },
  /** A shop's order for an unknown product. */
  async shopped({ database: { read } }, { email }) {
    const external_id = `gid://shopify/Order/${randomUUID()}`
    const order = {
      organization_id: 1,
      provider: 'shopify',
      order_name: '#1001',
      order_key: '1001',
      external_id,
      email,
    }
    const [line] = await read<{ storefront_line_id: number }>`
      with kept as (
        insert into identity.storefront_order ${read({ ...order, paid_at: new Date() })} returning storefront_order_id)
      insert into checkout.storefront_line (organization_id, storefront_order_id, external_id, copy, sku, title, lk_storefront_line_status_id)
      select 1, storefront_order_id, ${external_id}, 1, lower(${randomUUID()}), 'Driver Improvement', 2 from kept
      returning storefront_line_id`
    return { ...line }
  },
  /** Adds an authenticator app, a recovery code and a passkey. */
  async factored({ database: { read } }, { user_id }) {
    const owner = { user_id, organization_id: 1 }
    const app = { ...owner, secret: Buffer.from('sealed'), confirmed_at: new Date() }
    await read`insert into identity.totp ${read(app)} on conflict do nothing`
    await read`insert into identity.recovery_code ${read({ ...owner, code_hash: randomBytes(32) })}`
    const key = { ...owner, credential_id: randomBytes(32), public_key: randomBytes(64), name: 'Phone' }
    const [passkey] = await read<{ passkey_id: number }>`
      insert into identity.passkey ${read(key)} returning passkey_id`
    return { user_id, ...passkey }
  },
  /** A sent email, recorded in the audit log. */
  async mailed({ database }, { user_id }) {
    const [event] = await database.read<{ audit_id: number }>`
      insert into platform.audit_event (organization_id, action, subject_user_id, actor_kind, after)
      values (1, 'mail.sent', ${user_id}, 'system', '{"letter": "identity.password-link"}')
      returning audit_event_id as audit_id`
    return { ...event }
  },
  purchase: (app, owner) => purchaseOf(app, owner),
  /** The same, for a certificate sent by mail. */
  async tracked(app, owner) {
    const purchase = await purchaseOf(app, owner, null)
    await app.database.read`
      update checkout.order_item set lk_shipping_type_id = 2 where order_item_id = ${purchase.order_item_id!}`
    return purchase
  },
  /** Two orders created by staff: one to be paid, one to be canceled. */
  charged: (app, owner) => chargeOf(app, owner),
  owing: (app, owner) => chargeOf(app, owner),
  /** A course on the organization's invoice that hasn't been started. */
  async onInvoice(app) {
    // A student without any of its courses.
    const user_id = await addPerson(app, 3)
    const { order_id } = await invoicedCourse(app, user_id)
    const [payment] = await app.database.read<{ payment_id: number }>`
      select payment_id from checkout.payment where order_id = ${order_id}`
    return { user_id, order_id, ...payment }
  },
  /** A student without courses whose organization is invoiced. */
  async sponsored(app) {
    await app.database.read`update identity.organization set invoice_ind = true where organization_id = 1`
    return { user_id: await addPerson(app, 3), request_id: randomUUID() }
  },
  /** A failed quiz with a retake fee: to be ordered, and to be charged. */
  retaking: (app, owner) => failedForMoney(app, owner),
  granted: (app, owner) => failedForMoney(app, owner),
  /** An expired course: its extension is to be ordered, charged, granted by staff, and already paid. */
  expired: (app, owner) => expiredCourse(app, owner),
  reopening: (app, owner) => expiredCourse(app, owner),
  extending: async (app, owner) => ({ ...(await expiredCourse(app, owner)), request_id: randomUUID() }),
  async reinstating(app, owner) {
    const { student_course_id } = await expiredCourse(app, owner)
    await app.database.read`
      insert into learning.course_reinstatement (organization_id, student_course_id, order_item_id)
      values (1, ${student_course_id}, ${++lines})`
    return { student_course_id }
  },
  /** A purchase that the bank has settled, so it can be partly refunded. */
  settled: (app, owner) => settledPayment(app, owner),
  /** Refunds that wait for a second person: one to approve, one to decline, and one requested by the tests' staff. */
  approvable: (app, owner) => waitingRefund(app, owner, 'second@example.com'),
  declinable: (app, owner) => waitingRefund(app, owner, 'second@example.com'),
  takeable: (app, owner) => waitingRefund(app, owner, 'admin@example.com'),
  /** A payment that the gateway holds for review. */
  async held(app, owner) {
    const client = await owner.client()
    ok(await client.post('/cart/addToCart', { course_website_id: 1001 }))
    app.gateway.simulator.script('held')
    const { order_id } = ok(await client.post('/payment/process', await payment(app, client)))
    const [paymentAttempt] = await app.database.read<{ payment_attempt_id: number }>`
      select payment_attempt_id from checkout.payment_attempt where order_id = ${order_id}`
    // A new cart: the old one waits for the decision.
    await app.database.read`
      delete from checkout.cart where cart_id = (select cart_id from checkout.customer_order where order_id = ${order_id})`
    return { ...paymentAttempt }
  },
  /** A chargeback that waits for its outcome. */
  async chargedBack(app, owner) {
    const { payment_id, total } = await settledPayment(app, owner)
    const [chargeback] = await app.database.read<{ chargeback_id: number }>`
      with told as (update checkout.payment set lk_payment_status_id = 8 where payment_id = ${payment_id} returning order_id),
        also as (update checkout.customer_order set lk_order_status_id = 5 where order_id in (select order_id from told))
      insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on)
      values (1, ${payment_id}, 'EXAMPLE-2', 'gateway', ${Math.round(total * 100)}, '2020-01-15') returning chargeback_id`
    return { ...chargeback }
  },
  /** A discrepancy between the organization's books and the gateway. */
  async disputed({ database }) {
    const row = { organization_id: 1, provider: 'authorize_net', transaction_id: `lost${++lines}`, kind: 'missing' }
    const [discrepancy] = await database.read<{ discrepancy_id: number }>`
      insert into checkout.discrepancy ${database.read(row)} returning discrepancy_id`
    return { ...discrepancy }
  },
  /** A cart with a code, ready to be paid. */
  async cart(app, owner) {
    const client = await owner.client()
    const { cart_item_id } = ok(await client.post('/cart/addToCart', { course_website_id: 1001 }))
    const code = await freeCode(app, owner)
    ok(await client.get(`/promocode/applyCode?code=${code}`))
    const [item] = await app.database.read<{ promo_code_id: number }>`
      select promo_code_id from checkout.cart_item where cart_item_id = ${cart_item_id}`
    return { cart_item_id, code, user_id: owner.user_id, ...item, ...(await payment(app, client)) }
  },
  /** A course of the organization with a draft in addition to its published version: a lesson, a quiz and a question bank. */
  async authored(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const result = ok(await admin.post('/course/create', { name: `Written ${randomUUID()}` })).course
    const { course_id, course_version_id } = result
    const choice = { lk_question_type_id: 2, configuration: choiceOf('Slow down?') }
    const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Slow down.' }] }] }
    const components = [
      { name: 'Lesson', type: 'Content', data: { content } },
      { name: 'Film', type: 'Media', data: { content } },
      { name: 'Quiz', type: 'Quiz', data: { questions: [choice] } },
    ]
    const chapters = [{ name: 'Chapter', sections: [{ name: 'Section', components }] }]
    const bank = ok(await admin.post('/course/createCourseQuestionBank', { course_id, name: 'Bank' }))
    const { course_question_bank_id } = bank
    const questions = ok(
      await admin.post('/course/saveCourseQuestionBank', { course_id, course_question_bank_id, questions: [choice] }),
    ).questions
    const { course } = ok(await admin.post('/course/updateOverview', { course_id, chapters, description: 'First.' }))
    ok(await admin.post('/course/publish', { course_id }))
    const draft = ok(await admin.post('/course/updateOverview', { course_id, description: 'Second.' })).course
    const [lesson, film] = course.chapters[0].sections[0].components
    const [row] = await app.database.read<{ media_id: number }>`
      select (data ->> 'media_id')::int as media_id from catalogue.component
      where component_id = ${film.component_id} limit 1`
    const [event] = await app.database.read<{ audit_id: number }>`
      select max(audit_event_id)::int as audit_id from platform.audit_event where subject = ${`course_id:${course_id}`}`
    return {
      course_id,
      ...event,
      tab: 'overview',
      published_id: course_version_id,
      course_version_id: draft.course_version_id,
      component_id: lesson.component_id,
      media_component_id: row!.media_id,
      course_question_bank_id,
      question_id: questions[0].question_id,
      question: questions[0],
    }
  },
  async twoVersions(app): Promise<Ids> {
    const { course_id, published_id, course_version_id } = await records.authored(app)
    ok(await (await app.as(await app.userId('admin@example.com'))).post('/course/publish', { course_id }))
    return { course_id, course_version_id, from_course_version_id: published_id }
  },
  /** A draft that was never published. */
  async unpublished(app) {
    const admin = await app.as(await app.userId('admin@example.com'))
    const { course_id } = ok(await admin.post('/course/create', { name: `Draft ${randomUUID()}` })).course
    return { course_id }
  },
  player: (app, owner) => openLesson(app, owner, parts.lesson),
  /** A lesson whose time is over. */
  async waited(app, owner) {
    const lesson = await openLesson(app, owner, parts.lesson)
    await app.database.read`
      update learning.student_progress set credited_ms = 3600000
      where student_progress_id = ${lesson.student_progress_id}`
    return lesson
  },
  /** A course with identity checks: before its setup, with a question waiting, locked, and with an appeal. */
  async settingUp(app, owner) {
    return { ...(await openGuarded(app, owner)), questions: await setupAnswers(app) }
  },
  checkDue: openDue,
  checked: openChecked,
  answering: openChecked,
  locked: openLocked,
  unlockable: openLocked,
  phoneDue: (app, owner) => openPhoned(app, owner),
  typingDue: (app, owner) => openTyped(app, owner, true),
  typingSetup: (app, owner) => openTyped(app, owner),
  deviceDue: (app, owner) => openRecognized(app, owner, true),
  deviceSetup: (app, owner) => openRecognized(app, owner),
  typingWaiver: (app, owner) => openTyped(app, owner),
  codeSent: (app, owner) => openPhoned(app, owner, true),
  appealed: openAppealed,
  /** A course that ends in external exams: before them, in them, and with one in doubt. */
  examDue: openExternal,
  examOpen: openSessions,
  examInDoubt: openViolation,
  stopping: (app, owner) => openLesson(app, owner, parts.lesson),
  async pause(app, owner) {
    const [pause] = await app.database.read<{ component_id: number }>`
      select component_id from catalogue.component
      where course_version_id = ${florida} and lk_component_type_id = 4 order by position limit 1`
    return openLesson(app, owner, pause!.component_id)
  },
  async inline(app, owner) {
    const ctx = await owner.ctx()
    const [quiz] = await listInlineQuizzes(ctx, florida)
    const [question_id] = quiz!.question_ids
    const lesson = await openLesson(app, owner, quiz!.component_id)
    const answer = goodAnswer(await questionOf(ctx, florida, question_id!))
    const client = await owner.client()
    const input = { question: question_id, answer, quizId: quiz!.quiz_id, studentCourseId: lesson.studentCourseId }
    const { question } = ok(await client.post('/quiz/inline-quiz/submit', input))
    return {
      ...lesson,
      question: question_id,
      question_id,
      quizId: quiz!.quiz_id,
      answer_id: question.answer_id,
      answer,
    }
  },
  /** An open attempt with its first question answered. */
  quiz: (app, owner) => quizState(app, owner, 1),
  /** An open attempt with every question answered. */
  sat: (app, owner) => quizState(app, owner, 1_000),
  async failed(app, owner) {
    const place = await takeCourse(app, owner.user_id, florida, parts.quiz)
    const seat = await openSeat(app, await owner.client(), place.studentCourseId, florida)
    const { quiz } = await seat.sitQuiz(parts.quiz, 'wrong')
    return { ...place, quizAttemptId: quiz.quiz_attempt_id }
  },
  /** A submitted quiz whose written answers wait for a grader. */
  handedIn: (app, owner) => submitQuiz(app, owner),
  /** The same, to be graded with all quizzes of its course. */
  handedInTogether: (app, owner) => submitQuiz(app, owner),
  /** All graded; the course's review isn't completed yet. */
  async graded(app, owner) {
    const course = await submitQuiz(app, owner)
    await app.database.read`
      update learning.quiz_attempt set lk_quiz_attempt_status_id = 5, passed = false
      where quiz_attempt_id = ${course.quiz_attempt_id}`
    await setStatus(app, course.studentCourseId, status.inReview)
    return course
  },
  /** An attempt that staff sent back. */
  async sentBack(app, owner) {
    const course = await submitQuiz(app, owner)
    await app.database.read`
      update learning.quiz_attempt set lk_quiz_attempt_status_id = 6, passed = null
      where quiz_attempt_id = ${course.quiz_attempt_id}`
    const [row] = await app.database.read<{ question_id: number }>`
      select question_id from learning.quiz_answer
      where quiz_attempt_id = ${course.quiz_attempt_id} and correct is null limit 1`
    return { ...course, ...row! }
  },
  /** A course for which staff requested something other than a quiz or document. */
  async attention(app, owner) {
    const course = await bought(app, owner, florida)
    await setStatus(app, course.studentCourseId, status.needsAttention)
    return { ...course, student_course_id: course.studentCourseId }
  },
  /** A course whose certificate goes by mail. */
  async paper(app, owner) {
    const course = await bought(app, owner, florida)
    await app.database.read`
      update learning.student_course set lk_shipping_type_id = 2 where student_course_id = ${course.studentCourseId}`
    return { ...course, student_course_id: course.studentCourseId }
  },
  /** A document submitted with the registration. */
  async uploaded(app, owner) {
    const course = await registered(app, owner, classA, 'submitted')
    const { studentCourseId: student_course_id } = course
    const [row] = await app.database.read<{ attachment_id: number; question_id: number }>`
      select attachment_id, question_id from learning.registration_document
      where student_course_id = ${student_course_id} limit 1`
    return { ...course, student_course_id, ...row! }
  },
  /** A purchased course without any progress. */
  notBegun: (app, owner) => bought(app, owner, florida),
  async registering(app, owner) {
    const course = await bought(app, owner, florida)
    const { studentCourseId } = course
    const client = await owner.client()
    const { questionId } = ok(await client.post('/registration/start', { studentCourseId }))
    ok(await client.post('/registration/answer', { studentCourseId, questionId, answer: 1 }))
    const enrollment = await selectStudentCourse(await owner.ctx(), studentCourseId)
    const file = { name: 'order.png', bytes: onePixel }
    const { attachment_id } = await storeDocument(await owner.ctx(), enrollment, 10157, file)
    return { ...course, questionId, answer: 1, attachment_id }
  },
  /** A registration with a timed question. */
  async timed(app, owner) {
    await app.database.read`
      update catalogue.question set configuration = jsonb_set(configuration, '{timer}', '{"active": true, "seconds": 600}')
      where course_version_id = 3 and question_id = 30064`
    clearVersionCache()
    const course = await bought(app, owner, 3)
    ok(await (await owner.client()).post('/registration/start', { studentCourseId: course.studentCourseId }))
    return { ...course, questionId: 30064 }
  },
  /** Everything is answered, nothing is submitted. */
  answered: (app, owner) => registered(app, owner, florida),
  /** The exclusions of a program are affirmed. */
  async affirmed(app, owner) {
    const course = await registered(app, owner, classA, 'submitted')
    await app.database.read`
      update learning.registration set affirmed_at = platform.now(), affirmed = '[]'
      where student_course_id = ${course.studentCourseId}`
    return course
  },
  agreeing: (app, owner) => registered(app, owner, classA, 'submitted'),
  async agreed(app, owner) {
    const course = await registered(app, owner, classA, 'submitted')
    const { studentCourseId } = course
    ok(await (await owner.client()).post('/registration/agree', { studentCourseId, agreement: 'I Agree' }))
    return { ...course, student_course_id: studentCourseId }
  },
  completing: (app, owner) => registered(app, owner, florida, 'submitted'),
  async confirming(app, owner) {
    const course = await asTeenager(app, owner, () => registered(app, owner, permit, 'completed'))
    await setStatus(app, course.studentCourseId, status.confirmingInformation)
    return course
  },
  /** Passed and reported, with a certificate; the app must have been opened with jobs. */
  async passed(app, owner) {
    const course = await registered(app, owner, florida, 'completed')
    const client = await owner.client()
    ok(await client.post('/course/start', { studentCourseId: course.studentCourseId }))
    await completeLessons(app, course.studentCourseId)
    const seat = await openSeat(app, client, course.studentCourseId, florida)
    await seat.sitQuiz(parts.exam, 'right')
    await app.runJobs(true)
    const [certificate] = await app.database.read<{ student_certificate_id: number; check_code: string }>`
      select student_certificate_id, check_code from learning.student_certificate
      where student_course_id = ${course.studentCourseId}`
    const { student_certificate_id, check_code } = certificate!
    const [report] = await app.database.read<{ completion_report_id: number }>`
      select completion_report_id from learning.completion_report
      where student_course_id = ${course.studentCourseId}`
    return {
      ...course,
      completion_report_id: report!.completion_report_id,
      student_certificate_id,
      ids: [student_certificate_id],
      code: check_code,
      student_id: owner.user_id,
    }
  },
  /** Passed, each with a certificate that goes by mail. */
  mailedCertificate: certified,
  replaced: certified,
  corrected: certified,
  withdrawn: certified,
  /** Passed; the agency has refused the report. */
  rejected: refusal,
  /** A passed course, with the student's link that shows the completion. */
  async shared(app, owner) {
    const { student_course_id } = await refusal(app, owner)
    const link = ok(
      await (await owner.client()).post('/report/link', { student_course_id, audience: 'court', days: 30 }),
    )
    return { completion_link_id: link.completion_link_id }
  },
  /** Passed without a certificate; a colleague requested one. */
  async certificateRequested(app, owner) {
    const { student_course_id } = await refusal(app, owner)
    const [request] = await app.database.read<{ certificate_request_id: number }>`
      insert into learning.certificate_request (organization_id, student_course_id, reason, asked_by)
      select organization_id, student_course_id, 'The printer failed', ${await addPerson(app, 2)}
      from learning.student_course where student_course_id = ${student_course_id}
      returning certificate_request_id`
    return { student_course_id, ...request! }
  },
  /** A lesson that earns time: the last one opened. */
  beating: (app, owner) => openLesson(app, owner, parts.lesson),
} satisfies Record<string, (app: TestApp, owner: Owner) => Promise<Ids>>

export type Situation = keyof typeof records

async function ticketOf(app: TestApp, owner: Owner) {
  const client = await owner.client()
  const { data } = ok(await client.post('/support/createSupportTicket', { details: `Help ${owner.lastName}` }))
  const assignee = await app.userId('admin@example.com')
  return {
    ...(data as { chat_thread_id: number; issue_id: number }),
    user_id: owner.user_id,
    assignee,
    request_id: randomUUID(),
  }
}

/** A passed course without a certificate whose report the agency has refused. */
async function refusal(app: TestApp, owner: Owner) {
  const { studentCourseId } = await registered(app, owner, florida, 'completed')
  await setStatus(app, studentCourseId, status.inProgress)
  await (await owner.ctx()).tx(async (inner) => {
    await changeStatus(inner, studentCourseId, status.passed, 'system')
    await inner.sql`
      update learning.student_course set passed_at = platform.now() where student_course_id = ${studentCourseId}`
    await queueCompletionReport(inner, studentCourseId)
    await inner.sql`
      update learning.completion_report set state = 'rejected' where student_course_id = ${studentCourseId}`
  })
  return { student_course_id: studentCourseId }
}

/** A passed course whose certificate goes by mail. */
async function certified(app: TestApp, owner: Owner): Promise<Ids> {
  const { studentCourseId } = await registered(app, owner, florida, 'completed')
  await setStatus(app, studentCourseId, status.inProgress)
  const ctx = await owner.ctx()
  await ctx.tx(async (inner) => {
    await changeStatus(inner, studentCourseId, status.passed, 'system')
    await inner.sql`
      update learning.student_course set passed_at = platform.now(), lk_shipping_type_id = 2
      where student_course_id = ${studentCourseId}`
  })
  await issueCertificate(ctx, studentCourseId)
  const [certificate] = await app.database.read<{ student_certificate_id: number }>`
    select student_certificate_id from learning.student_certificate where student_course_id = ${studentCourseId}`
  const { student_certificate_id } = certificate!
  return { student_certificate_id, ids: [student_certificate_id] }
}

async function addCourse(read: TestApp['database']['read'], name: string): Promise<number> {
  const [course] = await read<{ course_id: number }>`
    insert into catalogue.course (organization_id, slug) values (1, ${name}) returning course_id`
  const { course_id } = course!
  await read`
    insert into catalogue.course_version (course_id, version_number, name, published_at)
    values (${course_id}, 1, ${name}, platform.now())`
  await read`
    update catalogue.course set published_version_id =
      (select course_version_id from catalogue.course_version where course_id = ${course_id})
    where course_id = ${course_id}`
  return course_id
}

async function addPerson({ database }: TestApp, lk_user_role_id: number): Promise<number> {
  const loginid = `someone${Math.random().toString(36).slice(2)}@example.com`
  const [row] = await database.read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    values (1, ${lk_user_role_id}, ${loginid}, ${loginid}) returning user_id`
  return row!.user_id
}

async function invoicedCourse(app: TestApp, user_id: number): Promise<{ order_id: number }> {
  await app.database.read`update identity.organization set invoice_ind = true where organization_id = 1`
  const admin = await app.as(await app.userId('admin@example.com'))
  return ok(
    await admin.post('/student/addInvoicedStudentCourse', {
      user_id,
      course_website_id: 1001,
      request_id: randomUUID(),
    }),
  )
}

let branches = 0
async function addBranch({ database: { tx } }: TestApp): Promise<{ organization_id: number; code: string }> {
  const code = `Y${(branches++).toString(36).padStart(2, '0').toUpperCase()}`
  const organization_id = await tx((sql) =>
    insertOrganization(sql, { code, name: 'A branch', parent_organization_id: 1 }),
  )
  return { organization_id, code }
}

const choiceOf = (title: string) => ({
  title,
  options: [
    { id: 1, text: 'Yes', correct: true },
    { id: 2, text: 'No', correct: false },
  ],
})

let dots = 0
/** A unique picture. */
export async function dot(): Promise<Uint8Array> {
  dots += 1
  const background = { r: dots % 256, g: (dots >> 8) % 256, b: dots >> 16 }
  return sharp({ create: { width: 4, height: 4, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A new person's form. */
export function newcomer() {
  const email = `newcomer${Math.random().toString(36).slice(2)}@example.com`
  return { profile: { first_name: 'New', last_name: 'Comer', email } }
}

async function checkedUpload(app: TestApp): Promise<Ids> {
  const admin = await app.as(await app.userId('admin@example.com'))
  const { profile } = newcomer()
  const rows = [
    ['First_Name', 'Last_Name', 'Email'],
    [profile.first_name, profile.last_name, profile.email],
  ]
  const { student_upload_id, digest } = ok(await admin.post('/student/verifyUploadData', { rows })).data
  return { student_upload_id, digest }
}

/** The checkout page's input for the current cart. */
export async function payment(app: TestApp, client: Client) {
  const { intent_id, total } = ok(await client.get('/cart/items'))
  const card = app.gateway.simulator.token({ cardNumber: '4111111111111111', expirationDate: '1239', cardCode: '123' })
  const creditCard = { dataDescriptor: card.descriptor, dataValue: card.value }
  return { intent_id, total, creditCard, agreement: { accepted: true, typed: 'I Agree', opened: true } }
}

async function chargeOf(app: TestApp, { user_id, client }: Owner) {
  const admin = await app.as(await app.userId('admin@example.com'))
  const items = [{ kind: 'fee', name: 'A copy', price: 5 }]
  const order = ok(await admin.post('/order/create', { order: { user_id, request_id: randomUUID() }, items }))
  const { order_id, intent_id, total } = order
  return { ...(await payment(app, await client())), user_id, order_id, intent_id, total }
}

/** The seventh chapter's quiz, the only one with a retake fee. */
async function failedForMoney(app: TestApp, { user_id }: Owner) {
  const { read } = app.database
  const component_id = 1082
  await read`
    update catalogue.component set data = jsonb_set(data, '{configuration,retake,fee}', '10')
    where course_version_id = ${florida} and component_id = ${component_id}`
  clearVersionCache()
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, florida, component_id)
  await read`
    insert into learning.quiz_attempt (organization_id, student_course_id, component_id, quiz_id, attempt_number,
      lk_quiz_attempt_status_id, threshold, submitted_at, points, total, passed)
    values (1, ${student_course_id}, ${component_id}, 1, 1, 5, 80, platform.now(), 0, 5, false)`
  return { student_course_id, component_id }
}

async function expiredCourse(app: TestApp, { user_id }: Owner) {
  const { read } = app.database
  await read`
    update catalogue.course_version set course_registration_options = course_registration_options
      || '{"reinstatementEnabled": true, "reinstatementFee": 20}' where course_version_id = ${florida}`
  clearVersionCache()
  const { studentCourseId: student_course_id } = await takeCourse(app, user_id, florida, parts.quiz)
  await read`
    update learning.student_course
    set lk_student_course_status_id = 10, expires_at = platform.now() - interval '1 day'
    where student_course_id = ${student_course_id}`
  return { student_course_id }
}

/** An unused code of the website that sells course 1001. */
async function freeCode({ database }: TestApp, { lastName }: Owner): Promise<string> {
  const code = `${lastName.toUpperCase()}${++lines}`
  await database.read`
    insert into checkout.promo_code (organization_id, website_id, code, dollar_amount_off_cents, usage_limit)
    values (1, 101, ${code}, 300, 1)`
  return code
}

async function bought(app: TestApp, { user_id }: Owner, course_version_id: number) {
  const [courseWebsite] = await app.database.read<{ course_website_id: number; organization_id: number }>`
    select course_website_id, 1 as organization_id from catalogue.v_course_website
    where course_version_id = ${course_version_id} limit 1`
  const line = { lk_shipping_type_id: 1, audio_ind: false, order_item_id: ++lines, paid: true }
  const { student_course_id } = await (await app.ctx()).tx((inner) =>
    enroll(inner, { user_id, course_version_id, ...line, ...courseWebsite! }),
  )
  return { studentCourseId: student_course_id, student_course_id }
}

/** One person may have all records, and some belong to a course for people under 18. */
async function asTeenager<T>({ database: { read } }: TestApp, { user_id }: Owner, work: () => Promise<T>): Promise<T> {
  const [person] = await read<{ dob: string | null; confirmed: boolean }>`
    select dob::text as dob, exists (select from learning.student_course c where c.user_id = p.user_id) as confirmed
    from identity.person p where user_id = ${user_id}`
  const setBirth = (dob: string | null) => read`update identity.person set dob = ${dob} where user_id = ${user_id}`
  await setBirth(`${new Date().getFullYear() - 16}-03-14`)
  const result = await work()
  // Their other courses have confirmed another date.
  if (person!.confirmed) await setBirth(person!.dob)
  return result
}

async function registered(app: TestApp, owner: Owner, version: number, until?: 'submitted' | 'completed') {
  const course = await bought(app, owner, version)
  const { studentCourseId } = course
  // Not a citation, so no court documents are needed.
  const choose = ({ question_id }: { question_id: number }) => (question_id === 10153 ? 1 : undefined)
  if (until === 'completed') await answerRegistration(app, owner.user_id, studentCourseId, { choose })
  else await answerQuestions(await owner.ctx(), studentCourseId, choose)
  if (until === 'submitted') ok(await (await owner.client()).post('/registration/submit', { studentCourseId }))
  return course
}

async function submitQuiz(app: TestApp, owner: Owner) {
  const place = await takeCourse(app, owner.user_id, florida, parts.quiz)
  const seat = await openSeat(app, await owner.client(), place.studentCourseId, florida)
  const { quiz } = await seat.sitQuiz(parts.quiz, 'right')
  await app.database.read`
    update learning.quiz_attempt set lk_quiz_attempt_status_id = 3, passed = null
    where quiz_attempt_id = ${quiz.quiz_attempt_id}`
  const [row] = await app.database.read<{ quiz_id: number }>`
    select quiz_id from learning.quiz_attempt where quiz_attempt_id = ${quiz.quiz_attempt_id}`
  return {
    ...place,
    ...row!,
    student_course_id: place.studentCourseId,
    quizAttemptId: quiz.quiz_attempt_id as number,
    quiz_attempt_id: quiz.quiz_attempt_id as number,
  }
}

async function openLesson(app: TestApp, owner: Owner, component_id: number) {
  const place = await takeCourse(app, owner.user_id, florida, component_id)
  const { studentCourseId } = place
  const client = await owner.client()
  const { component } = ok(await client.get(`/course/component/${studentCourseId}/${component_id}`))
  const { student_progress_id } = component.studentProgress
  return { ...place, student_course_id: studentCourseId, student_progress_id, lease_id: component.lease_id }
}

async function quizState(app: TestApp, owner: Owner, answers: number) {
  const place = await takeCourse(app, owner.user_id, florida, parts.quiz)
  const client = await owner.client()
  const query = `studentCourseId=${place.studentCourseId}&componentId=${place.componentId}`
  const { quiz_attempt_id } = ok(await client.post('/quiz/start', place))
  let { question } = ok(await client.get(`/quiz/question/current?${query}`))
  let last: Call['body'] = {}
  for (let count = 0; question && count < answers; count += 1) {
    const questionId = question.question_id
    const answer = goodAnswer(await questionOf(await app.ctx(), florida, questionId))
    const result = ok(await client.post('/quiz/answer/submit', { ...place, questionId, answer })).question
    last = { questionId, question_id: questionId, question_ids: [questionId], answer, answerId: result.answer_id }
    question = ok(await client.get(`/quiz/next?${query}&questionId=${questionId}`)).question
  }
  const { quiz_id } = ok(await client.get(`/quiz?${query}`)).quiz
  const attempt = { quizAttemptId: quiz_attempt_id, quiz_attempt_id, quiz_id, quiz_ids: [quiz_id] }
  return { ...place, student_course_id: place.studentCourseId, ...attempt, ...last }
}

const completeLessons = ({ database }: TestApp, student_course_id: number) => database.read`
  insert into learning.student_progress (student_course_id, organization_id, component_id, completed_at)
  select ${student_course_id}::int, 1, component_id, platform.now()
  from catalogue.component where course_version_id = ${florida} and not final_ind
  on conflict do nothing`

const setStatus = ({ database }: TestApp, student_course_id: number, to: number) => database.read`
  update learning.student_course set lk_student_course_status_id = ${to} where student_course_id = ${student_course_id}`

/** A sale to someone, and the invoice that includes it. */
async function invoiceOf(app: TestApp, owner: Owner): Promise<Ids> {
  await sellTo(app, owner)
  const admin = await app.as(await app.userId('admin@example.com'))
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const period = `created_at=gte:${day(-1)}&created_at=lte:${day(1)}`
  const { invoice_id } = ok(await admin.post(`/invoice/?${period}&courseWebsiteId=1001`))
  return { invoice_id, request_id: randomUUID() }
}

async function sellTo({ database: { read } }: TestApp, { user_id, email }: Owner): Promise<void> {
  const sums = { subtotal_cents: 1995, add_on_cents: 0, shipping_cents: 0, discount_cents: 0, total_cents: 1995 }
  const buyer = { user_id, first_name: 'Viola', last_name: 'Owner', email }
  const paidOrder = { organization_id: 1, intent_id: randomUUID(), lk_order_status_id: 2, paid_at: new Date() }
  await read`
    with sold as (insert into checkout.customer_order ${read({ ...sums, ...buyer, ...paidOrder })} returning order_id)
    insert into checkout.order_item (order_id, organization_id, course_website_id, course_version_id, name, price_cents)
    select order_id, 1, 1001, ${florida}, 'Driver Improvement', 1995 from sold`
}

async function settledPayment(app: TestApp, owner: Owner) {
  const client = await owner.client()
  ok(await client.post('/cart/addToCart', { course_website_id: 1001 }))
  const { transactionResponse } = ok(await client.post('/payment/process', await payment(app, client)))
  app.gateway.simulator.settle()
  const [row] = await app.database.read<{ payment_id: number; total_cents: number }>`
    select payment_id, total_cents from checkout.payment where transaction_id = ${transactionResponse.transId}`
  return { payment_id: row!.payment_id, total: row!.total_cents / 100 }
}

/** A refund of a settled purchase that someone requested and someone else has to approve. */
async function waitingRefund(app: TestApp, owner: Owner, loginid: string) {
  const { payment_id } = await settledPayment(app, owner)
  const { read } = app.database
  await read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email)
    select 1, 1, ${loginid}, ${loginid}
    where not exists (select from identity.person where loginid = ${loginid})`
  const [refundAttempt] = await read<{ refund_attempt_id: number }>`
    with refund as (
      insert into checkout.refund_attempt (organization_id, payment_attempt_id, payment_id, origin, asked, way, attempt,
                                           request_id, refunded_before_cents, state, amount_cents, created_by)
      select organization_id, payment_attempt_id, payment_id, 'staff', 'refund', 'refund', ${randomBytes(12).toString('base64url')},
             gen_random_uuid(), 0, 'awaiting', 100, (select user_id from identity.person where loginid = ${loginid})
      from checkout.payment where payment_id = ${payment_id}
      returning refund_attempt_id, organization_id, created_by, payment_id),
    line as (
      insert into checkout.refund_line (refund_attempt_id, order_item_id, organization_id, amount_cents, ends_enrolment,
                                        ends_completed)
      select r.refund_attempt_id, i.order_item_id, r.organization_id, 100, false, false
      from refund r join checkout.payment p using (payment_id) join checkout.order_item i on i.order_id = p.order_id
      order by i.order_item_id limit 1)
    insert into checkout.refund_approval (refund_attempt_id, organization_id, cause, asked_by, expires_at)
    select refund_attempt_id, organization_id, 'sum', created_by, platform.now() + interval '7 days' from refund
    returning refund_attempt_id`
  return { ...refundAttempt }
}

async function purchaseOf(app: TestApp, owner: Owner, promo_code: string | null = 'SUNNY5') {
  const client = await owner.client()
  ok(await client.post('/cart/addToCart', { course_website_id: 1001 }))
  if (promo_code) ok(await client.get(`/promocode/applyCode?code=${promo_code}`))
  const input = await payment(app, client)
  const { transactionResponse } = ok(await client.post('/payment/process', input))
  const [order] = await app.database.read<{ order_id: number; payment_id: number; order_item_id: number }>`
    select order_id, payment_id, order_item_id from checkout.payment join checkout.order_item using (order_id)
    where transaction_id = ${transactionResponse.transId}`
  return { id: transactionResponse.transId, transaction_id: transactionResponse.transId, ...order, ...input }
}
