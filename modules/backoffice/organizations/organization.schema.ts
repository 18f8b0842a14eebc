import { z } from '#platform/schema.ts'

export const OrganizationData = z.object({
  organization_id: z.int(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  tax_id: z.string(),
  check_payable_to: z.string(),
  manager_id: z.int().nullable(),
  manager_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  lk_organization_status_id: z.int(),
  status: z.string(),
  hosting_ind: z.boolean(),
  invoice_ind: z.boolean(),
  default_ind: z.boolean(),
  parentOrganizationId: z.int().nullable(),
  use_mailing_as_billing_ind: z.boolean(),
  brand_color: z.string().nullable(),
  sign_in_text: z.string(),
  suspended_reason: z.string().nullable(),
  time_zone: z.string(),
  /** The code is on sold items and can no longer be changed. */
  code_fixed: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type OrganizationData = z.output<typeof OrganizationData>

const AddressData = z.object({
  lk_address_type_id: z.int(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  lk_state_id: z.int().nullable(),
  lk_state_name: z.string(),
  zip: z.string(),
})

const Teacher = z.object({
  user_id: z.int(),
  organization_instructor_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

const Recruiter = z.object({
  recruiter_id: z.int(),
  recruiter_code: z.string(),
  recruiter_fee: z.number(),
  organization_id: z.int(),
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
})

export const OrganizationProfile = z.object({
  organizationData: OrganizationData,
  address: AddressData.nullable(),
  billingAddress: AddressData.nullable(),
  phones: z.array(
    z.object({
      phone_id: z.int(),
      phone_number: z.string(),
      lk_phone_number_type_id: z.int(),
      lk_entity_type_id: z.literal(4),
    }),
  ),
  contact: z.array(
    z.object({
      contact_id: z.int(),
      lk_contact_type_id: z.int(),
      contact_type: z.string(),
      name: z.string(),
      email: z.string(),
      phone_number: z.string(),
      /** Its other numbers. */
      phones: z.array(z.object({ phone_number: z.string(), lk_phone_number_type_id: z.int() })),
    }),
  ),
  /** Its billing methods, the default first. */
  payment: z.array(
    z.object({
      payment_profile_id: z.int(),
      lk_payment_type_id: z.int(),
      brand: z.string(),
      last_4: z.string(),
      default_ind: z.boolean(),
    }),
  ),
  parentOrg: z.object({ organization_id: z.int(), name: z.string() }).nullable(),
  organizationInstructors: z.array(Teacher),
  /** The documents' alternative spelling. */
  organziationInstructors: z.array(Teacher),
  recruiter: z.array(Recruiter),
})
export type OrganizationProfile = z.output<typeof OrganizationProfile>
