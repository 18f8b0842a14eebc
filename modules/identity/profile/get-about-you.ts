import { formatDate } from '#modules/identity/people/dates.shared.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { operation } from '#platform/operation.ts'
import { userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { AboutYouResponse } from './about-you.schema.ts'
import { listPhones } from './about-you.sql.ts'
import { identityLockOf } from './identity-lock.ts'
import { selfOnly } from './save-about-you.ts'

export const getAboutYou = operation({
  call: 'GET /user/getAboutYou',
  summary: "Returns the caller's About You details",
  may: selfOnly,
  takes: z.object({ user_id: id().nullish() }),
  gives: AboutYouResponse,
  async run(ctx) {
    const { user_id } = userOf(ctx)
    const [person, numbers] = await Promise.all([selectPerson(ctx, user_id), listPhones(ctx, user_id)])
    const lock = await identityLockOf(ctx, person)
    return {
      user_id,
      firstName: person.first_name,
      middleName: person.middle_name,
      lastName: person.last_name,
      lk_suffix_id: person.lk_suffix_id,
      dob: person.dob && formatDate(person.dob),
      gender: person.gender,
      address1: person.address1,
      address2: person.address2,
      city: person.city,
      state: person.lk_state_id,
      zip: person.zip,
      numbers,
      identity_locked: lock && localize(ctx.locale, lock),
    }
  },
})
