import type { Person } from './person.sql.ts'
import type { ProfileForm } from './profile-form.schema.ts'

/** The only columns that a person's form may change. */
export const personFields = [
  'first_name',
  'middle_name',
  'last_name',
  'lk_suffix_id',
  'dob',
  'gender',
  'email',
  'loginid',
  'timezone',
  'date_format',
  'lk_language_id',
  'address1',
  'address2',
  'city',
  'lk_state_id',
  'zip',
  'is_recruiter',
  'notes',
] as const satisfies readonly (keyof Person)[]

export type PersonRow = Partial<Pick<Person, (typeof personFields)[number]>>

type PersonForm = Pick<ProfileForm, 'address'> & {
  profile: Partial<ProfileForm['profile']> & Pick<ProfileForm['profile'], 'email'>
}

/** Converts a form to a row: omitted and unknown fields are left out. */
export function rowOf({ profile, address }: PersonForm, managed: boolean): PersonRow {
  const { first_name, middle_name, last_name, lk_suffix_id, dob, gender, timezone, date_format, lk_language_id } =
    profile
  const row = {
    first_name,
    middle_name,
    last_name,
    lk_suffix_id,
    dob,
    gender,
    timezone,
    date_format,
    lk_language_id: lk_language_id ?? undefined,
    email: profile.email,
    loginid: loginidOf(profile),
    ...(address ? addressOf(address) : {}),
    ...(managed ? { notes: profile.notes } : {}),
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

/** 'Email same as login id': the checkbox's value, or by default whether no login id was typed. */
function loginidOf({ email, loginid, emailSameAsLoginID }: PersonForm['profile']): string | undefined {
  if (emailSameAsLoginID) return email
  return loginid || undefined
}

const addressOf = ({ address1, address2, city, lk_state_id, zip }: NonNullable<ProfileForm['address']>) => ({
  address1,
  address2,
  city,
  zip,
  lk_state_id: lk_state_id ?? null,
})
