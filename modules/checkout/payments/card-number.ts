import { checkoutErrors } from '#modules/checkout/errors.ts'
import { passesLuhn } from './luhn.shared.ts'

// Visa, Mastercard, American Express, Discover and Maestro, Diners: prefixes with their number lengths.
const brandPattern =
  /^(4(\d{12}|\d{15}|\d{18})|(5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3[068]\d{12}|6\d{15,18})$/

// Groups of digits with single separators; an adjacent letter or @ makes them part of a word or an address.
const digitRuns = /(?<![\p{L}\d@])\d+(?:[ .-]\d+)*(?![\p{L}\d@])/gu

/** Whether consecutive groups of a run form a card number: '123 4111 1111 1111 1111' contains one. */
function containsCard(run: string): boolean {
  const groups = run.split(/\D/)
  return groups.some((_, first) => {
    let digits = ''
    for (const group of groups.slice(first, first + 19)) {
      digits += group
      if (digits.length > 19) return false
      if (brandPattern.test(digits) && passesLuhn(digits)) return true
    }
    return false
  })
}

const containsCardNumber = (text: string): boolean => (text.match(digitRuns) ?? []).some(containsCard)

/**
 * Throws cardNumber if any text, number or field name in the value is a card number: it must never reach rows or logs.
 */
export function refuseCardNumbers(value: unknown): void {
  // A list instead of recursion: clients may nest deeper than the stack.
  const pending = [value]
  while (pending.length > 0) {
    const part = pending.pop()
    if (typeof part === 'string' || typeof part === 'number') {
      if (containsCardNumber(String(part))) throw checkoutErrors.cardNumber()
    } else if (part !== null && typeof part === 'object') {
      for (const [name, inner] of Object.entries(part)) pending.push(name, inner)
    }
  }
}
