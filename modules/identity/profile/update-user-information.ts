import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { phoneNumber, phoneNumbers } from '#modules/identity/people/phone.schema.ts'
import {
  Address,
  checkAddress,
  dateFormat,
  Profile,
  seenAt,
  timezone,
} from '#modules/identity/people/profile-form.schema.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { savePerson } from './save-person.ts'

const { first_name, middle_name, last_name, dob, gender, email } = Profile.shape
const { address1, address2, city, lk_state_id, lk_state_name, zip } = Address.shape

export const updateUserInformation = operation({
  call: 'PUT /user/updateUserInformation',
  summary: "Saves the caller's account settings",
  may: signedIn,
  takes: z
    .object({
      first_name,
      middle_name,
      last_name,
      dob,
      gender,
      email,
      phone_no: z.union([z.literal(''), phoneNumber()]).nullish(),
      phone: phoneNumbers(1).nullish(),
      timezone: timezone().default('UTC'),
      date_format: dateFormat().default('mm-dd-yyyy'),
      address1,
      address2,
      city,
      lk_state_id,
      lk_state_name,
      zip,
      updated_at: seenAt(),
    })
    .superRefine(checkAddress),
  gives: z.object({
    data: z.object({ user_id: z.int(), updated_at: z.iso.datetime() }),
    warning: z.string().nullable(),
  }),
  fails: [identityErrors.identityLocked, identityErrors.proofNeeded, identityErrors.tooManySignInChanges],
  async run(ctx, form) {
    const { phone_no, phone, updated_at, address1, address2, city, lk_state_id, zip, ...profile } = form
    const { lk_state_name: _displayed, ...ownProfile } = profile
    const typedAddress = { address1, address2, city, lk_state_id, zip }
    const address = Object.values(typedAddress).some(Boolean) ? typedAddress : null
    const input = phone_no ? [{ phone_number: phone_no, lk_phone_number_type_id: 1 }] : []
    const savedPerson = await savePerson(
      ctx,
      userOf(ctx).user_id,
      { profile: ownProfile, address, contacts: [...(phone ?? []), ...input], updated_at },
      { action: 'user.updateUserInformation', path: (field) => field },
    )
    const { warning, ...data } = savedPerson
    return { data, warning, message: localize(ctx.locale, peopleTexts.saved) }
  },
})
