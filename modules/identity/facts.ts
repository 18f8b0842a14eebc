import { defineFact } from '#platform/facts.ts'

/** Where a link is wanted: at the address without an organization's code, which is the default organization's too. */
type Wanted = { bare_host?: boolean }

/** Someone asked for a new password. `user_ids` is empty when no one was found: both cases cost the same. */
export const passwordResetRequested = defineFact<{ request_id: string; user_ids: number[] } & Wanted>(
  'identity.password_reset_requested',
)

/** A signed-in person requested a link to confirm the email address of their account. */
export const emailConfirmationAsked = defineFact<{ user_id: number } & Wanted>('identity.email_confirmation_asked')

/** Someone wants another email address for their own account and must show that it is theirs. */
export const emailChangeAsked = defineFact<{ email_change_id: string } & Wanted>('identity.email_change_asked')

export const passwordChanged = defineFact<{ user_id: number }>('identity.password_changed')

/** Strangers fail to open an account again and again. `user_ids` is empty where there is no such account. */
export const accountAttacked = defineFact<{ user_ids: number[] }>('identity.account_attacked')

/** A student exists from now on; by sign-up, at checkout or by staff. */
export const studentCreated = defineFact<{ user_id: number; organization_id: number }>('identity.student_created')

/** Something about how a person signs in was changed or used; the person is told in case someone else did it. */
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
export const securityChanged = defineFact<{ user_id: number; kind: SecurityChange }>('identity.security_changed')

/** A person without a password is new, or staff asked for the welcome email `again`. */
export const welcomeOwed = defineFact<{ user_id: number; again?: true }>('identity.welcome_owed')

/** An email that was written down waits to be sent. */
export const emailOwed = defineFact<{ letter_id: number }>('identity.letter_owed')

/** Someone asked to sign in with an order of a storefront; the job finds out whether there is one. */
export const storefrontCodeAsked = defineFact<{ storefront_request_id: number }>('identity.storefront_code_asked')

export const instructorInvited = defineFact<{ invitation_id: number }>('identity.instructor_invited')

/** A storefront order was stored, reported again, or has found its student: what it bought is due. */
export const storefrontOrderKept = defineFact<{ storefront_order_id: number }>('identity.storefront_order_kept')
