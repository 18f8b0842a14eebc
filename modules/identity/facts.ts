import { defineFact } from '#platform/facts.ts'
import { studentEvent, webhookTestEvent } from './events.ts'

/** For a link to the address without an organization's code, which the default organization also has. */
type LinkOptions = { bare_host?: boolean }

/** Someone asked for a new password. `user_ids` is empty if no one was found: both cases cost the same. */
export const passwordResetRequested = defineFact<{ request_id: string; user_ids: number[] } & LinkOptions>(
  'identity.password_reset_requested',
  { internal: 'an email' },
)

/** A signed-in person requested a link to confirm the email address of their account. */
export const emailConfirmationAsked = defineFact<{ user_id: number } & LinkOptions>(
  'identity.email_confirmation_asked',
  {
    internal: 'an email',
  },
)

/** Someone requested another email address for their own account and must prove that it is theirs. */
export const emailChangeAsked = defineFact<{ email_change_id: string } & LinkOptions>('identity.email_change_asked', {
  internal: 'an email',
})

export const passwordChanged = defineFact<{ user_id: number }>('identity.password_changed', {
  internal: 'the security of an account is for its owner alone',
})

/** Repeated failed sign-ins to an account. `user_ids` is empty if there is no such account. */
export const accountAttacked = defineFact<{ user_ids: number[] }>('identity.account_attacked', {
  internal: 'the security of an account is for its owner alone',
})

/** A student was created, by sign-up, at checkout or by staff. */
export const studentCreated = defineFact<{ user_id: number; organization_id: number }>('identity.student_created', {
  becomes: [studentEvent],
  find: async (_sql, { user_id, organization_id }) => [
    studentEvent.draft(organization_id, `user:${user_id}`, { user_id }),
  ],
})

/** A change or use of a person's sign-in methods; the person is notified in case someone else did it. */
export type SecurityChange =
  | 'tfa_enabled'
  | 'tfa_disabled'
  | 'tfa_reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'codes_refused'
  | 'passkey_added'
  | 'passkey_removed'
  | 'new_device'
  | 'sign_ins_failed'
  | 'account_linked'
  | 'account_unlinked'
  | 'social_linked'
  | 'social_unlinked'
  | 'other_ways_removed'
export const securityChanged = defineFact<{ user_id: number; kind: SecurityChange }>('identity.security_changed', {
  internal: 'the security of an account is for its owner alone',
})

/** A person without a password was created, or staff requested the welcome email `again`. */
export const welcomeOwed = defineFact<{ user_id: number; again?: true }>('identity.welcome_owed', {
  internal: 'an email',
})

/** A stored email waits to be sent. */
export const emailOwed = defineFact<{ letter_id: number }>('identity.letter_owed', { internal: 'an email' })

/** Someone asked to sign in with a storefront order; the job finds out whether there is one. */
export const storefrontCodeAsked = defineFact<{ storefront_request_id: number }>('identity.storefront_code_asked', {
  internal: 'an email',
})

/** Someone asked for a link to sign in; the job finds out whether there is an account. */
export const signInLinkAsked = defineFact<{ sign_in_link_request_id: number }>('identity.sign_in_link_asked', {
  internal: 'an email',
})

export const instructorInvited = defineFact<{ invitation_id: number }>('identity.instructor_invited', {
  internal: 'an email',
})

/** A storefront order was stored, reported again, or matched with its student: its items are due. */
export const storefrontOrderKept = defineFact<{ storefront_order_id: number }>('identity.storefront_order_kept', {
  internal: 'the enrollment has its own event',
})

/** Someone requested a test of a webhook endpoint. */
export const webhookTested = defineFact<{ webhook_endpoint_id: number; organization_id: number }>(
  'identity.webhook_tested',
  {
    becomes: [webhookTestEvent],
    find: async (_sql, { webhook_endpoint_id, organization_id }) => [
      webhookTestEvent.draft(organization_id, `webhook_endpoint:${webhook_endpoint_id}`, { webhook_endpoint_id }),
    ],
  },
)

/** An endpoint has due deliveries. */
export const webhooksDue = defineFact<{ webhook_endpoint_id: number }>('identity.webhooks_due', {
  internal: 'the delivery of events',
})

/** A client itself created an endpoint, or changed the address of one. */
export const webhookRedirected = defineFact<{ webhook_endpoint_id: number }>('identity.webhook_redirected', {
  internal: 'an email',
})

/** An endpoint was paused after days without a successful delivery. */
export const webhookPaused = defineFact<{ webhook_endpoint_id: number }>('identity.webhook_paused', {
  internal: 'an email',
})

/** An organization's own domain was switched off: its proof is gone, or it leads elsewhere. */
export const ownDomainOff = defineFact<{ own_domain_id: number }>('identity.own_domain_off', { internal: 'an email' })
