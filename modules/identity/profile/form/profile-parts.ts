import type { FieldErrors } from '#modules/identity/account/account-parts.shared.tsx'
import type { UserDetails } from '#modules/identity/account/user-details.ts'
import type { FormField, FormState } from '#platform/web/form.ts'
import type { ProfileOptions } from './profile-options.shared.ts'

/** A form that was sent without scripts and refused: what was typed, and what is wrong with it. */
export type RefusedForm = Pick<FormState, 'values' | 'errors'>

/** What every group of fields of the profile gets; no details for someone new. */
export type FormParts = {
  details: UserDetails | null
  errors: FieldErrors
  options: ProfileOptions
  /** Name, first value and error of a field; what a refused form was sent with goes before what the record holds. */
  given: (name: string, initial: string | number | null | undefined) => FormField
}
