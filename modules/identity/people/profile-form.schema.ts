import { count, flag, id, list, optionalText, wording, z } from '#platform/schema.ts'
import { postalStates } from '#platform/states.ts'
import type { Text } from '#platform/texts.ts'
import { isZone } from '#platform/zone.ts'
import { genders } from './gender.shared.ts'
import { peopleTexts } from './people.texts.ts'
import {
  birthDate,
  emailAddress,
  firstName,
  languageField,
  lastName,
  optionalName,
  zipCode,
} from './person-fields.schema.ts'
import { phoneNumbers } from './phone.schema.ts'
import { dateFormats } from './preferences.shared.ts'

/** A choice left blank in a form: '' and null mean none. */
const blank = <T extends z.ZodType>(schema: T) =>
  z.preprocess((input) => (input === '' ? null : input), schema.nullable()).optional()

/** A name of the IANA time zone database: America/New_York. */
export const timezone = () =>
  z
    .string()
    .max(60)
    .refine(isZone, { error: wording(peopleTexts.timezone) })

export const dateFormat = () => z.enum(dateFormats)

const birthday = () => blank(birthDate())
const gender = () => blank(z.enum(genders))
const suffix = () => blank(id().pipe(z.int().max(7)))

/** The profile part of the form. Omitted fields do not change. */
export const Profile = z.strictObject({
  first_name: firstName(),
  middle_name: optionalName().optional(),
  last_name: lastName(),
  lk_suffix_id: suffix(),
  dob: birthday(),
  gender: gender(),
  email: emailAddress(),
  loginid: optionalText().optional(),
  emailSameAsLoginID: flag().nullish(),
  timezone: timezone().optional(),
  date_format: dateFormat().optional(),
  lk_language_id: languageField(),
  isRecruiter: flag().nullish(),
  notes: optionalText(5_000).optional(),
  /** Ignored: pictures have their own calls. */
  avatar: z.unknown().optional(),
  profile_pic: z.unknown().optional(),
})

type TypedAddress = {
  address1: string
  address2: string
  city: string
  lk_state_id?: number | null | undefined
  zip: string
}

/** Reports the missing fields of an address, which must be complete or blank. */
export function checkAddress(address: TypedAddress, check: z.RefinementCtx): void {
  const { address1, address2, city, lk_state_id, zip } = address
  if (![address1, address2, city, lk_state_id, zip].some(Boolean)) return
  const require = (path: string, value: unknown, text: Text) => {
    if (!value) check.addIssue({ code: 'custom', path: [path], message: wording(text) })
  }
  require('address1', address1, peopleTexts.address)
  require('city', city, peopleTexts.city)
  require('lk_state_id', lk_state_id, peopleTexts.state)
  require('zip', zip, peopleTexts.zip)
}

export const Address = z
  .strictObject({
    address1: optionalText(),
    address2: optionalText(),
    city: optionalText(100),
    lk_state_id: blank(count(1, postalStates.length)),
    lk_state_name: optionalText(60).optional(),
    zip: z
      .union([z.literal(''), zipCode()])
      .nullish()
      .transform((text) => text ?? ''),
    lk_address_type_id: id().nullish(),
  })
  .superRefine(checkAddress)

/** Dollars, at most two decimals. */
const fee = () =>
  z
    .union([z.number(), z.string().max(12)])
    .transform(String)
    .refine((text) => /^\d{1,6}(\.\d{1,2})?$/.test(text), { error: wording(peopleTexts.fee) })
    .openapi({ type: 'number', minimum: 0 })

/** The recruiter of a new organization. */
export const NewRecruiter = z.strictObject({
  user_id: id(),
  recruiter_code: optionalText(40),
  recruiter_fee: fee().default('0'),
})
export type NewRecruiter = z.output<typeof NewRecruiter>

const Recruiter = z.strictObject({
  recruiter_id: id().nullish(),
  organization_id: id(),
  recruiter_code: optionalText(40),
  recruiter_fee: fee().default('0'),
  user_id: id().nullish(),
  code: optionalText(3).optional(),
  name: optionalText().optional(),
})

const InstructorOrganization = z.strictObject({
  organization_id: id(),
  organization_instructor_id: id().nullish(),
  instructor_organization_id: id().nullish(),
  code: optionalText(3).optional(),
  name: optionalText().optional(),
})

/** The fields of a person's form, new or existing. */
export const formFields = {
  profile: Profile,
  address: Address.nullish(),
  contacts: phoneNumbers(1).nullish(),
  deletePhoneNumber: list(id(), 10).nullish(),
  /** The organizations that an instructor teaches for: the whole list. */
  instructorOrganizations: list(InstructorOrganization, 200).nullish(),
  /** Removes organizations that have left the tree of the instructor's organization. Not in the contract. */
  forgetLostOrganizations: z.boolean().nullish(),
  recruiter: list(Recruiter, 200).nullish(),
  deleteRecruiter: list(id(), 200).nullish(),
}

export const ProfileForm = z.object(formFields)
export type ProfileForm = z.output<typeof ProfileForm>

/** `updated_at` from when the form was filled: a newer record is reported instead of overwritten. */
export const seenAt = () => z.iso.datetime().nullish()
