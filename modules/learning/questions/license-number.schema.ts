import { licenseClassPattern } from '#modules/catalogue/programs/license-classes.shared.ts'
import { wording, z } from '#platform/schema.ts'
import { postalStates } from '#platform/states.ts'
import type { Text } from '#platform/texts.ts'
import { licensePattern, maxLicense } from './license-pattern.shared.ts'

const form: Text = [
  'Enter 5 to 25 letters, digits, spaces, hyphens and asterisks.',
  'Escriba de 5 a 25 letras, números, espacios, guiones y asteriscos.',
]

/**
 * A license number, for all forms. State formats are not checked, because their sources disagree; a number in another
 * format only needs a confirmation (`licenseWarning`).
 */
export const LicenseNumber = z
  .string()
  .trim()
  .toUpperCase()
  .min(5, { error: wording(form) })
  .regex(licensePattern, { error: wording(form) })

/** The two-letter code of the state that issued a license. */
export const LicenseState = z.enum(postalStates.map(({ code }) => code))

const classForm: Text = [
  'Enter the class as the license shows it, such as A, B, C or D.',
  'Escriba la clase como aparece en la licencia, por ejemplo A, B, C o D.',
]

/** The code of a class or endorsement. */
export const LicenseClass = z
  .string()
  .trim()
  .toUpperCase()
  .regex(licenseClassPattern, { error: wording(classForm) })

/** The license number entered again, which confirms a format that is unusual in its state. */
export const ConfirmedLicense = z.string().trim().toUpperCase().max(maxLicense)
