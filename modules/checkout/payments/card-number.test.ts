import { expect, test } from 'vitest'
import { refuseCardNumbers } from './card-number.ts'

const refuses = (value: unknown) => {
  try {
    refuseCardNumbers(value)
    return false
  } catch {
    return true
  }
}

test.each([
  ['Visa of 16', '4111111111111111'],
  ['Visa of 13', '4222222222222'],
  ['Visa of 19', '4000000000000000006'],
  ['Mastercard', '5555555555554444'],
  ['Mastercard of the second range', '2223003122003222'],
  ['American Express', '378282246310005'],
  ['Discover', '6011111111111117'],
  ['Maestro of 19', '6304000000000000000'],
  ['Diners', '30569309025904'],
  ['Diners', '38520000023237'],
  ['with blanks', '4111 1111 1111 1111'],
  ['with hyphens', '3782-822463-10005'],
  ['with dots', '4111.1111.1111.1111'],
  ['in a sentence', 'my card is 4111111111111111, valid to 12/39'],
  ['behind a label', 'PAN:4111111111111111'],
  ['before another number', '4111111111111111 12/39 123'],
  ['behind another number', '123 4111 1111 1111 1111'],
])('refuses a card number: %s', (_kind, text) => expect(refuses({ deep: [{ note: text }] })).toBe(true))

test.each([
  ['an e-mail address with the milliseconds of a test', 'ana1795226036931@example.com'],
  ['an e-mail address with sixteen digits', 'ana4111111111111111@example.com'],
  ['digits with a letter behind', '4111111111111111a'],
  ['a wrong check digit', '4111111111111112'],
  ['a Visa of 15 digits', '411111111111116'],
  ['a Mastercard of 15 digits', '555555555555557'],
  ['no prefix of any brand', '1234567812345670'],
  ['a phone number', '(407) 555-0110'],
  ['an invoice of 20 digits', '41111111111111111111'],
  ['an uuid', '4f111111-1111-4111-8111-411111111111'],
])('accepts text that is not a card number: %s', (_kind, text) => expect(refuses({ note: text })).toBe(false))

test('checks numbers and field names, too, and handles deeply nested values', () => {
  expect(refuses({ note: 4111111111111111 })).toBe(true)
  expect(refuses({ '4111111111111111': true })).toBe(true)
  let deep: unknown = '4111111111111111'
  for (let depth = 0; depth < 200_000; depth += 1) deep = [deep]
  expect(refuses(deep)).toBe(true)
})
