/** The maximum number of phone numbers per person. */
export const maxPhones = 10

type Values = Readonly<Record<string, string>>

/** Phone numbers in the posted form: `phone_id_0`, `phone_number_0`, `phone_type_0`, `phone_remove_0` and so on. */
export function phoneInput(values: Values) {
  const rows = phoneRows(values)
  return {
    numbers: rows.filter(isKept).map(({ removed, ...row }) => row),
    removed: rows.flatMap(({ removed, phone_id }) => (removed && phone_id ? [phone_id] : [])),
  }
}

/** The form row of the n-th sent number; blank and removed rows are not sent. */
export const phoneRowOf = (values: Values, n: number): number | undefined =>
  phoneRows(values).flatMap((row, index) => (isKept(row) ? [index] : []))[n]

type PhoneRow = ReturnType<typeof phoneRow>
const isKept = ({ removed, phone_number }: PhoneRow) => !removed && phone_number !== ''
const phoneRows = (values: Values) => Array.from({ length: maxPhones }, (_, n) => phoneRow(values, n))

function phoneRow(values: Values, n: number) {
  const phone_id = Number(values[`phone_id_${n}`]) || null
  const phone_number = values[`phone_number_${n}`] ?? ''
  // Emptying an existing number removes it.
  const removed = values[`phone_remove_${n}`] === '1' || (phone_id !== null && phone_number === '')
  return { phone_id, phone_number, lk_phone_number_type_id: Number(values[`phone_type_${n}`]) || 1, removed }
}
