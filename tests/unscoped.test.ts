import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countUnscopedUses } from '#platform/checks/scope.ts'
import { readSources } from '#platform/checks/source.ts'

/**
 * Every unscoped query, as `file: [times, reason]`. For a new line, review: is the record found by a secret or by a key
 * that is unique in the product, and is the result checked against the caller's scope?
 */
const unscoped: Record<string, [times: number, why: string]> = {
  'jobs/email-words.ts': [
    6,
    'the words, the sender, the brand and the contact details of an email, which an organization inherits from those above it',
  ],
  'modules/backoffice/emails/try-email.ts': [
    1,
    'the own address of the actor, who may belong to a parent organization',
  ],
  'modules/backoffice/notes/note.sql.ts': [2, 'who wrote a note on an entity in scope'],
  'modules/backoffice/reports/find-ready.ts': [1, 'the recipient of a report, who may belong to a parent organization'],
  'modules/checkout/settings/loosened-approval.sql.ts': [
    1,
    'whether the caller loosened the approval of refunds in an organization above, too',
  ],
  'modules/checkout/settings/save-checkout-settings.ts': [
    2,
    'the name of the caller, who may belong to a parent organization, and the bell of Admins of one',
  ],
  'modules/identity/own-domains/own-domain.sql.ts': [
    2,
    'the organization that has a host, which is unique in the product; only its proof is compared, and a new one takes it over',
  ],
  'modules/identity/clients/client-token.ts': [
    2,
    'the public keys by which a client proves itself, which may belong to a parent organization',
  ],
  'modules/identity/clients/resolve-client.sql.ts': [
    1,
    'by the secret of a client, which may belong to a parent organization; its organizations limit the request',
  ],
  'modules/identity/clients/resolve-test-client.ts': [
    1,
    'by the secret of a test key; the handle sees its test organization alone',
  ],
  'modules/identity/clients/still-has-permissions.ts': [2, 'whether the session or key of the caller has ended since'],
  'modules/learning/reporting/calendar-link.sql.ts': [
    1,
    'by the secret of a link that its person made; it works on every site',
  ],
  'modules/learning/reporting/completion-link.sql.ts': [
    1,
    'by the secret of a link that its student made; it works on every site',
  ],
  'modules/learning/reporting/share-completion.ts': [1, 'the reports of the course of such a link'],
  'modules/learning/reporting/list-blockers.ts': [
    1,
    'whether an organization above holds the queue, without its reason',
  ],
  'modules/learning/reporting/accounts/account.sql.ts': [
    1,
    'the account that an organization reports with, which may belong to one above it; its settings are not returned',
  ],
  'modules/learning/reporting/accounts/deliver-files.ts': [
    1,
    'the reports of a file, which may belong to organizations below the one of its account',
  ],
  'modules/learning/reporting/accounts/submit-record.ts': [
    1,
    'the hold of an account, which may belong to an organization above the one of the report',
  ],
  'modules/identity/sign-in-link/client-link.sql.ts': [
    5,
    'by the secret of a link, whose client may belong to a parent organization',
  ],
  'modules/identity/sign-in-link/make-sign-in-links.ts': [
    3,
    'the accounts of an address, which may belong to a parent organization; the answer never says whether there is one',
  ],
  'modules/identity/sign-in-link/sign-in-by-link.ts': [
    1,
    'the factors of the holder of a spent link, who may belong to a parent organization',
  ],
  'modules/identity/sign-in-link/sign-in-link.sql.ts': [
    5,
    'by the secret of a link and of the browser that requested it; their person may belong to a parent organization',
  ],
  'modules/learning/registration/eligibility.ts': [
    2,
    "the student's own completions, which other organizations of the product may have sold",
  ],
  'modules/learning/registration/recheck-age.ts': [
    2,
    'the courses of a person in scope, which several organizations of the tree may have sold',
  ],
  'modules/learning/student-course/student-course.sql.ts': [
    1,
    'the locks of the courses of a person in scope, which several organizations of the tree may have sold',
  ],
  'modules/backoffice/system/fetch-status.ts': [
    1,
    'counts of the whole product, for the staff of the organization that runs it alone',
  ],
  'web/product-readings.ts': [1, 'counts and ages of the whole product, for those with the token of /metrics'],
  'modules/identity/two-factor/organization-security.ts': [
    1,
    'the names of the organizations above the visited one, and what they require of staff below them',
  ],
  'modules/catalogue/documents/document.sql.ts': [1, 'who uploaded for a person in scope'],
  'modules/checkout/payments/chargebacks/charged-courses.ts': [
    2,
    'the course of a payment in scope; its buyer may belong to a parent organization',
  ],
  'modules/checkout/payments/chargebacks/is-charged-back.ts': [
    1,
    'whether the payment of a course in scope was charged back; another site may have sold it',
  ],
  'modules/checkout/payments/held/decide-held.ts': [
    1,
    'the course of a payment in scope; its buyer may belong to a parent organization',
  ],
  'modules/checkout/payments/risk/declines.sql.ts': [
    2,
    'declines of a buyer, browser and address on all sites; for counts and seconds alone',
  ],
  'modules/checkout/payments/risk/pending-attempts.sql.ts': [
    1,
    'tries to pay under way, counted like declines; for counts alone',
  ],
  'modules/checkout/payments/refunds/end-enrollments.ts': [
    2,
    'the course of a line in scope; its buyer may belong to a parent organization',
  ],
  'modules/checkout/payments/refunds/payment.sql.ts': [
    1,
    'the course of a line in scope; its buyer may belong to a parent organization',
  ],
  'modules/checkout/payments/settlement/fetch-discrepancies.ts': [
    1,
    "which organization runs the product, checked against the caller's",
  ],
  'modules/checkout/keys/book-redemption.ts': [
    1,
    'who made a key that the student has: whether a fee is owed, and not the student',
  ],
  'modules/checkout/charges/undo-invoiced.ts': [
    1,
    'the course of an order that was locked in scope, as refunds end it',
  ],
  'modules/checkout/cart/lost-items.ts': [
    1,
    "the names in the shopper's own cart, also of courses that were withdrawn from their seller",
  ],
  'modules/checkout/cart/store-referrer.ts': [
    1,
    'staff by the id of their link, checked against the tree above the visited site',
  ],
  'modules/learning/verification/methods/phone/phone-code.sql.ts': [
    1,
    'codes to one phone, of one student, on all sites; for counts alone',
  ],
  'modules/learning/verification/methods/phone/receive-delivery.ts': [
    1,
    'a code by its random reference, which the signature of the provider covers',
  ],
  'modules/learning/external/poll-exam.ts': [1, 'a session by its random reference, to ask its provider about it'],
  'web/realtime.ts': [1, 'the session of the person who opens a socket, by its secret'],
  'modules/support/tickets/ticket.sql.ts': [1, 'ids of the organizations above one within reach'],
  'modules/support/tickets/assignees.ts': [1, 'staff who hold a key above an organization within reach'],
  'modules/identity/recruiters/recruiter.sql.ts': [
    1,
    'takes away what was given to an instructor in scope and has left their tree, as staff ask',
  ],
  'modules/identity/email-proof/email-proof.sql.ts': [2, 'whose address is proven, by a mailed secret or the session'],
  'modules/identity/email-proof/other-methods.sql.ts': [
    1,
    'ways to sign in of a person who has just set a password by a link',
  ],
  'modules/identity/email-proof/remove-other-methods.sql.ts': [1, 'ways in of a person whom the caller has locked'],
  'modules/identity/invitations/invitation.sql.ts': [1, 'by the secret of an invitation of the visited site'],
  'modules/identity/linked-accounts/add-account.ts': [1, 'the other account, of which password and code are asked'],
  'modules/identity/credentials/end-links.sql.ts': [3, 'links of others to an account in scope'],
  'modules/identity/linked-accounts/linked-account.sql.ts': [
    4,
    'the other ends of the caller’s links, checked against the tree; whether two accounts are linked, yes or no',
  ],
  'modules/identity/linked-accounts/switch-account.ts': [1, 'the linked account that was switched to'],
  'modules/identity/rights/acting-for.sql.ts': [
    1,
    'the person whose work a job does, and the site that it is for, checked against the tree; only for jobs',
  ],
  'modules/identity/own-sites/recheck-own-sites.ts': [
    1,
    'the bell of staff of organizations above, who may change sites',
  ],
  'modules/identity/people/find-logins.sql.ts': [
    1,
    'a login id is unique in the product; of people out of reach only that it is taken',
  ],
  'modules/identity/rights/key-holders.sql.ts': [
    1,
    'staff of parents of an organization in scope, only for jobs and rights',
  ],
  'modules/catalogue/authoring/support-assignee.sql.ts': [
    1,
    'who answers for a course that an organization above sells',
  ],
  'modules/identity/email-proof/confirm-email-change.ts': [
    1,
    'the caller’s own account, on the site of a sub-organization',
  ],
  'modules/identity/emails/email-change.sql.ts': [1, 'by the secret of a link'],
  'modules/identity/organizations/organization-profile.sql.ts': [
    4,
    'whether a code is free; a new organization below one within reach, and its recruiter; moving one within reach below another',
  ],
  'modules/identity/organizations/hand-over.sql.ts': [2, 'by the secret that carries a session to another site'],
  'modules/identity/webauthn/passkey.sql.ts': [2, 'by credential id, checked against the tree above the visited site'],
  'modules/identity/credentials/reset-link.sql.ts': [2, 'by the secret of a link'],
  'modules/identity/passwords/reset-password.ts': [1, 'by login id, checked against the tree above the visited site'],
  'modules/identity/passwords/set-password.ts': [1, 'the holder of a link, who may belong to a parent organization'],
  'modules/identity/people/person.sql.ts': [1, 'by login id, checked against the tree above the visited site'],
  'modules/identity/sessions/past-reference.sql.ts': [2, 'by the secret of a session that was replaced'],
  'modules/identity/sessions/resolve-session.sql.ts': [
    4,
    'by the secret of a session, checked against the tree above the site; who views',
  ],
  'modules/identity/sessions/session.sql.ts': [
    5,
    'sessions of a person of a parent organization, new or left with a view; the end of a client whose link began one',
  ],
  'modules/identity/sessions/has-signed-in.sql.ts': [
    1,
    "whether the account that a guest's order has made was ever used; yes or no",
  ],
  'modules/identity/sign-in/complete-sign-in.ts': [1, 'a person of a parent organization, found and proved before'],
  'modules/identity/sign-in/device.sql.ts': [1, 'by login id: whether it has signed in from here; for a count alone'],
  'modules/identity/sign-in/log-in.ts': [1, 'the person found by the login id, whose password was verified'],
  'modules/identity/sign-in/throttle.sql.ts': [
    2,
    'by login id, to tell its owner, and to count failures over all sites; nothing of it is shown',
  ],
  'modules/identity/people/availability.sql.ts': [1, 'a login id is unique in the product; answers yes or no'],
  'modules/identity/social/sign-in-with.ts': [1, 'whether an address is taken in the tree of the visited site'],
  'modules/identity/credentials/social-account.sql.ts': [
    2,
    "by the provider's key, checked against the tree above the site",
  ],
  'modules/identity/credentials/factors.sql.ts': [1, 'parent organizations require a second factor of their staff'],
  'modules/identity/sign-in/sign-in-step.sql.ts': [
    3,
    'by the secret of a sign-in in progress, checked against the tree',
  ],
  'modules/identity/two-factor/start-2fa.ts': [1, 'the person of a sign-in in progress'],
  'modules/identity/two-factor/verify-2fa-token.ts': [1, 'the person of a sign-in in progress'],
  'modules/identity/view-as/exit-view-as.ts': [1, 'staff of a parent organization, back in their own session'],
  'modules/identity/view-as/leave-view.sql.ts': [2, 'staff of a parent organization, back in their own session'],
  'modules/learning/certificates/check-certificate.ts': [1, 'by the secret on the certificate'],
  'web/context.ts': [1, 'the session that a request comes with; see resolve-session.sql.ts'],
}

test('every unscoped read is listed here with its reason', () => {
  const times = Object.fromEntries(Object.entries(unscoped).map(([path, [count]]) => [path, count]))
  expect(countUnscopedUses(readSources(join(import.meta.dirname, '..')))).toEqual(times)
})
