import { expect, test } from 'vitest'
import { sampleDetails } from '#modules/identity/account/user-details.fixture.ts'
import { type SentForm, sentForm } from '#platform/web/form.ts'
import { fieldOf, formatDob, profileInput } from './profile-input.shared.ts'

function form(fields: Record<string, string | string[]>): SentForm {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) data.append(name, value)
  return sentForm(data)
}
const input = { first_name: 'Sam', last_name: 'Marsh', email: 'sam@example.com', emailSame: 'on' }

test('a date of birth is sent as MM/DD/YYYY in every language', () => {
  const sent = (dob: string, locale: 'en-us' | 'es-es') =>
    profileInput(form({ ...input, dob }), null, locale).profile.dob
  expect(sent('04/07/1990', 'en-us')).toBe('04/07/1990')
  expect(sent('07/04/1990', 'es-es')).toBe('04/07/1990')
  expect(sent('', 'es-es')).toBeNull()
  expect(sent('31/02/1990', 'es-es')).toBe('31/02/1990')
  expect(formatDob('04/07/1990', 'es-es')).toBe('07/04/1990')
  expect(formatDob(null, 'en-us')).toBe('')
})

test('the login id follows the email address while the box is ticked', () => {
  expect(profileInput(form(input), null, 'en-us').profile).toMatchObject({
    loginid: 'sam@example.com',
    emailSameAsLoginID: true,
  })
  const { emailSame, ...rest } = input
  expect(profileInput(form({ ...rest, loginid: 'sam' }), null, 'en-us').profile).toMatchObject({
    loginid: 'sam',
    emailSameAsLoginID: false,
  })
})

test('locked fields are not sent, so that they stay unchanged', () => {
  const { profile, address, contacts } = profileInput(form({ gender: '' }), sampleDetails.data, 'en-us')
  expect(profile).toEqual({ first_name: 'Sam', last_name: 'Marsh', email: 'sam@example.com', gender: null })
  expect(address).toBeUndefined()
  expect(contacts).toBeUndefined()
})

test('a phone number removed from the form is deleted; a new one has no id', () => {
  const rows = {
    phones: '1',
    phone_id_0: '12',
    phone_number_0: '(407) 555-0112',
    phone_type_0: '2',
    phone_id_1: '',
    phone_number_1: '(407) 555-0199',
    phone_type_1: '1',
  }
  const { contacts, deletePhoneNumber } = profileInput(form({ ...input, ...rows }), sampleDetails.data, 'en-us')
  expect(contacts).toEqual([
    { phone_id: 12, phone_number: '(407) 555-0112', lk_phone_number_type_id: 2 },
    { phone_id: null, phone_number: '(407) 555-0199', lk_phone_number_type_id: 1 },
  ])
  expect(deletePhoneNumber).toEqual([11])
})

test('deletes an emptied or marked number, ignores a blank row, and shows issues at the rows that were sent', () => {
  const rows = {
    phones: '1',
    phone_id_0: '11',
    phone_number_0: '',
    phone_id_1: '12',
    phone_number_1: '(407) 555-0112',
    phone_remove_1: '1',
    phone_id_2: '',
    phone_number_2: '',
    phone_id_3: '',
    phone_number_3: '555',
    phone_type_3: '3',
  }
  const { contacts, deletePhoneNumber } = profileInput(form({ ...input, ...rows }), sampleDetails.data, 'en-us')
  expect(contacts).toEqual([{ phone_id: null, phone_number: '555', lk_phone_number_type_id: 3 }])
  expect(deletePhoneNumber).toEqual([11, 12])
  expect(fieldOf('contacts.0.phone_number', rows)).toBe('phone_number_3')
})

test('a new person has nothing to delete', () => {
  const profile = profileInput(form({ ...input, phones: '1', recruits: '1' }), null, 'en-us')
  expect(profile).not.toHaveProperty('deletePhoneNumber')
  expect(profile).not.toHaveProperty('deleteRecruiter')
})

test('recruited organizations are sent as shown, removed ones as deleted', () => {
  const rows = {
    recruits: '1',
    isRecruiter: '1',
    recruiter_id: [''],
    recruited_id: ['4'],
    recruiter_code: ['AB'],
    recruiter_fee: ['12.50'],
  }
  const profile = profileInput(form({ ...input, ...rows, teaches_in: ['1', '4'] }), sampleDetails.data, 'en-us')
  expect(profile.profile.isRecruiter).toBe(1)
  expect(profile.instructorOrganizations).toEqual([{ organization_id: 1 }, { organization_id: 4 }])
  expect(profile.recruiter).toEqual([
    { recruiter_id: null, organization_id: 4, recruiter_code: 'AB', recruiter_fee: '12.50' },
  ])
  expect(profile.deleteRecruiter).toEqual([7])
})

test('server errors are shown at their row of the form', () => {
  const rows = { phone_number_0: '4075550112', phone_number_1: '555' }
  expect(fieldOf('profile.first_name', rows)).toBe('first_name')
  expect(fieldOf('contacts.1.phone_number', rows)).toBe('phone_number_1')
  expect(fieldOf('recruiter.0.recruiter_fee', rows)).toBe('recruiter_fee_0')
})
