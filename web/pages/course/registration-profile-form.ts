import { selectPerson } from '#modules/identity/index.ts'
import { saveUserInformation } from '#modules/identity/profile/save-user-information.ts'
import { type ProfileField, profileProblem, type RegistrationPageView } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import { sentDay } from '#platform/typed-day.ts'
import { errorsOf, type InvalidForm, invalid, type SentForm } from '#platform/web/form.ts'

/** The form field for each part of a profile. */
const profileNames: Readonly<Record<ProfileField, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  address: 'address1',
  city: 'city',
  state: 'lk_state_id',
  zip: 'zip',
  dob: 'dob',
  gender: 'gender',
}

const inAddress: readonly ProfileField[] = ['address', 'city', 'state', 'zip']
/** An address is complete: if a part is missing, all of it is requested. */
export const asksAddress = (missing: readonly ProfileField[]): boolean =>
  missing.some((field) => inAddress.includes(field))

/** Saves the profile data that the course still needs; returns the errors and missing fields, or null. */
export async function saveProfile(
  ctx: Ctx,
  registrationView: RegistrationPageView,
  form: SentForm,
): Promise<InvalidForm | null> {
  const missing = registrationView.registration.profile_missing
  if (missing.length === 0) return null
  const refusals = await refusedFields(ctx, missing, form.values)
  const errors: Record<string, string> = {}
  for (const field of missing) {
    const name = profileNames[field]
    const problem = form.values[name]?.trim() ? refusals[name] : profileProblem(ctx.locale, field)
    if (problem) errors[name] = problem
  }
  return Object.keys({ ...errors, ...refusals }).length > 0 ? invalid({ ...errors, ...refusals }) : null
}

/** Saves the filled fields; returns their errors by field. */
async function refusedFields(ctx: Ctx, missing: readonly ProfileField[], values: SentForm['values']) {
  try {
    await saveUserInformation.run(ctx, await profileInput(ctx, missing, values))
    return {}
  } catch (error) {
    if (!(error instanceof Refusal) || error.issues.length === 0) throw error
    return errorsOf(error.issues, values)
  }
}

async function profileInput(ctx: Ctx, missing: readonly ProfileField[], values: SentForm['values']) {
  const { first_name, last_name, email } = await selectPerson(ctx, userOf(ctx).user_id)
  const input = (field: ProfileField) => values[profileNames[field]] ?? ''
  const isMissing = (field: ProfileField) => missing.includes(field)
  return {
    profile: {
      first_name: isMissing('firstName') ? input('firstName') : first_name,
      last_name: isMissing('lastName') ? input('lastName') : last_name,
      email,
      ...(isMissing('dob') && { dob: sentDay(input('dob'), ctx.locale) }),
      ...(isMissing('gender') && { gender: input('gender') as 'F' }),
    },
    ...(asksAddress(missing) && {
      address: {
        address1: input('address'),
        address2: values.address2 ?? '',
        city: input('city'),
        lk_state_id: Number(input('state')) || null,
        zip: input('zip'),
      },
    }),
  }
}
