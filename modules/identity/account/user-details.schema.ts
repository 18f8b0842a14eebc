import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { secondSpelling, z } from '#platform/schema.ts'

const bit = z.union([z.literal(0), z.literal(1)])
const Organization = z.object({ organization_id: z.int(), code: z.string(), name: z.string() })

/** A person as the account screen shows them; dates of birth are MM/DD/YYYY. */
const User = z.object({
  user_id: z.int(),
  student_id: z.int(),
  organization_id: z.int(),
  organization_code: z.string(),
  organization_name: z.string(),
  role: CurrentUser.shape.role,
  lk_user_role_id: z.int(),
  lk_user_status_id: z.int(),
  loginid: z.string(),
  email: z.string(),
  /** The new address awaiting confirmation, for the person themselves; null for everyone else. */
  asked_email: z.string().nullable(),
  emailSameAsLoginID: z.boolean(),
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  lk_suffix_id: z.int().nullable(),
  dob: z.string().nullable(),
  gender: z.string().nullable(),
  lk_language_id: z.int(),
  timezone: z.string(),
  date_format: z.string(),
  avatar: z.string().nullable(),
  profile_pic: z.string().nullable(),
  isRecruiter: bit,
  /** Notes by staff; '' for the person themselves. */
  notes: z.string(),
  tfa_enabled: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const UserDetails = z.object({
  user: User,
  address: z.object({
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    lk_state_id: z.int().nullable(),
    lk_state_name: z.string(),
    zip: z.string(),
    lk_address_type_id: z.literal(1),
  }),
  payment: z.array(
    z.object({
      payment_profile_id: z.int(),
      lk_payment_type_id: z.int(),
      brand: z.string(),
      last_4: z.string(),
    }),
  ),
  phoneContactDetails: z.array(
    z.object({
      phone_id: z.int(),
      phone_number: z.string(),
      lk_phone_number_type_id: z.int(),
      lk_entity_type_id: z.literal(1),
    }),
  ),
  /** The languages that people can choose. */
  languages: z.array(z.object({ id: z.int(), name: z.string() })),
  lkPhoneTypeData: z.array(z.object({ lk_phone_number_type_id: z.int(), phone_number_type: z.string() })),
  permissions: CurrentUser.shape.permissions,
  instructorOrganizations: z.array(
    Organization.extend({ organization_instructor_id: z.int(), instructor_organization_id: z.int() }),
  ),
  /** How many of the instructor's assigned organizations have left the tree of their own organization. */
  lostOrganizations: z.int(),
  recruitedOrganizations: z.array(Organization),
  recruiter: z.array(
    Organization.extend({ recruiter_id: z.int(), recruiter_code: z.string(), recruiter_fee: z.number() }),
  ),
  isRecruiter: bit,
  /** 0 is certainly a machine, 1 certainly a human; both spellings of the contract. */
  risk: z
    .object({
      assessmentScore: z.number(),
      assessment_score: secondSpelling(z.number().optional()),
      annotated_at: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type UserDetails = z.output<typeof UserDetails>

const May = z.object({ allowed: z.boolean(), reason: z.string().nullable() })

/** The caller's possible actions on this person's screen; unavailable ones have a reason. */
export const Can = z.object({
  update: May,
  changeIdentity: May,
  changeSignIn: May,
  changeStatus: May,
  changeNotes: May,
  changeRecruiter: May,
  readDocuments: May,
  changeDocuments: May,
  readNotes: May,
  readPayments: May,
  readEvents: May,
  readPermissions: May,
  changePermissions: May,
  sendEmail: May,
  charge: May,
})
export type Can = z.output<typeof Can>
