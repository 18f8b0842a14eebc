import { genders } from '#modules/identity/people/gender.shared.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { birthDate, firstName, lastName, optionalName, zipCode } from '#modules/identity/people/person-fields.schema.ts'
import { phoneNumbers } from '#modules/identity/people/phone.schema.ts'
import { id, list, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import { postalStates } from '#platform/states.ts'

/** lk_state_id of an address: states, territories and military mail. */
const state = () =>
  z
    .preprocess(
      (input) => (typeof input === 'string' ? Number(input) : input),
      z
        .int({ error: wording(peopleTexts.state) })
        .min(1, { error: wording(peopleTexts.state) })
        .max(postalStates.length, { error: wording(peopleTexts.state) }),
    )
    .openapi({ type: 'integer', minimum: 1, maximum: postalStates.length })

/** The About You form. */
export const AboutYou = z.object({
  user_id: id().nullish(),
  firstName: firstName(),
  middleName: optionalName(),
  lastName: lastName(),
  lk_suffix_id: id().pipe(z.int().max(7)).nullish(),
  dob: birthDate(),
  gender: z.enum(genders, { error: wording(peopleTexts.gender) }),
  address1: requiredText(peopleTexts.address),
  address2: optionalText(),
  city: requiredText(peopleTexts.city, 100),
  state: state(),
  zip: zipCode(),
  numbers: phoneNumbers(1).default([]),
  numbersToDelete: list(id(), 10).default([]),
  /** Part of the form, but ignored: the server knows the course's options. */
  course_registration_options: z.unknown().optional(),
})
export type AboutYou = z.output<typeof AboutYou>

/** The form's initial values; texts are '' and choices null if not set. */
export const AboutYouResponse = z.object({
  user_id: z.int(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  lk_suffix_id: z.int().nullable(),
  dob: z.string().nullable(),
  gender: z.string().nullable(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.int().nullable(),
  zip: z.string(),
  numbers: z.array(z.object({ phone_id: z.int(), phone_number: z.string(), lk_phone_number_type_id: z.int() })),
  /**
   * The reason why names, suffix and date of birth can no longer be changed here, in the caller's language; null if
   * they can.
   */
  identity_locked: z.string().nullable(),
})
