import { checkoutErrors } from '../errors.ts'

const candidates = /\d(?:[ -]?\d){12,}/g

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Whether a text holds a card number: 13 to 19 digits, also with blanks or hyphens, that pass the Luhn check. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(candidates) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '')
    return digits.length <= 19 && passesLuhn(digits)
  })

/** Throws cardNumber when any text or number of the value is a card number: it must never reach rows or logs. */
export function refuseCardNumbers(value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (holdsCardNumber(String(value))) throw checkoutErrors.cardNumber()
  } else if (value !== null && typeof value === 'object') {
    for (const [name, part] of Object.entries(value)) {
      refuseCardNumbers(name)
      refuseCardNumbers(part)
    }
  }
}
