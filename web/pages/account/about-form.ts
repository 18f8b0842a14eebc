import type { z } from 'zod'
import type { saveAboutYou } from '../../../modules/identity/index.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { Locale } from '../../../platform/texts.ts'
import { parseShownDate, showDate } from '../../../platform/ui/masks.ts'

type Input = z.input<(typeof saveAboutYou)['takes']>
type Values = Readonly<Record<string, string>>

/** How many phone rows the form shows at most: those that exist, and one more. */
export const mostPhones = 6

/** The posted About You form as the call takes it; the date is typed in the order of the language. */
export function aboutInput(values: Values, locale: Locale): Input {
  const { firstName = '', middleName = '', lastName = '', dob = '', gender, state = '' } = values
  const { address1 = '', address2 = '', city = '', zip = '', lk_suffix_id } = values
  const rows = phoneRows(values)
  return {
    firstName,
    middleName,
    lastName,
    lk_suffix_id: lk_suffix_id ? Number(lk_suffix_id) : null,
    dob: showDate(parseShownDate(dob, locale), 'en-us'),
    gender: gender as Input['gender'],
    address1,
    address2,
    city,
    state: state ? Number(state) : null,
    zip,
    numbers: rows.filter(isKept).map(({ removed, ...row }) => row),
    numbersToDelete: rows.flatMap(({ removed, phone_id }) => (removed && phone_id ? [phone_id] : [])),
  }
}

/** A refusal whose issues name the n-th sent number, with the fields of the form instead. */
export function atPhoneFields(error: unknown, values: Values): unknown {
  if (!(error instanceof Refusal)) return error
  const places = phoneRows(values).flatMap((row, n) => (isKept(row) ? [n] : []))
  const issues = error.issues.map(({ path, message }) => {
    const place = places[Number(/^numbers\.(\d+)\./.exec(path)?.[1])]
    return place === undefined ? { path, message } : { path: `phone_number_${place}`, message }
  })
  return new Refusal(error.kind, error.params, error.answer, issues)
}

type PhoneFields = ReturnType<typeof phoneRow>
const isKept = ({ removed, phone_number }: PhoneFields) => !removed && phone_number !== ''
const phoneRows = (values: Values) => Array.from({ length: mostPhones }, (_, n) => phoneRow(values, n))

function phoneRow(values: Values, n: number) {
  const phone_id = Number(values[`phone_id_${n}`]) || null
  const phone_number = values[`phone_number_${n}`] ?? ''
  // An existing number that was emptied is one to remove.
  const removed = values[`phone_remove_${n}`] === '1' || (phone_id !== null && phone_number === '')
  return { phone_id, phone_number, lk_phone_number_type_id: Number(values[`phone_type_${n}`]) || 1, removed }
}
