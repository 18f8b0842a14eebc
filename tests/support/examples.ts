import { starterTemplates } from '#modules/catalogue/entry.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { legalDay } from '#platform/zone.ts'
import { inputSchema, type JsonSchema } from './arbitrary.ts'
import { createdKey, typedSample } from './guarded-course.ts'
import type { Ids, Situation } from './records.ts'
import { onePixel } from './registration.ts'

/** A call that succeeds: the owner's situation, the caller, and the fields besides the owner's IDs. */
export type Example = {
  situation: Situation
  by: 'student' | 'staff' | 'both'
  fields?: Readonly<Record<string, unknown>> | ((ids: Ids) => Record<string, unknown>)
  /**
   * The order of calls. Negative: runs before the call that takes something from it. Positive: runs after all calls
   * that it would take something from.
   */
  turn?: number
}

/** Fields that name a person's or organization's record, anywhere in an input. */
export const recordFields: ReadonlySet<string> = new Set([
  'passkey_id',
  'system_notice_id',
  'studentCourseId',
  'student_course_id',
  'student_course_ids',
  'componentId',
  'nextComponentId',
  'component_id',
  'student_progress_id',
  'question',
  'questionId',
  'question_id',
  'question_ids',
  'answerId',
  'answer_id',
  'currentAnswerId',
  'quizId',
  'quiz_id',
  'quiz_ids',
  'quizAttemptId',
  'quiz_attempt_id',
  'completion_report_id',
  'completion_link_id',
  'lease_id',
  'student_certificate_id',
  'certificate_request_id',
  'ids',
  'cart_item_id',
  'promo_code_id',
  'intent_id',
  'order_id',
  'audit_id',
  'transaction_id',
  'payment_id',
  'order_item_id',
  'discrepancy_id',
  'chargeback_id',
  'payment_attempt_id',
  'refund_attempt_id',
  'identity_appeal_id',
  'external_exam_id',
  'user_id',
  'owner_user_id',
  'student_id',
  'phone_id',
  'organization_id',
  'userId',
  'user_ids',
  'entity_id',
  'entity_note_id',
  'attachment_id',
  'related_attachment_id',
  'orgId',
  'upload_id',
  'student_upload_id',
  'advance_request_id',
  'deletePhoneNumber',
  'administrator_id',
  'client_key_id',
  'webhook_endpoint_id',
  'webhook_delivery_id',
  'admin_id',
  'instructor_id',
  'authorization_key_id',
  'keyIds',
  'authorization_key_batch_id',
  'invoice_id',
  'storefront_line_id',
  'invitation_id',
  'assessment_id',
  'recruiter_id',
  'deleteRecruiter',
  'session_id',
  'course_question_bank_id',
  'media_component_id',
  'quiz_question_bank_id',
  'quiz_question_bank_question_id',
  'chat_thread_id',
  'issue_id',
  'saved_reply_id',
  'report_schedule_id',
  'reporter_entity_id',
])

/**
 * Fields that look like the ID of a record and aren't: lookups, public catalogue, secrets, things that aren't stored.
 */
export const otherFields: ReadonlySet<string> = new Set([
  // Sites belong to an organization: modules/identity/own-sites/own-sites.test.ts.
  'own_site_id',
  // Files belong to the visited organization: modules/learning/reporting/accounts/by-hand.test.ts.
  'agency_file_id',
  // The rules of programs are those of the product; only its own Admins set them (programs/set-rules.test.ts).
  'program_id',
  'program_rule_id',
  // Designs contain nothing about a person and follow their owner's permissions.
  'certificate_template_id',
  'certificate_background_id',
  'course_website_id',
  'website_id',
  'awc_id',
  'course_id',
  'course_version_id',
  'from_course_version_id',
  'permission_id',
  'courseWebsiteId',
  // The passkey's own ID: its signature is the proof.
  'rawId',
  // Parts of the course in the same input: modules/catalogue/authoring/authoring.test.ts.
  'course_bundle_id',
  'bundled_course_id',
  'chapter_id',
  'section_id',
  'wysiwyg_id',
  'media_id',
  'break_id',
  'selectedTemplateId',
  'faq_id',
  'faqsToDelete',
  'questionsToDelete',
  'course_shipping_method_id',
  // A kind of record, and an organization's id at another service.
  'assigned_entity_type_id',
  'tax_id',
  // Belongs to the organization in the same input: modules/backoffice/organizations/change-organizations.test.ts.
  'manager_id',
  'parentOrganizationId',
  'contact_id',
  // Tasks are the caller's own: modules/identity/tasks/tasks.test.ts.
  'task_id',
  // Jobs belong to the product: modules/backoffice/system/system.test.ts.
  'job_id',
  // Texts belong to the product: modules/backoffice/translations/translations.test.ts.
  'text_change_id',
  // Tiles belong to the caller, whichever record they name.
  'user_tile_id',
  'lk_user_tile_type_id',
  // The permissions of saved views: modules/backoffice/views/views.test.ts.
  'grid_view_id',
  // The secret is the proof: its holder may use a guest's cart or an email's link.
  'guest_id',
  'guestId',
  'token',
  // A person's ID at another provider, sent with a proof.
  'userID',
  'shopify_order_id',
  'payment_profile_id',
  // The school's reference for a payment that it took itself.
  'trxId',
  'payer_id',
  'stateId',
  'after_id',
  'loginid',
  'request_id',
  // The wallet's ID of our order; the intent in the same input names the order.
  'wallet_order_id',
  // Columns of the history of one person, whom `user_id` names.
  'linked_entity_id',
  'linked_entity_type_id',
  // Carried by the form; the organization in the same input decides the permission.
  'organization_instructor_id',
  'instructor_organization_id',
  // Created by the sender, for the ticket in the same input: modules/support/support.test.ts.
  'client_id',
  // An Admin's own organizations, for a client: tests/clients.test.ts.
  'organization_ids',
  'chat_attachment_id',
  'former_issue_id',
  // Filters within the caller's scope, and fields that the contract's client always sends.
  'creator_id',
  'assigned_entity_id',
  'related_entity_id',
  'sender_entity_id',
  'category_id',
  // Ids from a partner: modules/backoffice/fleet/enroll-students.test.ts.
  'external_id',
  'external_person_id',
  'enrollment_external_id',
  'order_external_id',
  // A report's own number, a kind of people, and a report by number.
  'random_id',
  'role_id',
])

/** Calls whose `id` names a record. Elsewhere, it is a catalogue page, its public media, or a grid's row. */
export const idCalls: ReadonlySet<string> = new Set([
  'GET /organization/{id}',
  'GET /order/transaction/{id}',
  'GET /order/receipt/{id}',
  'GET /user/{id}',
])

const design = JSON.parse(JSON.stringify(starterTemplates[1]!.design)) as Record<string, unknown>
const answer = ({ answer }: Ids) => ({ answer })
const student = (situation: Situation, fields?: Example['fields']): Example => ({ situation, by: 'student', fields })
const staff = (situation: Situation, fields?: Example['fields']): Example => ({ situation, by: 'staff', fields })
const both = (situation: Situation, fields?: Example['fields']): Example => ({ situation, by: 'both', fields })

export const clientForm = {
  name: 'Fleet sync',
  purpose: 'Enrolls drivers',
  contact_email: 'dev@fleet.example',
  permissions: ['MANAGE_STUDENTS:READ'],
}
/** Messages of tickets also have a `client_id`, so this one has its own entry. */
const ofClient =
  (overrides: object = {}) =>
  ({ client_id }: Ids) => ({ client_id, ...overrides })

const aboutYou = ({ phone_id, lastName }: Ids) => ({
  firstName: 'Viola',
  lastName,
  dob: '04/18/1988',
  gender: 'F',
  address1: '12 Bay Street',
  city: 'Tampa',
  state: 10,
  zip: '33602',
  numbersToDelete: [],
  numbers: [{ phone_id, phone_number: '8135550148', lk_phone_number_type_id: 1 }],
})

/** The person's current form, with their own phone. */
const ownForm = ({ email, lastName, phone_id }: Ids) => ({
  profile: { first_name: 'Viola', last_name: lastName, email },
  contacts: [{ phone_id, phone_number: '8135550148' }],
})
/** The current form of the staff member created for these tests. */
const managed = (user_id: unknown) => ({
  profile: { first_name: 'Staff', last_name: 'Member', email: `staff${user_id}@example.com` },
})
/** A person as in the contract's calls: the list's row. */
const rowOf =
  (kind: string) =>
  ({ user_id }: Ids) => ({ [kind]: { [`${kind}_id`]: user_id } })
/** One action on a list's rows. */
const bulk = (action: string, name: string) => (ids: Ids) => ({ action, ids: [ids[name]], reason: 'As agreed.' })
/** One action on all rows that a list's query finds. */
const matching =
  (action: string, column: string, name = column) =>
  (ids: Ids) => ({
    action,
    query: `${column}=exact:${ids[name]}`,
    reason: 'As agreed.',
  })
/** A code that no other organization has. It is the same for the same owner, so that a form can be sent again. */
const newCode = ({ email = '' }: Ids) => {
  const sum = [...String(email)].reduce((all, letter) => (all * 31 + letter.charCodeAt(0)) % 1296, 7)
  return `Z${sum.toString(36).padStart(2, '0').toUpperCase()}`
}
const newcomer = ({ email = 'nobody@example.com' }: Ids, role: string) => ({
  profile: { first_name: 'New', last_name: 'Comer', email: `${role}.${email}` },
})
/** The same for the same record, so that a form can be sent again. */
const requestId = ({ entity_id }: Ids) => `00000000-0000-4000-8000-${String(entity_id).padStart(12, '0')}`

const today = legalDay(new Date())
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const requestOf = ({ user_id }: Ids) => `00000000-0000-4000-9000-${String(user_id).padStart(12, '0')}`

/** The author's course, with a call's other fields. */
const ofCourse =
  (fields: Record<string, unknown> = {}) =>
  ({ course_id }: Ids) => ({ course_id, ...fields })

const namedCourse = ({ course_id }: Ids) => ({ course: { course_id } })
/** A question of the course as a new one. */
const newQuestions = ({ question }: Ids) => [{ ...(question as object), question_id: -1 }]

/** A file with one question. */
const giftFile = { file_name: 'questions.gift', content: Buffer.from('Where do you stop? { =At the line ~Behind it }') }

/** On a website, only the organization counts as someone's record: the rest is public. */
const onWebsite = (name: string) => (ids: Ids) => ({ [name]: ids[name] })

/** One valid call for every operation that names a record. A new operation needs a line here. */
export const examples: Readonly<Record<string, Example>> = {
  'POST /user/searchValidEmail': student('person', { email: 'nobody@example.com' }),
  'POST /user/searchValidLoginID': student('person', { loginid: 'nobody@example.com' }),
  'POST /user/saveAboutYou': student('person', aboutYou),
  'GET /user/getAboutYou': student('person'),
  'GET /user/{id}': both('person', ({ user_id }) => ({ id: user_id })),
  'PUT /user/saveUserInformation/': both('person', ownForm),
  'PUT /user/updateUserInformation': student('person', (ids) => {
    const { profile, contacts } = ownForm(ids)
    return { ...profile, phone: contacts }
  }),
  'POST /user/avatar': both('person', { picture: onePixel }),
  'DELETE /user/avatar': both('person'),
  'POST /user/student/': staff('organization', (ids) => newcomer(ids, 'student')),
  'POST /user/instructor/': staff('organization', (ids) => newcomer(ids, 'instructor')),
  'POST /user/administrator/': staff('organization', (ids) => newcomer(ids, 'administrator')),
  'POST /user/support/': staff('organization', (ids) => newcomer(ids, 'support')),
  'POST /user/resendWelcome': staff('welcomed'),
  'POST /user/sendEmail/': staff('person', { subject: 'Hello', message: 'Please call us.' }),
  'GET /user/fetchMultiple': staff('person', ({ user_id }) => ({ user_ids: [user_id] })),
  'GET /user/exportRecruitedOrgs': staff('person'),
  'GET /user/fetchCoursesByUserId': both('person'),
  'GET /cart/fetchCartByUserId': staff('person'),
  'GET /user/transaction/fetch': both('person', ({ user_id }) => ({ userId: user_id })),
  'GET /user/getEntityNotes': staff('noted'),
  'GET /student/courses': staff('person', ({ user_id }) => ({ student_id: user_id })),
  'GET /course/chapters': staff('player'),
  'GET /course/sections': staff('player', { chapter_id: 1 }),
  'GET /course/components': staff('player', { chapter_id: 1, section_id: 1 }),
  'POST /student/advance': staff('advancing', { reason: 'Took these lessons at school' }),
  'GET /student/advance/waiting': staff('person', ({ user_id }) => ({ student_id: user_id })),
  'POST /student/decideAdvance': staff('advanceAsked', { decision: 'approved' }),
  'POST /student/mendUpload': staff('mendable', ({ digest }) => ({
    digest,
    cells: [{ row: 2, column: 'first_name', value: 'Anna' }],
  })),
  'POST /student/uploadStudents': staff('uploadable', ({ digest }) => ({
    digest,
    organization: 1,
    course_website: 1001,
    coursePrice: 24.95,
    bill_students: true,
  })),
  'GET /student/upload/{student_upload_id}': staff('mendable'),
  'GET /student/upload/{student_upload_id}/errors': staff('mendable'),
  'GET /student/upload/{student_upload_id}/progress': staff('mendable'),
  'POST /student/undoUpload': staff('undoable'),
  'POST /user/addEntityNotes': staff('noted', (ids) => ({ note: 'A note.', request_id: requestId(ids) })),
  'POST /user/editEntityNotes': staff('noted', { note: 'Another note.' }),
  'POST /user/deleteEntityNotes': { ...staff('noted'), turn: 2 },
  'GET /attachment/organization/{orgId}': staff('medium'),
  'GET /attachment/uses/{attachment_id}': staff('medium'),
  'GET /attachment/fetchUserAttachment': both('document'),
  'POST /attachment/begin-upload': staff('medium', ({ organization_id }) => ({
    organization_id,
    file_name: 'dot.png',
    file_size: 100,
    file_modified: 1_700_000_000_000,
  })),
  'POST /course/video/upload': staff('medium', ({ organization_id }) => ({
    organization_id,
    file_name: 'film.mp4',
    file_size: 100,
    file_modified: 1_700_000_000_000,
  })),
  'POST /attachment/saveMediaLibraryAttachment': staff('medium', ({ upload_id }) => ({ upload_id })),
  'POST /course/archive/import': staff('archived'),
  'POST /attachment/upload': staff('medium', ({ organization_id, picture }) => ({
    organization_id,
    force: true,
    file_name: 'dot.png',
    attachment: picture,
  })),
  'POST /attachment/thumbnail': staff('medium', ({ attachment_id }) => ({ attachment_id, thumbnail: onePixel })),
  'PUT /attachment/media/{attachment_id}': staff('medium', ({ attachment_id }) => ({
    attachment_id,
    name: 'Renamed.mp4',
  })),
  'DELETE /attachment/media/{attachment_id}': { ...staff('medium'), turn: 2 },
  'GET /support/fetchTicketChatHistory': both('ticketed'),
  'POST /support/createSupportTicket': staff('person', ({ user_id }) => ({
    reporter_entity_id: user_id,
    details: 'A question.',
    client_id: requestOf({ user_id }),
  })),
  'POST /support/sendMessage': both('ticketed', ({ request_id }) => ({ message: 'An answer.', client_id: request_id })),
  'POST /support/messageRead': both('answeredTicket'),
  'POST /chat/recent': student('ticketed', { open: false }),
  'POST /support/typing': both('ticketed', { kind: 'typing' }),
  'POST /support/transcript': both('ticketed', ({ request_id }) => ({ request_id })),
  'POST /support/note': staff('ticketed', ({ request_id }) => ({ note: 'A note.', request_id })),
  'GET /support/notes': staff('ticketed'),
  'POST /support/reassignTicket': staff('ticketed', ({ assignee }) => ({ assigned_entity_id: assignee })),
  'POST /support/setStatus': { ...staff('ticketed', { lk_issue_status_id: 3 }), turn: 1 },
  'POST /support/rate': { ...student('resolvedTicket', { stars: 5 }), turn: 1 },
  'GET /user/fetchTicketsByUserId': both('ticketed'),
  'GET /report/preview/{report}': staff('organization', { report: 'enrollments' }),
  'GET /report/run/{report}': staff('organization', { report: 'enrollments', format: 'csv' }),
  'POST /report/start': staff('organization', { report: 'enrollments' }),
  'POST /report/schedule/save': staff('scheduledReport', ({ recipients }) => ({
    report: 'enrollments',
    repeats: 'daily',
    at_time: '07:00',
    recipients,
  })),
  'POST /report/schedule/pause': staff('scheduledReport', { paused: true }),
  'DELETE /report/schedule/{report_schedule_id}': { ...staff('scheduledReport'), turn: 2 },
  'POST /support/savedReply': staff('savedReply', ({ title }) => ({ title, english: 'Hi', spanish: 'Hola' })),
  'DELETE /support/savedReply': { ...staff('savedReply'), turn: 2 },
  'GET /attachment/documents/': both('document'),
  'GET /attachment/document/{attachment_id}': both('document'),
  'POST /attachment/document-upload': student('document', { document: onePixel, file_name: 'pixel.png' }),
  'DELETE /attachment/document': { ...student('document'), turn: 2 },
  'POST /user/viewAs': staff('person', ({ user_id }) => ({ userId: user_id })),
  'POST /user/viewAs/exit': staff('person', ({ user_id }) => ({ userId: user_id })),
  'GET /user/linkedUsers/fetch': both('linked'),
  'GET /user/accountLinkedTo/fetch': both('linked'),
  'POST /user/switchAccount': { ...student('linked'), turn: 1 },
  'POST /user/disssociateLinkedAccount': { ...student('linked'), turn: 2 },
  'DELETE /user/session': student('elsewhere'),
  'POST /user/save2fa': student('person', { token: '000000' }),
  'GET /user/secondFactors': both('factored'),
  'PUT /user/passkey': student('factored', { name: 'Phone' }),
  'DELETE /user/passkey': { ...student('factored'), turn: 2 },
  'POST /user/reset2fa': { ...staff('factored'), turn: 3 },
  'GET /organization/security': staff('organization'),
  'PUT /organization/security': staff('organization', { staff_2fa_required: false }),
  'POST /notifications/dismissAllForUser': student('person'),
  'GET /permission': staff('instructor'),
  'POST /settings/saveSystemNotice': staff('noticed', ({ system_notice_id }) => ({
    lk_system_notice_type_id: 1,
    message: `Changed ${system_notice_id}`,
  })),
  'POST /settings/removeSystemNotice': { ...staff('noticed'), turn: 2 },
  'POST /settings/saveEmail': staff('organization', {
    email: 'identity.welcome',
    language: 'en-us',
    texts: { subject: 'Hello from {organization_name}' },
  }),
  'POST /settings/previewEmail': staff('organization', { email: 'identity.welcome', language: 'en-us', texts: {} }),
  'GET /settings/sentEmails': staff('organization'),
  'GET /settings/exportSentEmails': staff('organization'),
  'POST /settings/testEmail': staff('organization', { email: 'identity.welcome', language: 'en-us', texts: {} }),
  'POST /settings/saveEmailSender': staff('organization', {
    sender_name: 'Alpha',
    reply_to: '',
    footer_en: '',
    footer_es: '',
  }),
  'POST /settings/saveBanners': staff('organization', { banners: '[{"group":"admin","message":"Hello."}]' }),
  'POST /settings/saveDefaultPermissions': staff('organization', { permissions: [] }),
  'GET /user/invitation/fetch': staff('organization'),
  'POST /user/invitation/instructor': staff('organization', ({ email = 'nobody@example.com' }) => ({ email })),
  'POST /user/invitation/manager': staff('branch', ({ code }) => ({ email: `manager-${code}@example.com` })),
  'POST /user/invitation/resend': { ...staff('invited'), turn: 1 },
  'POST /user/invitation/revoke': { ...staff('invited'), turn: 2 },
  'POST /user/annotateAssessment': staff('assessed', { annotation: 'LEGITIMATE' }),
  'PUT /permission': staff('instructor', { permissions: [{ permission_id: 1, enabled: false }] }),
  'PUT /user/deactivate': { ...staff('person'), turn: 3 },
  'PUT /user/activate': { ...staff('person'), turn: 4 },
  'GET /administrator/fetch/autocomplete': staff('administrator'),
  'GET /instructor/fetch/autocomplete': staff('instructor'),
  'GET /administrator/one': staff('administrator'),
  'GET /instructor/one': staff('instructor'),
  'PUT /administrator/manage/': staff('administrator', ({ user_id }) => managed(user_id)),
  'PUT /instructor/manage/': staff('instructor', ({ user_id }) => managed(user_id)),
  'PUT /student/manage/': staff('person', ownForm),
  'DELETE /administrator': { ...staff('leavingAdministrator', rowOf('administrator')), turn: 5 },
  'DELETE /administrator/remove': { ...staff('administrator'), turn: 6 },
  'DELETE /instructor': { ...staff('leavingInstructor', rowOf('instructor')), turn: 5 },
  'DELETE /instructor/remove': { ...staff('instructor'), turn: 6 },
  'DELETE /student': { ...staff('welcomed', rowOf('student')), turn: 5 },
  'PUT /user/restore': staff('removed'),
  'POST /user/erase': { ...staff('leavingStudent', { reason: 'They asked for it.' }), turn: 7 },
  'GET /user/personalData': both('person'),
  'POST /student/{user_id}/signInLink': staff('person', { target: 'dashboard' }),
  'POST /student/enrollMany': staff('sponsored', ({ user_id }) => ({
    course_website_id: 1001,
    rows: [
      {
        external_id: `driver-${user_id}`,
        profile: { first_name: 'Dina', last_name: 'Driver', email: `driver${user_id}@fleet.example` },
      },
    ],
  })),
  'GET /student/detail/fetch': staff('person', ({ user_id }) => ({ student_id: user_id })),
  'GET /usertile/studentdetail_tiles/fetch': staff('person', ({ user_id }) => ({ student_id: user_id })),
  'GET /usertile/organization_tiles/fetch': staff('organization'),
  'GET /usertile/{endpoint}': staff('person', ({ user_id }) => ({
    endpoint: 'student_courses',
    student_id: user_id,
  })),
  'GET /organization/one': staff('organization'),
  'GET /organization/{id}': staff('organization', ({ organization_id }) => ({ id: organization_id })),
  'GET /user/organization/profile/fetch': staff('organization'),
  'GET /organization/instructor/fetch': staff('organization'),
  'GET /organization/fetchOrgCounts': staff('organization'),
  'GET /organization/codeIsUnique': staff('organization', { code: 'QQQ' }),
  'GET /organization/suborganizations/fetch': staff('organization'),
  'POST /user/organization/': staff('organization', (ids) => ({
    name: 'Below',
    code: newCode(ids),
    parentOrganizationId: ids.organization_id,
  })),
  'PUT /user/organization/profile': staff('branch', { description: 'A branch.' }),
  'PUT /user/organization/profile/fetch': staff('branch', ({ code }) => ({ org_code: code, description: 'A branch.' })),
  'PUT /organization/manager/update': staff('branch', ({ code }) => ({ org_code: code, first_name: 'Mara' })),
  'PUT /organization/deactivate': { ...staff('branch'), turn: 1 },
  'PUT /organization/activate': { ...staff('branch'), turn: 2 },
  'PUT /organization/suspend': { ...staff('branch', { reason: 'Unpaid invoices.' }), turn: 3 },
  'POST /organization/bulk': { ...staff('branch', bulk('activate', 'organization_id')), turn: 4 },
  'POST /organization/bulk/all': { ...staff('branch', matching('deactivate', 'organization_id')), turn: 4 },
  'DELETE /organization': { ...staff('branch'), turn: 5 },
  'PUT /organization/restore': staff('removedBranch'),
  'POST /user/eventhistory/bulk': staff('mailed', bulk('resend', 'audit_id')),
  // Before the certificate is withdrawn.
  'POST /certificate/bulk': {
    ...staff('withdrawn', bulk('markAsShipped', 'student_certificate_id')),
    turn: -1,
  },
  'POST /certificate/bulk/all': staff('withdrawn', matching('markAsShipped', 'student_certificate_id')),
  'POST /student/bulk/all': staff('person', matching('activate', 'student_id', 'user_id')),
  'POST /administrator/bulk/all': staff('leavingAdministrator', matching('deactivate', 'administrator_id', 'user_id')),
  'POST /supportStaff/bulk/all': staff('leavingSupport', matching('deactivate', 'user_id')),
  'POST /instructor/bulk/all': staff('leavingInstructor', matching('deactivate', 'instructor_id', 'user_id')),
  'POST /student/bulk': { ...staff('person', bulk('deactivate', 'user_id')), turn: 7 },
  'POST /administrator/bulk': { ...staff('leavingAdministrator', bulk('deactivate', 'user_id')), turn: 4 },
  'POST /supportStaff/bulk': { ...staff('leavingSupport', bulk('deactivate', 'user_id')), turn: 4 },
  'GET /certificate/numbers/account': staff('person', {
    agency: 'fl-dhsmv',
    from: '2026-01-01',
    until: '2026-12-31',
    format: 'xlsx',
  }),
  'POST /instructor/bulk': { ...staff('leavingInstructor', bulk('deactivate', 'user_id')), turn: 4 },
  'GET /course/fetchPublicCourses': both('person'),
  'GET /organization/fetch': staff('organization'),
  'GET /organization/export': staff('organization'),
  'GET /website/fetchCourseWebsites': staff('organization'),
  'GET /website/exportCourseWebsites': staff('organization'),
  'GET /website/fetchWebsites': staff('organization'),
  'GET /website/fetchOrganizationWebsites': staff('organization'),
  'GET /course/assignedCoursesByWebsiteId': staff('website', onWebsite('website_id')),
  'GET /course/unassignedCoursesByWebsiteId': staff('website', onWebsite('website_id')),
  'GET /organization/course': staff('organization'),
  'GET /organization/unassignedcourses/fetch': staff('organization'),
  'GET /organization/exportOrgCourse': staff('organization'),
  'POST /website/save': staff('website', ({ website_id }) => ({ website_id, websiteName: `Renamed ${website_id}` })),
  'POST /website/logo': staff('organization', { logo: onePixel }),
  'GET /website/home': staff('organization'),
  'PUT /website/home': staff('organization', {
    sections: [
      { section: 'hero', shown_ind: true, title_en: 'Hi', title_es: '', body_en: '', body_es: '', picture: 'night' },
    ],
  }),
  'POST /organization/course': staff('website', ({ website_id, free_course_id }) => ({
    website_id,
    course_id: free_course_id,
    course_price: 20,
  })),
  'PUT /organization/course': staff('website', ({ website_id, course_id }) => ({
    website_id,
    course_id,
    course_price: 21,
  })),
  'DELETE /organization/course': { ...staff('website', onWebsite('course_id')), turn: 2 },
  'POST /course/getComponentLinkedData': staff('authored', { type: 'Content' }),
  'POST /course/getMediaComponentLinkedData': staff('authored'),
  'POST /course/getInlineQuizData': staff('authored', ({ course_question_bank_id, question_id }) => ({
    quiz_question_bank_id: course_question_bank_id,
    quiz_question_bank_question_id: question_id,
  })),
  'POST /quiz/question/update-config': staff('authored', ({ question }) => ({
    ...(question as object),
    references: 's. 316.183, Florida Statutes',
  })),
  'GET /course/fetch': staff('organization'),
  'GET /course/export': staff('organization'),
  'GET /course/history/fetch': staff('authored', ofCourse()),
  'GET /course/history/export': staff('authored', ofCourse()),
  'GET /course/preview': staff('authored', ofCourse()),
  'GET /user/fetch': staff('person'),
  'GET /user/export': staff('person'),
  'POST /course/updateOverview': staff('authored', ofCourse({ organization_id: 1, name: 'Renamed' })),
  'POST /course/update': staff('authored', ({ course_id }) => ({
    course: { course_id, organization_id: 1, excerpt: 'Short.' },
  })),
  'POST /course/updateRegistration': staff('authored', (ids) => ({
    ...namedCourse(ids),
    questions: newQuestions(ids),
  })),
  'POST /course/updateFinalexam': staff('authored', (ids) => ({
    ...namedCourse(ids),
    component: { name: 'Final Exam', type: 'Quiz', data: { questions: newQuestions(ids) } },
  })),
  'POST /course/updateSecurity': staff('authored', (ids) => ({
    ...namedCourse(ids),
    configuration: { methods: { content_questions: { enabled: true, questions: newQuestions(ids) } } },
  })),
  'POST /course/bulk/all': staff('authored', matching('unpublish', 'course_id')),
  'POST /course/bulk': { ...staff('authored', bulk('unpublish', 'course_id')), turn: 3 },
  'POST /course/saveCourseQuestionBank': { ...staff('authored', ofCourse({ name: 'Winter' })), turn: 1 },
  'POST /course/questions/preview': staff('authored', ofCourse(giftFile)),
  'POST /course/questions/import': { ...staff('authored', ofCourse(giftFile)), turn: 1 },
  'POST /course/loadCourseQuestionBank': staff('authored'),
  'POST /course/removeCourseQuestionBank': { ...staff('authored', ofCourse()), turn: 2 },
  'GET /course/fetchCourseByStudentCourseId': student('player'),
  'GET /course/courseVersion/{studentCourseId}': both('player'),
  'GET /course/component/{studentCourseId}/{componentId}': student('player'),
  'GET /course/tableOfContents/{studentCourseId}': both('player'),
  'POST /course/start': student('player'),
  'POST /course/next': student('waited'),
  'POST /course/complete': student('passed'),
  'POST /course/updateStudentProgressTime': { ...student('beating', { sequence: 1, interacted_ms_ago: 0 }), turn: -1 },
  'POST /course/updateStudentCourseTotalTime': student('player'),
  'POST /course/updateBreakComponentProgress': student('pause', ({ student_progress_id }) => ({
    component: { student_progress_id },
  })),
  'GET /course/student/{studentCourseId}': both('player'),
  'GET /course/fetchStudentCourseByStudentCourseId': both('player'),
  'GET /course/fetchCourseNameByStudentCourseId': both('player'),
  'POST /course/disableStudentCourse': staff('stopping'),
  'GET /quiz/route': student('quiz'),
  'GET /quiz': student('quiz'),
  'GET /quiz/question/current': student('quiz'),
  'GET /quiz/question': student('quiz'),
  'GET /quiz/previous': student('sat'),
  'GET /quiz/next': student('quiz', ({ answerId }) => ({ currentAnswerId: answerId })),
  'GET /quiz/navigation': student('quiz'),
  'POST /quiz/start': student('quiz'),
  'POST /quiz/answer': student('quiz', answer),
  'POST /quiz/answer/submit': student('quiz', answer),
  'POST /quiz/finish': student('sat'),
  'POST /quiz/retake': student('failed'),
  'POST /quiz/inline-quiz/submit': student('inline', ({ answer, question }) => ({ answer, question })),
  'GET /quiz/quiz-attempt/multiple': student('quiz'),
  'GET /quiz/quiz-attempt/{quiz_id}': student('quiz'),
  'GET /quiz/question/config/multiple': both('quiz'),
  'GET /quiz/question/config/': both('quiz'),
  'POST /course/onQuestionTimerExpired': student('quiz', ({ question_id, answerId }) => ({
    question: { question_id, answer_id: answerId },
  })),
  'GET /quiz/review': student('failed'),
  'POST /quiz/mend': student('sentBack', ({ question_id }) => ({
    answers: [{ questionId: question_id, answer: 'word '.repeat(60).trim() }],
  })),
  'GET /quiz/submissions/fetch': staff('handedIn'),
  'GET /submission/export': staff('handedIn'),
  'GET /quiz/exportStudentAnswers': staff('handedIn'),
  'GET /attachment/submissions/fetch': staff('uploaded'),
  'GET /attachment/submissions/export': staff('uploaded'),
  'GET /quiz/submissions/detail': staff('handedIn'),
  'POST /quiz/submissions/submit': staff('handedIn', { version: 1, lk_quiz_attempt_status_id: 4 }),
  'GET /quiz/submissions/group/detail': staff('handedIn'),
  'POST /quiz/submissions/grouped/submit': staff('handedInTogether', ({ quiz_attempt_id }) => ({
    quizzes: [{ quiz_attempt_id, lk_quiz_attempt_status_id: 4, version: 1 }],
  })),
  'POST /quiz/submissions/grouped/complete': staff('graded'),
  'GET /attachment/submissions/fetch/{student_course_id}': staff('uploaded'),
  'GET /attachment/submission-details/{student_course_id}': staff('uploaded'),
  'GET /attachment/submissions/{student_course_id}/{attachment_id}': staff('uploaded'),
  'POST /attachment/submissions/review': staff('uploaded', ({ question_id }) => ({
    answers: [{ question_id, version: 1, accepted: true }],
  })),
  'POST /course/setStudentCourseStatus': staff('handedIn', {
    lk_student_course_status_id: 13,
    notes: 'Please call us.',
  }),
  'GET /course/fetchShippingMethodByStudentCourseId': both('player'),
  'POST /student/updateStudentCourseData': both('paper', { lk_shipping_type_id: 1 }),
  'POST /course/fixed': student('attention'),
  'GET /user/loadCourseSetup': student('settingUp'),
  'GET /user/loadCourseSetupSecurity': student('settingUp'),
  'GET /security/fetch': student('settingUp'),
  'POST /user/saveCourseSetup': student('settingUp', { agreement: 'I Agree' }),
  'POST /security/initialSetupSubmit': { ...student('settingUp', ({ questions }) => ({ questions })), turn: 2 },
  'POST /user/verifyStudentCourse': student('checkDue'),
  'GET /security/verifySetup': student('checked'),
  'POST /security/verifyAnswer': { ...student('checked', { answer: 1 }), turn: 1 },
  'POST /security/answer': student('answering', { answer: 1 }),
  'POST /user/idle': { ...student('beating', { idle: 0 }), turn: -1 },
  'GET /security/courseChecks': staff('locked'),
  'POST /security/resetSetup': { ...staff('checked', { notes: 'Lost the answers.' }), turn: 5 },
  'POST /security/appeal': student('locked', { words: 'My phone rang.' }),
  'POST /security/answerAppeal': staff('appealed', { accepted: false, reply: 'We have read it.' }),
  'GET /course/extension/{student_course_id}': staff('player'),
  'GET /enrollments/assignment/{student_course_id}': staff('player'),
  'PUT /enrollments/assign': staff('player', ({ student_course_id }) => ({
    student_course_ids: [student_course_id],
    group: 'Tampa',
    due_on: '2030-01-31',
  })),
  'POST /student/extraTime': { situation: 'person', by: 'staff', fields: { percent: 50, reason: 'Reads slowly.' } },
  'GET /student/extraTime': { situation: 'person', by: 'staff' },
  'POST /certificate/numbers/accountLayout/preview': {
    situation: 'person',
    by: 'staff',
    fields: { agency: 'fl-dhsmv', layout: '' },
  },
  'POST /certificate/numbers/accountLayout': {
    situation: 'person',
    by: 'staff',
    fields: { agency: 'fl-dhsmv', layout: '' },
  },
  'GET /student/driverLicense': { situation: 'person', by: 'both' },
  'POST /student/driverLicense': {
    situation: 'person',
    by: 'both',
    fields: { license_number: 'W426-545-30-761-0', lk_state_id: 10 },
  },
  'POST /course/extend': staff('extending', ({ request_id }) => ({
    days: 7,
    reason: 'Was in the hospital.',
    request_id,
  })),
  'POST /security/unlock': staff('unlockable', { notes: 'Spoke to them on the phone.' }),
  'POST /security/sendCode': student('phoneDue', { channel: 'sms' }),
  'POST /security/verifyCode': student('codeSent', ({ code }) => ({ code })),
  'POST /security/waiveMethod': staff('phoneDue', { method: 'phone', waived: true, notes: 'Has no phone.' }),
  'POST /security/startBiometrics': student('deviceDue'),
  'POST /security/enrollBiometrics': student('deviceSetup', { response: createdKey }),
  'POST /security/verifyBiometrics': student('deviceDue', { unavailable: true }),
  'POST /security/typingSample': student('typingSetup', () => ({ sample: typedSample() })),
  'POST /security/skipMethod': student('typingWaiver', { method: 'keystroke' }),
  'POST /security/verifyTyping': student('typingDue', { unavailable: true }),
  'POST /externalProvider/AuthorizeTest': student('examDue'),
  'POST /externalProvider/TestResults': both('examOpen'),
  'POST /externalProvider/ClearConfiguration': { ...staff('examOpen', { notes: 'The camera failed.' }), turn: 5 },
  'POST /sts/startInteractiveTest': student('examDue'),
  'POST /sts/stop': { ...student('examOpen'), turn: 1 },
  'GET /sts/testResults': both('examOpen'),
  'GET /externalProvider/exams': staff('examOpen'),
  'GET /externalProvider/fetch': staff('examOpen'),
  'GET /externalProvider/export': staff('examOpen'),
  'POST /externalProvider/review': staff('examInDoubt', { accepted: true, notes: 'Nothing was wrong.' }),
  'POST /course/review': student('passed', { stars: 4, comment: 'Clear and calm.' }),
  'POST /registration/start': student('registering'),
  'GET /registration/question': student('registering'),
  'GET /registration/latest': student('registering'),
  'GET /registration/{studentCourseId}': student('registering'),
  'POST /registration/answer': student('registering', answer),
  'POST /registration/document': student('uploaded', ({ question_id }) => ({
    questionId: question_id,
    name: 'order.png',
    document: onePixel,
  })),
  'POST /registration/answer/submit': student('registering', answer),
  'POST /registration/timer/start': student('timed'),
  'POST /registration/submit': student('answered'),
  'GET /registration/affirmation': staff('affirmed'),
  'POST /registration/correctAffirmation': staff('affirmed', { violation: 'none', reason: 'Read the citation.' }),
  'POST /registration/confirm': student('confirming'),
  'POST /registration/agree': student('agreeing', { agreement: 'I Agree' }),
  'POST /registration/complete': student('completing'),
  'GET /course/fetchRegistrationByStudentCourseId': both('registering'),
  'POST /course/unconfirm': both('confirming'),
  'GET /certificate/download/{student_certificate_id}': both('passed'),
  'GET /certificate/downloadCertificateByStudentId': both('passed'),
  'POST /certificate/download': both('passed'),
  'POST /certificate/download/enrollment': both('passed'),
  'GET /student/downloadProofOfDisclaimerAgreement': both('agreed'),
  'GET /report/downloadStudentFootprintTX': both('passed'),
  'GET /enrollments/files': staff('passed'),
  'GET /certificate/viewCertificates/': both('passed'),
  'GET /certificate/email': both('passed'),
  'GET /certificate/fetch': staff('mailedCertificate'),
  'GET /certificate/export': staff('mailedCertificate'),
  'GET /certificate/details/{student_certificate_id}': staff('passed'),
  'POST /certificate/download/multiple': staff('passed'),
  'POST /certificate/download/book': staff('passed'),
  'PUT /certificate/signer': staff('organization', {
    name: 'Rosa Delgado',
    title: 'Director',
    title_es: '',
    approval_number: '',
  }),
  'POST /certificate/signer/signature': staff('organization', { picture: onePixel }),
  'POST /certificate/template/background': staff('organization', { picture: onePixel }),
  'POST /course/createCertTemplate': staff('organization', { name: 'Our own', template: design }),
  'PUT /course/updateCertificateTemplate': staff('organization', {
    certificate_template_id: 2,
    name: 'Defensive driving completion',
    template: { ...design, accent: '#123456' },
  }),
  'GET /certificate/issue/{student_course_id}': staff('rejected'),
  'POST /certificate/issue': staff('rejected', { reason: 'The printer failed' }),
  'POST /certificate/issue/decide': staff('certificateRequested', { approve: false }),
  'POST /course/present': staff('authored', ({ course_id }) => ({ course_id, left: false })),
  'POST /course/versions/move': staff('notBegun', ({ student_course_id }) => ({
    course_id: 1,
    course_version_id: 1,
    student_course_ids: [student_course_id],
  })),
  'POST /course/versions/move-all': staff('twoVersions'),
  'PUT /course/agency': staff('organization', { course_id: 1, reports_to: 'fl-dhsmv' }),
  'PUT /certificate/markAsShipped': staff('passed'),
  'PUT /certificate/ship': staff('mailedCertificate'),
  'PUT /certificate/toggleDelete': staff('withdrawn', { deleted: true }),
  'POST /certificate/reissue': staff('replaced', { reason: 'Lost in the mail' }),
  'PUT /certificate/update': staff('corrected', { student_name: 'Sam Right' }),
  'GET /report/completion/{student_course_id}': both('passed'),
  'POST /report/resubmitCompletion': student('rejected'),
  'GET /report/completions/fetch': staff('rejected'),
  'GET /report/completions/export': staff('rejected'),
  'GET /report/completionAnswers/{student_course_id}': staff('passed'),
  'POST /report/resolveUnanswered': staff('passed', { receipt: '' }),
  'GET /auditor/reads/{invitation_id}': staff('audited'),
  'POST /auditor/end': staff('audited'),
  'GET /client/use/{client_id}': staff('partnered', ofClient()),
  'PUT /client/save': staff('partnered', ofClient(clientForm)),
  'POST /client/addKey': staff('partnered', ofClient()),
  'PUT /client/publicKeys': staff('partnered', ofClient({ keys: [] })),
  'POST /client/endKey': { ...staff('partnered'), turn: 1 },
  'POST /client/end': { ...staff('partnered', ofClient()), turn: 2 },
  'PUT /webhook/save': staff('webhooked', { url: 'http://127.0.0.1:9/other', event_types: ['course.passed'] }),
  'POST /webhook/rotateSecret': staff('webhooked'),
  'POST /webhook/test': staff('webhooked'),
  'POST /webhook/pause': staff('webhooked'),
  'POST /webhook/resume': staff('webhooked'),
  'GET /webhook/deliveries/{webhook_endpoint_id}': staff('webhooked'),
  'GET /webhook/delivery/{webhook_delivery_id}': staff('webhooked'),
  'POST /webhook/sendAgain': staff('webhooked'),
  'POST /webhook/end': { ...staff('webhooked'), turn: 1 },
  'POST /report/refuseCompletion': staff('passed', { message: 'No such driver license.' }),
  'POST /report/enterNumber': staff('passed', { certificate_number: '1000009' }),
  'POST /report/postCompletion': {
    ...staff('passed', () => ({ posted_on: today })),
    turn: -1,
  },
  'POST /report/link': student('passed', { audience: 'court', days: 30 }),
  'GET /report/links/{student_course_id}': student('passed'),
  'POST /report/endLink': student('shared'),
  'GET /cart/items': student('person'),
  'GET /cart/related': student('person'),
  'POST /cart/updateCartItem': student('cart', { audio_ind: false }),
  'POST /cart/saveForLater': { ...student('cart', { saved: false }), turn: 1 },
  'POST /cart/removeFromCart': { ...student('cart'), turn: 2 },
  'GET /promocode/applyCode': student('cart', ({ code }) => ({ code })),
  'DELETE /promocode/removeCode': { ...student('cart'), turn: 1 },
  'GET /promocode/fetchById': student('cart'),
  'GET /promocode/fetch': staff('cart'),
  'GET /promocode/export': staff('cart'),
  'GET /promocode/form': staff('cart', ({ promo_code_id }) => ({ promo_code_id })),
  'GET /settings/validateCode': staff('cart', ({ code }) => ({ code, website_id: 101 })),
  'POST /settings/savePromoCodes': {
    ...staff('cart', ({ promo_code_id, code }) => ({
      promoCodes: [{ promo_code_id, code, website_id: 101, dollar_amount_off: 3, usage_limit: 1 }],
    })),
    turn: 3,
  },
  'POST /settings/saveLeaverPromoCode': staff('cart', ({ promo_code_id }) => ({
    leaver: { promo_code_id, enabled: false, mobileSeconds: 60, scrollup: true },
  })),
  'GET /payment/fetchPaymentMethodsByCurrentUser': student('person'),
  'POST /payment/process': student('purchase'),
  'POST /payment/authorizePayPal': student('purchase', ({ total }) => ({ amount: total, order_id: null })),
  'POST /order/checkout': student('purchase', { wallet_order_id: null }),
  'POST /order/guestCheckout': student('purchase', { wallet_order_id: null }),
  'POST /user/addRemovePaymentMethod': student('person', { action: 'refresh' }),
  'GET /payment/getAcceptCustomerProfilePage': student('person'),
  'GET /organization/billing/fetch': staff('organization'),
  'GET /organization/billing/page': staff('branch'),
  'PUT /organization/billing': staff('branch', { action: 'refresh' }),
  'GET /payment/getAnAcceptPaymentPage': student('owing', ({ total }) => ({ total, accepted: true, opened: true })),
  'GET /order/transaction/{id}': both('purchase'),
  'GET /order/receipt/{id}': both('purchase'),
  'PUT /order/tracking': staff('tracked', { tracking_number: '1Z 999 AA1' }),
  'POST /order/create': staff('person', (ids) => ({
    order: { user_id: ids.user_id, request_id: requestOf(ids) },
    items: [{ kind: 'fee', name: 'A copy', price: 5 }],
  })),
  'PUT /order/cancel': { ...staff('owing'), turn: 2 },
  'PUT /order/undoInvoiced': staff('onInvoice', { reason: 'Wrong student.' }),
  'GET /order/open': both('charged'),
  'POST /payment/handleGeneralPayment': student('charged', ({ intent_id, total, creditCard }) => ({
    intent_id,
    total,
    creditCard,
  })),
  'POST /student/addUnpaidStudentCourse': staff('sponsored', { course_website_id: 1002 }),
  'POST /student/addInvoicedStudentCourse': staff('sponsored', ({ request_id }) => ({
    course_website_id: 1003,
    request_id,
  })),
  'POST /student/addUnpaidRetake': staff('granted'),
  'POST /student/addUnpaidReinstatement': staff('reopening'),
  'GET /student/getUnpaidReinstatement': staff('charged'),
  'GET /student/getUnpaidRetake': student('person'),
  'POST /student/create': student('person', ({ user_id }) => ({ userId: user_id, courseWebsiteId: 1001 })),
  'POST /order/createRetake': student('retaking'),
  'POST /order/createReinstatement': student('expired'),
  'POST /course/reinstateStudentCourse': student('reinstating', ({ student_course_id }) => ({
    params: { student_course_id },
  })),
  'GET /payment/fetchPaymentsByStudentId': staff('person'),
  'POST /payment/refund': staff('settled', ({ total }) => ({ amount: 1, existing_refund_amount: 0, total })),
  'POST /payment/void': { ...staff('purchase'), turn: 3 },
  'GET /payment/refundable': staff('purchase'),
  'POST /payment/chargeback': staff('settled', ({ total }) => ({
    case_number: 'EXAMPLE-1',
    amount: total,
    received_on: '2020-01-15',
    courses: 'keep',
  })),
  'PUT /payment/chargeback': staff('chargedBack', { outcome: 'lost', courses: 'stop' }),
  'GET /order/evidence': staff('settled'),
  'GET /payment/chargebacks': staff('settled'),
  'POST /payment/approveRefund': staff('approvable'),
  'POST /payment/declineRefund': staff('declinable', { note: 'Not this one.' }),
  'POST /payment/takeBackRefund': staff('takeable'),
  'POST /payment/decideHeld': staff('held', { decision: 'approve' }),
  'GET /payment/held': staff('held'),
  'PUT /payment/resolveDiscrepancy': staff('disputed', { note: 'Called the bank.' }),
  'GET /payment/fetch': staff('purchase'),
  'GET /payment/export': staff('purchase'),
  'GET /authorizationKeys/fetch': staff('keyed'),
  'GET /authorizationKeys/exportData': staff('keyed'),
  'POST /authorizationKeys/createKeys': staff('keyed', ({ request_id }) => ({
    course_website_id: 1001,
    count: 2,
    request_id,
  })),
  'GET /authorizationKeys/batch/{authorization_key_batch_id}': staff('keyed'),
  'GET /authorizationKeys/batch/{authorization_key_batch_id}/codes': { ...staff('keyed'), turn: 2 },
  'GET /authorizationKeys/{authorization_key_id}': staff('keyed'),
  'GET /authorizationKeys/pick': staff('keyed', { count: 1 }),
  'PUT /authorizationKeys/assignKeys': staff('keyed'),
  'PUT /authorizationKeys/revokeBatch': { ...staff('keyed', { reason: 'The file was lost.' }), turn: 3 },
  'PUT /authorizationKeys/revoke': { ...staff('keyed', { reason: 'Lost in the mail' }), turn: 2 },
  'GET /invoice/fetch': staff('invoiced'),
  'GET /course/fetch/autocomplete': staff('invoiced', ({ invoice_id }) => ({ invoice_id, name: 'contains:a' })),
  'GET /invoice/export': staff('invoiced'),
  'GET /invoice/courseWebsites': staff('invoiced'),
  'GET /invoice/{invoice_id}': staff('invoiced'),
  'GET /invoice/{invoice_id}/lines': staff('invoiced'),
  'GET /invoice/{invoice_id}/pdf': staff('invoiced'),
  'POST /invoice/': staff('unsettled', { created_at: [`gte:${today}`, `lte:${tomorrow}`], courseWebsiteId: 1001 }),
  'PUT /invoice/payment': staff('invoiced', ({ request_id }) => ({
    amount: 1,
    paid_on: today,
    reference: 'Check 71',
    request_id,
  })),
  'DELETE /invoice': staff('billed'),
  'GET /storefrontOrder/fetch': staff('shopped'),
  'GET /storefrontOrder/export': staff('shopped'),
  'GET /storefrontOrder/product/{storefront_line_id}': staff('shopped'),
  'PUT /storefrontOrder/product': staff('shopped', { course_website_id: 1001 }),
  'GET /user/eventhistory/fetch': staff('person'),
  'GET /user/exportHistory': staff('person'),
  'POST /user/resendEmail': staff('mailed'),
  'GET /administrator/fetch': staff('administrator'),
  'GET /administrator/export': staff('administrator'),
  'GET /supportStaff/fetch': staff('leavingSupport'),
  'GET /supportStaff/export': staff('leavingSupport'),
  'GET /instructor/fetch': staff('instructor'),
  'GET /instructor/export': staff('instructor'),
  'GET /student/fetch': staff('person'),
  'GET /student/export': staff('person'),
}

/** The owner's IDs that an operation takes, with the other fields of its example. */
export function inputOf(operation: AnyOperation, { fields = {} }: Example, ids: Ids): Record<string, unknown> {
  const fieldNames = Object.keys(operation.takes.shape)
  const named = fieldNames.filter(
    (name) => name in ids && (recordFields.has(name) || name === 'id' || name === 'answer'),
  )
  const overrides = typeof fields === 'function' ? fields(ids) : fields
  const paying = operation.call === 'POST /payment/process' ? { ...ids, order_id: null } : {}
  const sentFields = Object.fromEntries(
    Object.entries({ ...paying, ...overrides }).filter(([name]) => fieldNames.includes(name)),
  )
  return { ...Object.fromEntries(named.map((name) => [name, ids[name]])), ...sentFields }
}

/** The names of all fields of an input, including nested ones. */
export function fieldsOf(schema: JsonSchema): string[] {
  const innerJsonSchemas = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const names = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)])
  return [...names, ...innerJsonSchemas.flatMap(fieldsOf)]
}

/** Whether an operation's input can name a record. */
export const namesRecord = (operation: AnyOperation): boolean =>
  idCalls.has(operation.call) || fieldsOf(inputSchema(operation)).some((name) => recordFields.has(name))

/** The same input with other values in every field that names a record. */
export function renamed(input: Record<string, unknown>, to: (name: string, value: unknown) => unknown, all = false) {
  const change = (value: unknown, name: string, inRecord: boolean): unknown => {
    const record = inRecord || recordFields.has(name) || (all && name === 'id')
    if (Array.isArray(value)) return value.map((item) => change(item, name, record))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, change(field, key, false)]))
    return record && value !== undefined && value !== null ? to(name, value) : value
  }
  return change(input, '', false) as Record<string, unknown>
}
