import { isPlainLoginid } from '#modules/identity/people/characters.shared.ts'
import { lastNameOf } from '#modules/identity/people/last-name.shared.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { nameFault } from '#modules/identity/people/person-name.shared.ts'
import { CurrentUser } from '#modules/identity/sign-in/current-user.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { id, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import type { Text } from '#platform/texts.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/** Every sign that an address may have without quotation marks, as `smith&jones@example.com`, in a domain with a dot. */
const addressPattern = new RegExp(
  `^${atom}(?:\\.${atom})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$`,
)

export const emailAddress = () =>
  z
    .string({ error: wording(peopleTexts.email) })
    .max(254, { error: wording(peopleTexts.email) })
    .transform((typed) => typed.normalize('NFC').trim())
    .pipe(z.email({ pattern: addressPattern, error: wording(peopleTexts.email) }))

const nameTyped = <T extends z.ZodType<string, unknown>>(text: T) =>
  text.superRefine((name, check) => {
    const fault = nameFault(name)
    if (fault) check.addIssue({ code: 'custom', message: wording(peopleTexts[fault]) })
  })

/** The name of a person in one field; `missing` is what the user reads without it. */
export const personName = (missing: Text, max = 100) => nameTyped(requiredText(missing, max))
export const firstName = () => personName(peopleTexts.firstName)
/** Required of everyone; a dash alone says that the person has one name only. */
export const lastName = () => nameTyped(requiredText(peopleTexts.lastName, 100).transform(lastNameOf))
/** A name that may be left out. */
export const optionalName = () => nameTyped(optionalText(100))

const plainLoginid = [isPlainLoginid, { error: wording(peopleTexts.plainLoginid) }] as const
/** A login id that someone chooses now. Older ones stay, and are not judged again. */
export const newLoginid = () => requiredText(peopleTexts.username).refine(...plainLoginid)
export const optionalLoginid = () => optionalText(200).refine(...plainLoginid)

/** The caller may name a language; the role they name is read and never used: everyone starts as a Student. */
export const languageOf = () =>
  id()
    .refine((chosen) => offeredLanguages().some(({ id }) => id === chosen), { error: wording(peopleTexts.language) })
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
