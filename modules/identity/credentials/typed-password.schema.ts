import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { wording, z } from '#platform/schema.ts'

/** The password typed to sign in or confirm: any non-empty text. */
export const typedPassword = () =>
  z
    .string({ error: wording(peopleTexts.password) })
    .min(1, { error: wording(peopleTexts.password) })
    .max(1_000)
