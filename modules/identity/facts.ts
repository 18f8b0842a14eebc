import { defineFact } from '../../platform/facts.ts'

/** Somebody asked for a new password. `user_ids` is empty when nobody was found: both cases cost the same. */
export const passwordResetRequested = defineFact<{ request_id: string; user_ids: number[] }>(
  'identity.password_reset_requested',
)

export const passwordChanged = defineFact<{ user_id: number }>('identity.password_changed')

/** A student exists from now on; by sign-up, at checkout or by staff. */
export const studentCreated = defineFact<{ user_id: number; organization_id: number }>('identity.student_created')
