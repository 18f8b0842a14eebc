import { id, optionalText, requiredText, wording, z } from '../../../platform/schema.ts'
import { peopleTexts } from '../people/people.texts.ts'
import { CurrentUser } from '../sign-in/current-user.ts'

export const emailAddress = () =>
  z
    .string({ error: wording(peopleTexts.email) })
    .max(254, { error: wording(peopleTexts.email) })
    .transform((typed) => typed.normalize('NFC').trim())
    .pipe(z.email({ error: wording(peopleTexts.email) }))

/** Names stand in our letters: an address in one would be a link that seems to come from us. */
const addressLike = /[:/\\@<>]|www\.|\p{L}{2,}\.\p{L}{2,}/iu
const nameOnly = [(name: string) => !addressLike.test(name), { error: wording(peopleTexts.nameOnly) }] as const

export const firstName = () => requiredText(peopleTexts.firstName, 100).refine(...nameOnly)
export const lastName = () => requiredText(peopleTexts.lastName, 100).refine(...nameOnly)
/** A name that may be left out. */
export const optionalName = () => optionalText(100).refine(...nameOnly)

/** The caller may name a language; the role they name is read and never used: everybody starts as a Student. */
export const languageOf = () =>
  id()
    .pipe(z.literal([1, 2]))
    .nullish()
export const ignoredRole = () => optionalText(40)

/** What every way to become a student answers: the new user is signed in. */
export const SignedUp = z.object({
  token: z.string(),
  expires_at: z.iso.datetime(),
  user: CurrentUser,
  data: z.object({ user: CurrentUser.extend({ token: z.string() }) }),
})

/** What the captcha's library made for this form; nothing where no captcha is configured. */
export const captchaToken = () => optionalText(8_192)
