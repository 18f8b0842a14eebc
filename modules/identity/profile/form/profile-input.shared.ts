import type { UserDetails } from '#modules/identity/account/user-details.ts'
import { displayedLastName } from '#modules/identity/people/last-name.shared.ts'
import type { paths } from '#openapi/types.ts'
import type { Locale } from '#platform/texts.ts'
import { parseTypedDay, sentDay } from '#platform/typed-day.ts'
import { showDate } from '#platform/ui/masks.ts'
import type { SentForm } from '#platform/web/form.ts'
import { phoneInput, phoneRowOf } from './phone-rows.shared.ts'

type BodyOf<T> = T extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : never
type SaveBody = BodyOf<paths['/user/saveUserInformation/']['put']>
/** The form in the calls' format; the server validates the input. */
export type ProfileInput = Omit<SaveBody, 'user_id' | 'updated_at'> &
  Pick<BodyOf<paths['/user/student/']['post']>, 'organization_id'>

/** The posted form. */
type PostedForm = Pick<SentForm, 'values' | 'all'>
/** The person from GET /user/{id}; null for a new one. */
type PreviousDetails = UserDetails['data'] | null

/**
 * The profile form in the format of PUT /user/saveUserInformation/ and the calls that create people. Browsers don't
 * send disabled fields, and omitted fields do not change.
 */
export function profileInput(form: PostedForm, before: PreviousDetails, locale: Locale): ProfileInput {
  const text = (name: string) => form.values[name]
  const choice = (name: string) => numberOrNull(text(name))
  const { user } = before ?? {}
  return dropUndefined({
    organization_id: choice('organization_id') ?? undefined,
    profile: dropUndefined({
      first_name: text('first_name') ?? user?.first_name ?? '',
      middle_name: text('middle_name'),
      last_name: text('last_name') ?? (user ? displayedLastName(user) : ''),
      lk_suffix_id: choice('lk_suffix_id'),
      dob: sentDate(text('dob'), locale),
      gender: text('gender') === '' ? null : text('gender'),
      ...signInInput(text, user),
      timezone: text('timezone'),
      date_format: text('date_format'),
      lk_language_id: choice('lk_language_id') ?? undefined,
      notes: text('notes'),
      isRecruiter: 'recruits' in form.values ? Number('isRecruiter' in form.values) : undefined,
    }),
    address: addressInput(text),
    ...contactInput(form, before),
    ...recruitingInput(form, before),
  }) as ProfileInput
}

type Text = (name: string) => string | undefined

function signInInput(text: Text, user: UserDetails['data']['user'] | undefined) {
  const email = text('email') ?? user?.email ?? ''
  const isSame = text('emailSame') !== undefined
  const loginid = isSame ? email : text('loginid')
  return { email, loginid, emailSameAsLoginID: text('email') === undefined ? undefined : isSame }
}

function addressInput(text: Text) {
  const address1 = text('address1')
  if (address1 === undefined) return undefined
  const lk_state_id = numberOrNull(text('lk_state_id')) ?? null
  return { address1, address2: text('address2') ?? '', city: text('city') ?? '', lk_state_id, zip: text('zip') ?? '' }
}

/** A number that was emptied, marked or removed from the form is deleted. */
function contactInput({ values }: PostedForm, before: PreviousDetails) {
  if (!('phones' in values)) return {}
  const contacts = phoneInput(values).numbers
  if (!before) return { contacts }
  const keptIds = new Set(contacts.map(({ phone_id }) => phone_id))
  const removedIds = before.phoneContactDetails.map(({ phone_id }) => phone_id).filter((id) => !keptIds.has(id))
  return { contacts, deletePhoneNumber: removedIds }
}

function recruitingInput(form: PostedForm, before: PreviousDetails) {
  if (!('recruits' in form.values)) return {}
  const [ids, organizationIds, codes, fees] = ['recruiter_id', 'recruited_id', 'recruiter_code', 'recruiter_fee'].map(
    (name) => form.all(name),
  ) as [string[], string[], string[], string[]]
  const recruiter = ids.map((id, n) => ({
    recruiter_id: Number(id) || null,
    organization_id: Number(organizationIds[n]),
    recruiter_code: codes[n] ?? '',
    recruiter_fee: fees[n] || '0',
  }))
  const instructorOrganizations = form.all('teaches_in').map((id) => ({ organization_id: Number(id) }))
  if (!before) return { instructorOrganizations, recruiter }
  const forgetLostOrganizations = form.all('forget_lost').length > 0 || undefined
  const keptIds = new Set(recruiter.map(({ recruiter_id }) => recruiter_id))
  const deleteRecruiter = before.recruiter.map(({ recruiter_id }) => recruiter_id).filter((id) => !keptIds.has(id))
  return { instructorOrganizations, forgetLostOrganizations, recruiter, deleteRecruiter }
}

/** MM/DD/YYYY from a date typed in the language's order; anything else is sent as typed, to be refused. */
function sentDate(text: string | undefined, locale: Locale): string | null | undefined {
  if (text === undefined) return undefined
  return text === '' ? null : sentDay(text, locale)
}

/** MM/DD/YYYY in the language's order. */
export function formatDob(dob: string | null, locale: Locale): string {
  return dob ? showDate(parseTypedDay(dob, 'en-us'), locale) : ''
}

const numberOrNull = (text: string | undefined) => (text === undefined ? undefined : Number(text) || null)

const dropUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The form field of a server issue: `contacts.1.phone_number` is `phone_number_1` if no row was left out. */
export function fieldOf(path: string, values: PostedForm['values']): string {
  const [, list, n, name] = /^(contacts|recruiter)\.(\d+)\.(\w+)$/.exec(path) ?? []
  if (list) return `${name}_${list === 'contacts' ? phoneRowOf(values, Number(n)) : n}`
  return path.split('.').at(-1) ?? path
}
