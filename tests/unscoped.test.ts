import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usesOfBeyond } from '../platform/checks/scope.ts'
import { readSources } from '../platform/checks/source.ts'

/**
 * Every look beyond the caller's own scope, as `file: [times, why it must]`. A new line here is a question to whoever
 * reviews it: is it found by a secret or by a key that is unique in the product, and is what is found held against the
 * caller's reach?
 */
const unscoped: Record<string, [times: number, why: string]> = {
  'modules/backoffice/notes/note.sql.ts': [2, 'who wrote a note on an entity within reach'],
  'modules/catalogue/documents/document.sql.ts': [1, 'who uploaded for a person within reach'],
  'modules/checkout/payments/held/decide-held.ts': [
    1,
    'the course of a payment within reach; its buyer may belong above',
  ],
  'modules/checkout/payments/risk/declines.sql.ts': [
    1,
    'declines of a buyer, browser and address on all sites; for counts alone',
  ],
  'modules/checkout/payments/risk/pending-attempts.sql.ts': [
    1,
    'tries to pay under way, counted like declines; for counts alone',
  ],
  'modules/checkout/payments/refunds/end-enrolments.ts': [
    2,
    'the course of a line within reach; its buyer may belong above',
  ],
  'modules/checkout/payments/refunds/payment.sql.ts': [
    1,
    'the course of a line within reach; its buyer may belong above',
  ],
  'modules/checkout/payments/settlement/fetch-discrepancies.ts': [
    1,
    "which organization is the house, held against the caller's",
  ],
  'modules/checkout/cart/keep-referrer.ts': [
    1,
    'staff by the id of their link, held against the tree above the visited site',
  ],
  'web/realtime.ts': [1, 'the session of whoever opens a socket, by its secret'],
  'modules/support/tickets/ticket.sql.ts': [1, 'ids of the organizations above one within reach'],
  'modules/support/tickets/reassign-ticket.ts': [1, 'staff who hold a key above an organization within reach'],
  'modules/identity/email-proof/email-proof.sql.ts': [2, 'whose address is proven, by a mailed secret or the session'],
  'modules/identity/email-proof/other-ways-in.sql.ts': [1, 'ways in of whoever has just set a password by a link'],
  'modules/identity/email-proof/remove-other-ways-in.sql.ts': [1, 'ways in of a person whom the caller has locked'],
  'modules/identity/invitations/invitation.sql.ts': [1, 'by the secret of an invitation of the visited site'],
  'modules/identity/linked-accounts/add-account.ts': [1, 'the other account, of which password and code are asked'],
  'modules/identity/linked-accounts/end-links.sql.ts': [3, 'links of others to an account within reach'],
  'modules/identity/linked-accounts/linked-account.sql.ts': [
    2,
    'the other ends of the own links, held against the tree; whether two accounts are linked, yes or no',
  ],
  'modules/identity/linked-accounts/switch-account.ts': [1, 'the linked account that was switched to'],
  'modules/identity/rights/key-holders.sql.ts': [
    1,
    'staff of organizations above one within reach, for jobs and rights alone',
  ],
  'modules/identity/email-proof/confirm-email-change.ts': [1, 'the own account, at a site below the own organization'],
  'modules/identity/email-proof/email-change.sql.ts': [1, 'by the secret of a link'],
  'modules/identity/organizations/hand-over.sql.ts': [2, 'by the secret that carries a session to another site'],
  'modules/identity/passkeys/passkey.sql.ts': [2, 'by credential id, held against the tree above the visited site'],
  'modules/identity/passwords/reset-link.sql.ts': [2, 'by the secret of a link'],
  'modules/identity/passwords/reset-password.ts': [1, 'by login id, held against the tree above the visited site'],
  'modules/identity/passwords/set-password.ts': [1, 'the holder of a link, who may belong to an organization above'],
  'modules/identity/people/person.sql.ts': [1, 'by login id, held against the tree above the visited site'],
  'modules/identity/sessions/past-reference.sql.ts': [2, 'by the secret of a session that was replaced'],
  'modules/identity/sessions/resolve-session.sql.ts': [
    4,
    'by the secret of a session, held against the tree above the site; who views',
  ],
  'modules/identity/sessions/session.sql.ts': [
    4,
    'sessions of somebody of an organization above, new or left with a view',
  ],
  'modules/identity/sign-in/has-signed-in.sql.ts': [
    1,
    "whether the account that a guest's order has made was ever used; yes or no",
  ],
  'modules/identity/sign-in/complete-sign-in.ts': [1, 'somebody of an organization above, found and proved before'],
  'modules/identity/sign-in/device.sql.ts': [1, 'by login id: whether it has signed in from here; for a count alone'],
  'modules/identity/sign-in/log-in.ts': [1, 'the person found by the login id, whose password was verified'],
  'modules/identity/sign-in/throttle.sql.ts': [1, 'by login id, to tell its owner; nothing of it is shown'],
  'modules/identity/sign-up/availability.ts': [1, 'a login id is unique in the product; answers yes or no'],
  'modules/identity/social/sign-in-with.ts': [1, 'whether an address is taken in the tree of the visited site'],
  'modules/identity/social/social-account.sql.ts': [2, "by the provider's key, held against the tree above the site"],
  'modules/identity/two-factor/factors.sql.ts': [1, 'organizations above ask their staff for a second factor'],
  'modules/identity/two-factor/sign-in-step.sql.ts': [3, 'by the secret of a sign-in under way, held against the tree'],
  'modules/identity/two-factor/start-2fa.ts': [1, 'the person of a sign-in under way'],
  'modules/identity/two-factor/verify-2fa-token.ts': [1, 'the person of a sign-in under way'],
  'modules/identity/view-as/exit-view-as.ts': [1, 'staff of an organization above, back in their own session'],
  'modules/identity/view-as/leave-view.sql.ts': [2, 'staff of an organization above, back in their own session'],
  'modules/learning/certificates/check-certificate.ts': [1, 'by the secret on the certificate'],
  'web/context.ts': [1, 'the session that a request comes with; see resolve-session.sql.ts'],
}

test('nothing looks beyond its scope but what is listed here with its reason', () => {
  const times = Object.fromEntries(Object.entries(unscoped).map(([path, [count]]) => [path, count]))
  expect(usesOfBeyond(readSources(join(import.meta.dirname, '..')))).toEqual(times)
})
