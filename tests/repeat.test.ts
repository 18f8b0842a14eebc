import { describe, expect, it, test } from 'vitest'
import { issueCertificate } from '#modules/learning/certificates/issue-certificate.ts'
import { manifests } from '#modules/manifests.ts'
import { takeCourse } from './fixtures/learning/quiz.ts'
import { type Call, type Client, openTestApp } from './support/app.ts'
import { expectAuditLog, lastEvent, listEventsSince, withoutAuditLog } from './support/audit-log.ts'
import { callOperation } from './support/call.ts'
import { clientForm, type Example, examples, inputOf } from './support/examples.ts'
import { openOwner, ownerPassword } from './support/owner.ts'
import { type Ids, payment, records, type Situation } from './support/records.ts'
import { onePixel } from './support/registration.ts'
import { type State, stateOf } from './support/sums.ts'
import { type Known, readWrites, recordWrites, writeWrites } from './support/writes.ts'

const ofCourse =
  (fields: Record<string, unknown> = {}) =>
  ({ course_id }: Ids) => ({ course_id, ...fields })

/** Calls that name no record of their own, in a student's situation; visitors' calls are sent without a session. */
const more: Readonly<Record<string, Example & { visitor?: true }>> = {
  'DELETE /usertile': { situation: 'tiled', by: 'staff', fields: ({ user_tile_id }) => ({ user_tile_id }) },
  'PUT /usertile': {
    situation: 'tiled',
    by: 'staff',
    fields: ({ user_tile_id }) => ({ application_path: 'home', usertiles: [{ user_tile_id, order: 2 }] }),
  },
  'POST /grid/view': {
    situation: 'person',
    by: 'staff',
    fields: ({ user_id }) => ({ grid: 'student/fetch', name: `Mine ${user_id}`, query: 'search=a' }),
  },
  'DELETE /grid/view': { situation: 'viewed', by: 'staff', fields: ({ grid_view_id }) => ({ grid_view_id }) },
  'PUT /grid/default': {
    situation: 'viewed',
    by: 'staff',
    fields: ({ grid_view_id }) => ({ grid: 'student/fetch', grid_view_id }),
  },
  'PUT /grid/layout': { situation: 'viewed', by: 'staff', fields: { grid: 'student/fetch', columns: ['email'] } },
  'POST /student/verifyUploadData': {
    situation: 'person',
    by: 'staff',
    fields: {
      rows: [
        ['First_Name', 'Last_Name', 'Email'],
        ['New', 'Comer', 'new.comer@example.com'],
      ],
    },
  },
  'POST /user/setLanguage': { situation: 'person', by: 'student', fields: { language: 2 } },
  'POST /user/login': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: ({ email }) => ({ loginid: email, password: ownerPassword }),
  },
  'POST /user/logout': { situation: 'person', by: 'student' },
  'POST /user/register': { situation: 'person', by: 'student', visitor: true, fields: signUp },
  'POST /user/createUserFromSignup': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: () => ({ ...signUp(), confirmPassword: ownerPassword, agreeTerms: true }),
  },
  'POST /user/createUserFromCheckout': { situation: 'person', by: 'student', visitor: true, fields: checkoutForm },
  'POST /user/resetPassword': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: ({ email }) => ({ loginid: email }),
  },
  'POST /user/sendSignInLink': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: ({ email }) => ({ email }),
  },
  'POST /user/changePassword': {
    situation: 'person',
    by: 'student',
    fields: { oldPassword: ownerPassword, newPassword: 'Other-Road-88!', confirmPassword: 'Other-Road-88!' },
  },
  'POST /student/navigateToDashboard': { situation: 'person', by: 'student' },
  'POST /user/refreshToken': { situation: 'person', by: 'student' },
  'POST /user/sessions/end-others': { situation: 'person', by: 'student' },
  'POST /user/switchorganization': { situation: 'person', by: 'student', fields: { org_code: 'SSD' } },
  'POST /user/addAccount': {
    situation: 'person',
    by: 'student',
    fields: () => ({ email: signUp().email, password: ownerPassword, linkExistingAccount: false }),
  },
  'POST /user/unlinkSocial': { situation: 'person', by: 'student', fields: { social_via: 'google' } },
  'POST /user/verifyRecaptchaToken': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: { token: 'x', action: 'signup' },
  },
  'POST /user/createAssessment': {
    situation: 'person',
    by: 'student',
    visitor: true,
    fields: { token: 'x', action: 'signup' },
  },
  'POST /authorizationKeys/redeemKey': {
    situation: 'keyed',
    by: 'student',
    fields: ({ code }) => ({ code, agreement: { accepted: true, typed: '', opened: true } }),
  },
  'POST /payment/sendLeaverEmail': { situation: 'cart', by: 'student' },
  'POST /cart/addToCart': { situation: 'person', by: 'student', fields: { course_website_id: 1001 } },
  'POST /user/saveAboutYou': {
    situation: 'person',
    by: 'student',
    fields: () => ({ ...signUpAddress, numbers: [{ phone_number: '8135550199', lk_phone_number_type_id: 2 }] }),
  },
  'POST /course/courseWebsite/': {
    situation: 'website',
    by: 'staff',
    fields: ({ course_website_id }) => ({ course_website_id, course_price: 20 }),
  },
  'DELETE /course/courseWebsite/': {
    situation: 'website',
    by: 'staff',
    fields: ({ course_website_id }) => ({ course_website_id }),
  },
  'DELETE /website': { situation: 'website', by: 'staff', fields: ({ website_id }) => ({ website_id }) },
  'POST /client/create': { situation: 'person', by: 'staff', fields: clientForm },
  'POST /webhook/create': {
    situation: 'partnered',
    by: 'staff',
    fields: ({ client_id }) => ({ client_id, url: 'http://127.0.0.1:9/in' }),
  },
  'POST /course/create': { situation: 'authored', by: 'staff', fields: { name: 'Another course' } },
  'POST /course/duplicate': { situation: 'authored', by: 'staff', fields: ofCourse({ name: 'A copy' }) },
  'POST /course/archive/begin': {
    situation: 'authored',
    by: 'staff',
    fields: { file_name: 'course.zip', file_size: 100, file_modified: 1_700_000_000_000 },
  },
  'DELETE /course': {
    situation: 'unpublished',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id } }),
  },
  'PUT /course/status/update': { situation: 'authored', by: 'staff', fields: ofCourse({ lk_course_status_id: 1 }) },
  'POST /course/publish': { situation: 'authored', by: 'staff', fields: ofCourse() },
  'POST /course/unpublish': { situation: 'authored', by: 'staff', fields: ofCourse() },
  'POST /course/updateOverview': { situation: 'authored', by: 'staff', fields: ofCourse({ name: 'Renamed' }) },
  'POST /course/update': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id, excerpt: 'Short.' } }),
  },
  'POST /course/updateFaq': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({
      course: { course_id },
      faqs: [{ title: 'How long?', body: 'Four hours.', post_completion_ind: 0 }],
    }),
  },
  'POST /course/addProgramQuestions': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id } }),
  },
  'POST /course/updateRegistration': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id }, disclaimer: 'I have read it.' }),
  },
  'POST /course/updateFinalexam': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id }, component: { name: 'Final Exam', type: 'Quiz' } }),
  },
  'POST /course/updateSecurity': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id }, configuration: { setupIAgree: true } }),
  },
  'POST /course/updateCertTemplate': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id }) => ({ course: { course_id, allowed_certificate_templates: '1' } }),
  },
  'POST /course/updateSupport': {
    situation: 'authored',
    by: 'staff',
    fields: ofCourse({ supportConfiguration: { assignee: '1' } }),
  },
  'POST /course/createCourseQuestionBank': {
    situation: 'authored',
    by: 'staff',
    fields: ofCourse({ name: 'One more' }),
  },
  'POST /course/versions/restore': {
    situation: 'authored',
    by: 'staff',
    fields: ({ course_id, published_id }) => ({ course_id, course_version_id: published_id }),
  },
  'POST /course/draft/discard': { situation: 'authored', by: 'staff', fields: ofCourse() },
  'GET /user/generateCheckoutToken': { situation: 'person', by: 'student' },
  'POST /user/start2fa': { situation: 'person', by: 'student' },
  'POST /user/sendEmailConfirmation': { situation: 'person', by: 'student' },
  'POST /user/removeOtherWaysIn': { situation: 'factored', by: 'student' },
  'POST /user/disable2fa': { situation: 'person', by: 'student' },
  'POST /user/renewRecoveryCodes': { situation: 'factored', by: 'student' },
  'POST /user/prove': { situation: 'person', by: 'student', fields: { password: ownerPassword } },
  'POST /support/visitor': {
    situation: 'ticketed',
    by: 'student',
    visitor: true,
    fields: ({ email, request_id }) => ({ name: 'Sol', email, details: 'I cannot sign in.', request_id }),
  },
  'POST /support/visitorMessage': {
    situation: 'visitorTicket',
    by: 'student',
    visitor: true,
    fields: ({ token, request_id }) => ({ token, message: 'Hello?', request_id }),
  },
  'POST /support/visitorTranscript': {
    situation: 'visitorTicket',
    by: 'student',
    visitor: true,
    fields: ({ token }) => ({ token }),
  },
  'POST /support/join': { situation: 'visitorTicket', by: 'student', fields: ({ token }) => ({ token }) },
  'POST /attachment/chat-image': { situation: 'person', by: 'student', fields: { attachment: onePixel } },
  'POST /user/passkey/startRegistration': { situation: 'person', by: 'student' },
  'POST /user/passkey/start': { situation: 'person', by: 'student', fields: { purpose: 'prove' } },
}
/** Calls that take effect again each time by design. */
const eachTime: Readonly<Record<string, string>> = {
  'POST /user/renewRecoveryCodes': 'new codes at each request',
  'POST /user/sendSignInLink': 'a request each time, which belongs to its browser; an account gets five links an hour',
  'POST /report/link': 'a link each time; a course has at most five',
  'POST /user/prove': 'a new reference of the session with each proof',
  'POST /user/passkey/startRegistration': 'a challenge each time; it works once',
  'POST /user/passkey/start': 'a challenge each time; it works once',
  'POST /security/startBiometrics': 'a challenge each time; it works once',
  'POST /attachment/chat-image': 'an image each time; 50 a day, and one without a message is never shown',
  'POST /user/switchorganization': 'a code each time, which lives for 30 seconds',
  'POST /student/verifyUploadData': 'a checked set each time; nothing of it is used before it is uploaded',
  'POST /user/sendEmail/': 'an email each time that staff write one; 20 an hour',
  'GET /user/generateCheckoutToken': 'a token each time, which works once within 15 minutes',
  'POST /client/create': 'a client each time: two may have one name',
  'POST /webhook/create': 'an endpoint each time, ten for a client: two may have one address',
  'POST /webhook/rotateSecret': 'a secret each time that one is asked for',
  'POST /course/create': 'a course each time: two may have one name',
  'POST /course/duplicate': 'a course each time: two may have one name',
  'POST /course/createCourseQuestionBank': 'a bank each time: two may have one name',
  'POST /course/updateFaq': 'an FAQ without an id is a new one each time',
  'POST /registration/document': 'a document each time; 50 for a person',
  'POST /course/versions/restore': 'the draft is replaced each time that an author says so',
  'GET /certificate/email': 'an email each time that one is asked for; the rate limit bounds them',
}
/** Calls whose record belongs to the admin or the organization, so two situations at a time are one. */
const sharing: ReadonlySet<string> = new Set(['DELETE /usertile', 'DELETE /grid/view', 'POST /invoice/'])
/**
 * Calls that need a one-time proof or change an organization's single row, and the files that send concurrent copies.
 */
const elsewhere: Readonly<Record<string, string>> = {
  'POST /organization/domain/save': 'modules/identity/own-domains/own-domains.test.ts',
  'POST /organization/domain/check': 'modules/identity/own-domains/own-domains.test.ts',
  'POST /organization/domain/remove': 'modules/identity/own-domains/own-domains.test.ts',
  'POST /organization/site/add': 'modules/identity/own-sites/own-sites.test.ts',
  'POST /organization/site/prove': 'modules/identity/own-sites/own-sites.test.ts',
  'POST /organization/site/remove': 'modules/identity/own-sites/own-sites.test.ts',
  'PUT /organization/signInProvider': 'modules/identity/openid/openid.test.ts',
  'POST /organization/signInProvider/remove': 'modules/identity/openid/openid.test.ts',
  'POST /student/{user_id}/signInLink': 'modules/backoffice/fleet/create-sign-in-link.test.ts',
  'POST /student/enrollMany': 'modules/backoffice/fleet/enroll-students.test.ts',
  'POST /sandbox/addKey': 'modules/backoffice/sandbox/sandbox.test.ts',
  'POST /sandbox/endKey': 'modules/backoffice/sandbox/sandbox.test.ts',
  'POST /tickets': 'modules/support/handling/client-tickets.test.ts',
  'POST /tickets/{issue_id}/messages': 'modules/support/handling/client-tickets.test.ts',
  'POST /test/clock': 'modules/backoffice/sandbox/sandbox.test.ts',
  'POST /test/invoice': 'modules/backoffice/sandbox/sandbox.test.ts',
  'POST /test/students/pass': 'modules/backoffice/sandbox/sandbox.test.ts',
  // Steps belong to the organization, which all of these share.
  'PUT /organization/setup': 'modules/backoffice/home/setup.test.ts',
  'POST /payment/process': 'below',
  'POST /payment/authorizePayPal': 'modules/checkout/payments/paypal/paypal.test.ts',
  'POST /order/checkout': 'modules/checkout/payments/paypal/paypal.test.ts',
  'POST /order/guestCheckout': 'modules/checkout/payments/paypal/paypal.test.ts',
  'GET /payment/getAnAcceptPaymentPage': 'modules/checkout/payments/methods/hosted-pages.test.ts',
  'POST /user/setPassword': 'below',
  // A person runs one action at a time on a list, and all of these belong to one person.
  'POST /student/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /administrator/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /instructor/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /supportStaff/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /organization/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /certificate/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /course/bulk/all': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /user/task/stop': 'modules/backoffice/bulk/bulk-run.test.ts',
  'POST /user/task/undo': 'modules/backoffice/bulk/undo-bulk-run.test.ts',
  'POST /user/confirmEmail': 'tests/threats/t-37-survives-a-reset.test.ts',
  'POST /user/viewAs/exit': 'tests/threats/t-16-view-as.test.ts',
  'POST /user/save2fa': 'tests/second-factor.test.ts',
  'POST /user/verify2faToken': 'modules/identity/two-factor/two-factor.test.ts',
  'POST /user/login/start2fa': 'modules/identity/two-factor/staff.test.ts',
  'POST /user/passkey/register': 'modules/identity/passkeys/passkeys.test.ts',
  'POST /user/passkey/signIn': 'modules/identity/passkeys/passkeys.test.ts',
  'POST /security/enrollBiometrics': 'modules/learning/verification/methods/biometrics/biometrics.test.ts',
  'POST /user/login/social': 'modules/identity/social/social.test.ts',
  'POST /user/googleLogin': 'modules/identity/social/social.test.ts',
  'POST /user/facebookLogin': 'modules/identity/social/social.test.ts',
  'POST /user/linkSocial': 'modules/identity/social/social.test.ts',
  'POST /user/login/shopify-order': 'modules/identity/storefront/storefront.test.ts',
  'POST /user/login/link': 'modules/identity/sign-in-link/sign-in-link.test.ts',
  'POST /settings/saveCheckoutSettings': 'modules/checkout/settings/checkout-settings.test.ts',
  'POST /settings/saveSupportSettings': 'modules/support/settings/support-settings.test.ts',
  'POST /course/versions/move': 'modules/learning/versions/move-students.test.ts',
  'POST /course/versions/move-all': 'modules/learning/versions/move-all-students.test.ts',
  'PUT /organization/billing': 'modules/checkout/payments/billing/billing.test.ts',
  'PUT /order/undoInvoiced': 'modules/checkout/charges/undo-invoiced.test.ts',
  'POST /report/start': 'modules/backoffice/reports/reports.test.ts',
  'GET /report/run/{report}': 'modules/backoffice/reports/reports.test.ts',
  'POST /system/runJob': 'modules/backoffice/system/system.test.ts',
  'POST /program/rule': 'modules/catalogue/programs/set-rules.test.ts',
  'POST /program/rule/takeBack': 'modules/catalogue/programs/set-rules.test.ts',
  'POST /program/leaveEmpty': 'modules/catalogue/programs/set-rules.test.ts',
  'PUT /agency/account': 'modules/learning/reporting/accounts/accounts.test.ts',
  'POST /agency/testAccount': 'modules/learning/reporting/accounts/accounts.test.ts',
  'POST /agency/hold': 'modules/learning/reporting/accounts/accounts.test.ts',
  'POST /agency/release': 'modules/learning/reporting/accounts/accounts.test.ts',
  'POST /agency/checkOff': 'modules/learning/reporting/accounts/by-hand.test.ts',
  'POST /agency/file': 'modules/learning/reporting/accounts/by-hand.test.ts',
  'GET /agency/file/{agency_file_id}': 'modules/learning/reporting/accounts/by-hand.test.ts',
  'POST /agency/file/deliver': 'modules/learning/reporting/accounts/deliver-files.test.ts',
  'POST /agency/file/answers': 'modules/learning/reporting/accounts/by-hand.test.ts',
  'POST /report/enterNumber': 'modules/learning/certificates/assigned-number.test.ts',
  'POST /report/resolveUnanswered': 'modules/learning/reporting/chaos.test.ts',
  'POST /auditor/invite': 'modules/learning/audits/audits.test.ts',
  'POST /auditor/end': 'modules/learning/audits/audits.test.ts',
  'GET /auditor/roster': 'modules/learning/audits/audits.test.ts',
  'GET /auditor/record/{student_course_id}': 'modules/learning/audits/audits.test.ts',
  'GET /auditor/rules': 'modules/learning/audits/audits.test.ts',
  'GET /auditor/numbers': 'modules/learning/audits/audits.test.ts',
  'GET /auditor/export': 'modules/learning/audits/audits.test.ts',
  'POST /report/calendar/link': 'modules/learning/reporting/calendar-link.test.ts',
  'POST /report/calendar/endLink': 'modules/learning/reporting/calendar-link.test.ts',
  'POST /settings/saveEmail': 'jobs/email-words.test.ts',
  'POST /settings/saveEmailSender': 'jobs/email-words.test.ts',
  'POST /systemLanguage/addLanguage': 'modules/backoffice/translations/translations.test.ts',
  'POST /systemLanguage/deleteLanguage': 'modules/backoffice/translations/translations.test.ts',
  'POST /systemLanguage/switchLanguage': 'modules/backoffice/translations/translations.test.ts',
  'POST /systemLanguage/saveTranslations': 'modules/backoffice/translations/translations.test.ts',
  'POST /systemLanguage/revertTranslations': 'modules/backoffice/translations/translations.test.ts',
  'POST /settings/saveLeaverPromoCode': 'modules/checkout/leaver/leaver.test.ts',
  'POST /settings/saveLeaverEmail': 'modules/checkout/leaver/leaver.test.ts',
  'POST /certificate/download/book': 'modules/learning/certificates/staff-certificates.test.ts',
  'PUT /certificate/numbers/confirm': 'modules/learning/certificates/numbers-after-restore.test.ts',
  'POST /certificate/numbers': 'modules/learning/certificates/stock.test.ts',
  'PUT /certificate/numbers/remove': 'modules/learning/certificates/stock.test.ts',
  'PUT /certificate/numbers/void': 'modules/learning/certificates/stock.test.ts',
  'POST /course/archive/export': 'modules/catalogue/archive/archive.test.ts',
  'POST /course/archive/import': 'modules/catalogue/archive/archive.test.ts',
  'POST /usertile': 'modules/backoffice/tiles/tiles.test.ts',
  'POST /user/invitation/accept': 'modules/identity/invitations/invitations.test.ts',
}

const app = await openTestApp({ jobs: true })
const recorded = await recordWrites(app)
/** The rows that each call writes. */
const written: Record<string, string[]> = {}
const table = readWrites()
/** The audit log entries of each call; audit.matrix.txt has those that name a record. */
const auditRows: Record<string, string[]> = {}
const changeOperations = manifests
  .flatMap((manifest) => manifest.operations)
  .filter(({ changes, call }) => changes && !(call in elsewhere))
  .map((operation) => [operation.call, operation] as const)

describe('a repeated call creates nothing twice', () => {
  it.each(changeOperations)('%s', async (call, operation) => {
    const example = more[call] ?? examples[call]
    expect(example, `tests/repeat.test.ts has no valid call of ${call}`).toBeDefined()

    const prepared = await prepare(call, example!)
    const sentBody = inputOf(operation, example!, prepared.ids)
    // A neighbor in the same situation, whose rows stay as they are.
    const neighbor = sharing.has(call) ? null : await prepare(call, example!)
    const send = () => callOperation(prepared.client, operation, sentBody)
    const start = await stateOf(app)
    const event = await lastEvent(app)
    const write = await recorded.last()
    expectDone(await send())
    written[call] = await recorded.linesSince(write, { ...prepared.known, input: sentBody })
    if (!process.env.UPDATE_MATRIX) expect(written[call], `${call} writes (UPDATE_MATRIX=1)`).toEqual(table[call])
    await expectAuditLog(app, call, event, prepared.user_id)
    auditRows[call] = await listEventsSince(app, event)
    const afterFirst = await stateOf(app)
    const response = await send()
    expect(response.status, response.text.slice(0, 300)).toBeLessThan(500)
    const afterSecond = await stateOf(app)
    if (call in eachTime)
      expect(afterSecond, `${call} does nothing again: take it from eachTime`).not.toEqual(afterFirst)
    else expect(afterSecond, `the second: ${response.status}`).toEqual(afterFirst)

    const manyPrepared = neighbor ?? (await prepare(call, example!))
    const before = await stateOf(app)
    const input = inputOf(operation, example!, manyPrepared.ids)
    const responses = await atOnce(8, () => callOperation(manyPrepared.client, operation, input))
    for (const { status, text } of responses) expect(status, text.slice(0, 300)).toBeLessThan(500)
    expect(responses.map(({ status }) => status)).toContain(200)
    if (!(call in eachTime)) expect(growthOf(before, await stateOf(app))).toEqual(growthOf(start, afterFirst))
  })
})

test('the audit log records each call that names no record', async () => {
  const lines = Object.keys(more).map((call) => `${call}: ${auditRows[call]?.join(', ') || '-'}`)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('audit-repeat.matrix.txt')
})

test('the table of writes has each call', () => {
  const calls = changeOperations.map(([call]) => call).toSorted()
  // With -t, the lines of other calls stay.
  if (process.env.UPDATE_MATRIX)
    writeWrites(Object.fromEntries(calls.map((call) => [call, written[call] ?? table[call] ?? []])))
  expect(Object.keys(readWrites())).toEqual(calls)
})

test('every exception names an existing call', () => {
  const changeOperations = manifests.flatMap(({ operations }) => operations).filter(({ changes }) => changes)
  const calls = new Set(changeOperations.map(({ call }) => call as string))
  const named = [more, eachTime, elsewhere, withoutAuditLog].flatMap((list) => Object.keys(list))
  expect(named.filter((call) => !calls.has(call))).toEqual([])
  expect(Object.keys(more).filter((call) => call in elsewhere)).toEqual([])
})

describe('money, counts and proofs under repetition', () => {
  it('eight payments of one cart are one order, one charge, one enrollment and one use of the code', async () => {
    const owner = await openOwner(app)
    const { code: _code, cart_item_id: _item, promo_code_id, user_id, ...input } = await records.cart(app, owner)
    const client = await owner.client()
    const event = await lastEvent(app)
    const responses = await atOnce(8, () => client.post('/payment/process', input))
    await expectAuditLog(app, 'POST /payment/process', event, user_id as number)
    const replies = [...responses, await client.post('/payment/process', input)]
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const [transId] = new Set(replies.map(({ body }) => body.transactionResponse?.transId ?? 'pending'))
    expect(new Set(replies.map(({ body }) => body.transactionResponse?.transId))).toEqual(new Set([transId]))
    const { captures } = app.gateway.simulator.ledger()
    expect(captures.filter(({ transaction_id }) => transaction_id === transId)).toHaveLength(1)
    expect(captures).toHaveLength(await count('checkout.payment', { provider: 'authorize_net' }))
    for (const table of ['checkout.customer_order', 'checkout.payment', 'learning.student_course'])
      expect([table, await count(table, { user_id })]).toEqual([table, 1])
    expect(await count('checkout.promo_use', { promo_code_id: promo_code_id as number })).toBe(1)
  })

  it('a code with one use is used once by eight buyers', async () => {
    const first = await openOwner(app)
    const { code, promo_code_id } = await records.cart(app, first)
    const buyers = await Promise.all(
      Array.from({ length: 7 }, async () => {
        const owner = await openOwner(app)
        const client = await owner.client()
        await client.post('/cart/addToCart', { course_website_id: 1001 })
        await client.get(`/promocode/applyCode?code=${code}`)
        return client
      }),
    )
    const clients = [await first.client(), ...buyers]
    const inputs = await Promise.all(clients.map((client) => payment(app, client)))
    const responses = await Promise.all(clients.map((client, index) => client.post('/payment/process', inputs[index])))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, text } of responses) expect([200, 400, 409, 422], text.slice(0, 200)).toContain(status)
    expect(await count('checkout.promo_use', { promo_code_id: promo_code_id as number })).toBe(1)
  })

  it('eight starts of a quiz are one attempt, eight retakes one more', async () => {
    const owner = await openOwner(app)
    const client = await owner.client()
    const place = await takeCourse(app, owner.user_id, 1, 1011)
    const student_course_id = place.studentCourseId
    await atOnce(8, () => client.post('/quiz/start', place))
    expect(await count('learning.quiz_attempt', { student_course_id })).toBe(1)
    const failedCourseId = (await records.failed(app, owner)).studentCourseId
    await atOnce(8, () => client.post('/quiz/retake', { studentCourseId: failedCourseId, componentId: 1011 }))
    expect(await count('learning.quiz_attempt', { student_course_id: failedCourseId })).toBe(2)
  })

  it('a course completed, issued and swept repeatedly has one certificate, one email and one report', async () => {
    const owner = await openOwner(app)
    const { studentCourseId } = await records.passed(app, owner)
    const client = await owner.client()
    await atOnce(8, () => client.post('/course/complete', { studentCourseId }))
    const system = await app.ctx({ kind: 'system', name: 'test' })
    await atOnce(8, () => issueCertificate(system, studentCourseId))
    await app.runJobs(true)
    const student_course_id = studentCourseId
    expect(await count('learning.student_certificate', { student_course_id })).toBe(1)
    expect(await count('learning.completion_report', { student_course_id })).toBe(1)
    expect(app.mail.sent.filter(({ to, attachments }) => to === owner.email && attachments?.length)).toHaveLength(1)
  })

  it('one of eight uses of a password link succeeds', async () => {
    const owner = await openOwner(app)
    await app.visitor().post('/user/resetPassword', { loginid: owner.email })
    await app.runJobs(true)
    const message = app.mail.sent.findLast(({ to }) => to === owner.email)
    const token = /token=([\w-]+)/.exec(message!.text)?.[1]
    const body = { token, newPassword: 'Other-Road-88!', confirmPassword: 'Other-Road-88!' }
    const event = await lastEvent(app)
    const responses = await atOnce(8, () => app.visitor().post('/user/setPassword', body))
    await expectAuditLog(app, 'POST /user/setPassword', event, null)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ body: { code } }) => code === 'LINK_EXPIRED')).toHaveLength(7)
    const usedRows = await app.database.read`
      select from identity.password_reset where user_id = ${owner.user_id} and used_at is not null`
    expect(usedRows).toHaveLength(1)
  })

  it('eight submissions and eight agreements are one of each', async () => {
    const owner = await openOwner(app)
    const { studentCourseId } = await records.agreeing(app, owner)
    const client = await owner.client()
    const responses = await atOnce(8, () => client.post('/registration/submit', { studentCourseId }))
    const agreement = { studentCourseId, agreement: 'I Agree' }
    const agreed = await atOnce(8, () => client.post('/registration/agree', agreement))
    expect(new Set([...responses, ...agreed].map(({ status }) => status))).toEqual(new Set([200]))
    expect(await count('learning.registration', { student_course_id: studentCourseId })).toBe(1)
    expect(await count('learning.agreement', { student_course_id: studentCourseId })).toBe(1)
  })
})

let strangers = 0
function signUp(): Record<string, unknown> {
  const email = `stranger${strangers}@example.com`
  return { email, password: ownerPassword, first_name: 'Sol', last_name: 'Stranger' }
}

function checkoutForm(): Record<string, unknown> {
  const { email, password } = signUp()
  const numbers = [{ phone_number: '8135550147', lk_phone_number_type_id: 1 }]
  return { email, loginid: email, password, confirmPassword: password, firstName: 'Sol', lastName: 'Stranger', numbers }
}

const signUpAddress = {
  firstName: 'Viola',
  lastName: 'Ownerson',
  dob: '04/18/1988',
  gender: 'F',
  address1: '12 Bay Street',
  city: 'Tampa',
  state: 10,
  zip: '33602',
}

type Prepared = { client: Client; ids: Ids; user_id: number | null; known: Omit<Known, 'input'> }

/** A new owner in the example's situation, and the client that sends the call (null for a visitor). */
async function prepare(call: string, example: Example & { visitor?: true }): Promise<Prepared> {
  strangers += 1
  const owner = await openOwner(app)
  const ids: Ids = { ...(await records[example.situation as Situation](app, owner)), email: owner.email }
  const admin_id = await app.userId('admin@example.com')
  const known = {
    people: { owner: owner.user_id, admin: admin_id, 'named person': (ids.user_id as number) ?? null },
    ids,
  }
  if (example.visitor) return { client: app.visitor(), ids, user_id: null, known }
  const user_id = example.by === 'staff' ? admin_id : owner.user_id
  return {
    client: await app.as(user_id),
    user_id,
    known,
    ids: call in more && example.situation === 'person' ? { ...ids, phone_id: null } : ids,
  }
}

function expectDone({ status, text }: Call): void {
  expect(status, text.slice(0, 400)).toBe(200)
}

const atOnce = <T>(times: number, call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, call))

/** The number of rows that each table gained. */
function growthOf(before: State, after: State): Record<string, number> {
  const changes = Object.keys(after).map((name) => [name, after[name]!.rows - before[name]!.rows] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

async function count(table: string, where: Record<string, number | string>): Promise<number> {
  const { read } = app.database
  const [name, value] = Object.entries(where)[0] ?? []
  const only = name ? read`where ${read(name)} = ${value!}` : read``
  const [row] = await read<{ n: number }>`select count(*)::int as n from ${read(table)} ${only}`
  return row!.n
}
