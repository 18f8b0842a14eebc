import type { FieldErrors } from './account-parts.tsx'
import type { ProfileOptions } from './profile-options.shared.ts'
import type { UserDetails } from './user-details.ts'

/** What every group of fields of the profile gets; no details for somebody new. */
export type FormParts = { details: UserDetails | null; errors: FieldErrors; options: ProfileOptions }
