import { emailAddress, optionalName, personName } from '#modules/identity/people/person-fields.schema.ts'
import { phoneNumber, phoneNumbers } from '#modules/identity/people/phone.schema.ts'
import { placeZones } from '#modules/identity/people/preferences.shared.ts'
import { Address } from '#modules/identity/people/profile-form.schema.ts'
import { count, flag, id, list, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import { organizationTexts as words } from './organizations.texts.ts'

/** Three letters or digits with at least one letter: a code of digits only would be read as an id. */
export const organizationCode = () =>
  z
    .string({ error: wording(words.code) })
    .max(10)
    .transform((text) => text.trim().toUpperCase())
    .refine((code) => /^[A-Z0-9]{3}$/.test(code) && /[A-Z]/.test(code), { error: wording(words.code) })

const blankOr = <T extends z.ZodType>(schema: T) =>
  z.preprocess((input) => (input === '' ? null : input), schema.nullish())

const brandColor = () =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: wording(words.colorForm) })
    .transform((color) => color.toLowerCase())

/** A zone of our list, which the database and browsers both know: an organization's dates are local days. */
const isPlace = (name: string): boolean => placeZones.some(([zone]) => zone === name)

const Contact = z.strictObject({
  contact_id: id().nullish(),
  lk_contact_type_id: count(1, 3),
  name: personName(words.contactName, 200),
  email: blankOr(emailAddress()),
  phone_number: blankOr(phoneNumber()),
  /** Additional phone numbers. */
  phones: phoneNumbers(3).nullish(),
})

/** The form of an organization, new or existing. Omitted fields do not change. */
export const organizationFields = {
  name: requiredText(words.name, 200),
  code: organizationCode(),
  description: optionalText(2_000).optional(),
  tax_id: optionalText(40).optional(),
  check_payable_to: optionalText(200).optional(),
  manager_id: id().nullish(),
  first_name: optionalName().optional(),
  last_name: optionalName().optional(),
  email: blankOr(emailAddress()),
  phone_number: blankOr(phoneNumber()),
  parentOrganizationId: id().nullish(),
  hosting_ind: flag().nullish(),
  invoice_ind: flag().nullish(),
  /** The address of an uploaded picture; '' for none. */
  logo: optionalText(300).optional(),
  brand_color: blankOr(brandColor()),
  sign_in_text: optionalText(500).optional(),
  time_zone: z
    .string()
    .refine(isPlace, { error: wording(words.timeZone) })
    .optional(),
  use_mailing_as_billing_ind: flag().nullish(),
  address: Address.nullish(),
  billingAddress: Address.nullish(),
  contacts: list(Contact, 20).nullish(),
  phones: phoneNumbers(1).nullish(),
}

export const OrganizationForm = z.object(organizationFields)
export type OrganizationForm = z.output<typeof OrganizationForm>
export type OrganizationChange = Partial<OrganizationForm>
