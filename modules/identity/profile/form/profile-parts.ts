import type { FieldErrors } from '#modules/identity/account/account-parts.shared.tsx'
import type { UserDetails } from '#modules/identity/account/user-details.ts'
import type { FormField, FormState } from '#platform/web/form.ts'
import type { ProfileOptions } from './profile-options.shared.ts'

/** A refused form that was submitted without scripts: its input and errors. */
export type RefusedForm = Pick<FormState, 'values' | 'errors'>

/** The common props of the profile's field groups; no details for a new person. */
export type FormParts = {
  details: UserDetails | null
  errors: FieldErrors
  /** A field's `autocomplete` on the caller's own account; browsers must not fill in other people's data. */
  autofill: (token: string) => string
  options: ProfileOptions
  /** A field's name, initial value and error; a refused form's input takes precedence over the record. */
  fieldProps: (name: string, initial: string | number | null | undefined) => FormField
}
