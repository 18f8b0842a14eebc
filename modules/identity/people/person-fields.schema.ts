import { composed } from '#platform/composed.shared.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { id, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import type { Text } from '#platform/texts.ts'
import { isPlainLoginid } from './characters.shared.ts'
import { parseDate } from './dates.shared.ts'
import { lastNameOf } from './last-name.shared.ts'
import { peopleTexts } from './people.texts.ts'
import { nameFault } from './person-name.shared.ts'

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/**
 * All characters that an address may contain without quotation marks, as in `smith&jones@example.com`, and a domain
 * with a dot.
 */
const addressPattern = new RegExp(
  `^${atom}(?:\\.${atom})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$`,
)

export const emailAddress = () =>
  z
    .string({ error: wording(peopleTexts.email) })
    .max(254, { error: wording(peopleTexts.email) })
    .transform((text) => composed(text).trim())
    .pipe(z.email({ pattern: addressPattern, error: wording(peopleTexts.email) }))

const validName = <T extends z.ZodType<string, unknown>>(text: T) =>
  text.superRefine((name, check) => {
    const fault = nameFault(name)
    if (fault) check.addIssue({ code: 'custom', message: wording(peopleTexts[fault]) })
  })

/** A person's name in one field; `missing` is the error for an empty one. */
export const personName = (missing: Text, max = 100) => validName(requiredText(missing, max))
export const firstName = () => personName(peopleTexts.firstName)
/** Required of everyone; a dash alone means that the person has only one name. */
export const lastName = () => validName(requiredText(peopleTexts.lastName, 100).transform(lastNameOf))
/** An optional name. */
export const optionalName = () => validName(optionalText(100))

const plainLoginid = [isPlainLoginid, { error: wording(peopleTexts.plainLoginid) }] as const
/** A newly chosen login id. Existing ones are not checked again. */
export const newLoginid = () => requiredText(peopleTexts.username).refine(...plainLoginid)
export const optionalLoginid = () => optionalText(200).refine(...plainLoginid)

/** An offered language. */
export const languageField = () =>
  id()
    .refine((languageId) => offeredLanguages().some(({ id }) => id === languageId), {
      error: wording(peopleTexts.language),
    })
    .nullish()

/** A date of birth typed as MM/DD/YYYY, from 1900 on; parsed to 'YYYY-MM-DD'. */
export const birthDate = () =>
  z
    .string({ error: wording(peopleTexts.dob) })
    .max(20)
    .transform((text, check) => {
      const iso = parseDate(text)
      if (iso && iso >= '1900-01-01') return iso
      check.addIssue({ code: 'custom', message: wording(peopleTexts.dob) })
      return z.NEVER
    })
    .openapi({ type: 'string', description: 'MM/DD/YYYY or YYYY-MM-DD' })

export const zipCode = () =>
  requiredText(peopleTexts.zip, 10).refine((text) => text === '' || /^\d{5}(-\d{4})?$/.test(text), {
    error: wording(peopleTexts.zipValid),
  })
