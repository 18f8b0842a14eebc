import type { z } from 'zod'
import { phoneInput, phoneRowOf } from '#modules/identity/profile/form/phone-rows.shared.ts'
import type { saveAboutYou } from '#modules/identity/profile/save-about-you.ts'
import type { Locale } from '#platform/texts.ts'
import { sentDay } from '#platform/typed-day.ts'

type Input = z.input<(typeof saveAboutYou)['takes']>
type Values = Readonly<Record<string, string>>

/** Converts the posted About You form to the call's input; the date is typed in the language's order. */
export function aboutInput(values: Values, locale: Locale): Input {
  const { firstName = '', middleName = '', lastName = '', dob = '', gender, state = '' } = values
  const { address1 = '', address2 = '', city = '', zip = '', lk_suffix_id } = values
  const { numbers, removed: numbersToDelete } = phoneInput(values)
  return {
    firstName,
    middleName,
    lastName,
    lk_suffix_id: lk_suffix_id ? Number(lk_suffix_id) : null,
    dob: sentDay(dob, locale),
    gender: gender as Input['gender'],
    address1,
    address2,
    city,
    state: state ? Number(state) : null,
    zip,
    numbers,
    numbersToDelete,
  }
}

/** The form field of a call's issue. */
export function aboutField(path: string, values: Values): string {
  const place = phoneRowOf(values, Number(/^numbers\.(\d+)\./.exec(path)?.[1]))
  return place === undefined ? path : `phone_number_${place}`
}
