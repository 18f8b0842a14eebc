import type { UserDetails } from './user-details.ts'

const yes = { allowed: true, reason: null }

/** Everything is allowed. */
export const canAll: UserDetails['can'] = {
  update: yes,
  changeIdentity: yes,
  changeSignIn: yes,
  changeStatus: yes,
  changeNotes: yes,
  changeRecruiter: yes,
  readDocuments: yes,
  changeDocuments: yes,
  readNotes: yes,
  readPayments: yes,
  readEvents: yes,
  readPermissions: yes,
  changePermissions: yes,
  sendEmail: yes,
  charge: yes,
}

/** A person for tests of the screen. */
export const sampleDetails: UserDetails = {
  data: {
    user: {
      user_id: 5,
      student_id: 5,
      organization_id: 1,
      organization_code: 'SSD',
      organization_name: 'Sunshine Safe Driving',
      role: 'Student',
      lk_user_role_id: 3,
      lk_user_status_id: 1,
      loginid: 'sam@example.com',
      email: 'sam@example.com',
      asked_email: null,
      emailSameAsLoginID: true,
      first_name: 'Sam',
      middle_name: '',
      last_name: 'Marsh',
      lk_suffix_id: null,
      dob: '04/07/1990',
      gender: null,
      lk_language_id: 1,
      timezone: 'UTC',
      date_format: 'mm-dd-yyyy',
      avatar: null,
      profile_pic: null,
      isRecruiter: 0,
      notes: '',
      tfa_enabled: false,
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
    },
    address: {
      address1: '',
      address2: '',
      city: '',
      lk_state_id: null,
      lk_state_name: '',
      zip: '',
      lk_address_type_id: 1,
    },
    payment: [],
    phoneContactDetails: [
      { phone_id: 11, phone_number: '4075550111', lk_phone_number_type_id: 1, lk_entity_type_id: 1 },
      { phone_id: 12, phone_number: '4075550112', lk_phone_number_type_id: 2, lk_entity_type_id: 1 },
    ],
    languages: [
      { id: 1, name: 'English' },
      { id: 2, name: 'Español' },
    ],
    lkPhoneTypeData: [],
    permissions: {},
    instructorOrganizations: [],
    lostOrganizations: 0,
    recruitedOrganizations: [],
    recruiter: [
      { recruiter_id: 7, organization_id: 2, code: 'GCT', name: 'Gulf Coast', recruiter_code: '', recruiter_fee: 5 },
    ],
    isRecruiter: 0,
    risk: null,
  },
  can: canAll,
}
