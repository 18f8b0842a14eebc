import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhone, readPhone } from './phone.ts'

test.each([
  '8135550147',
  '(813) 555-0147',
  '+1 (813) 555-0147',
  '+18135550147',
  '1-813-555-0147',
  '001 813 555 0147',
  '813.555.0147',
  '813 · 555 · 0147',
  // Hyphens and dashes that programs substitute for the plain one, and the minus sign.
  '813\u2010555\u20110147',
  '813\u2013555\u20140147',
  '813\u2212555\u22120147',
  // Direction marks and an invisible space, as copied from contacts and chats.
  '\u202a+1 (813) 555-0147\u202c',
  '\u200e813\u00a0555\u202f0147\ufeff',
  '８１３-５５５-０１４７',
  'tel:+1-813-555-0147',
])('%j is parsed as 8135550147', (text) => expect(readPhone(text)).toEqual({ digits: '8135550147', problem: null }))

test.each([
  ['+44 20 7946 0958', 'foreign'],
  ['+52 55 1234 5678', 'foreign'],
  ['+4420794609', 'foreign'],
  ['0044 20 7946 0958', 'foreign'],
  ['011 52 55 1234 5678', 'foreign'],
  ['1813555014', 'wrong'],
  ['+1 813 555 014', 'wrong'],
  ['+1 (813) 555-01478', 'wrong'],
  ['813-555-0147 ext. 12', 'wrong'],
  ['555-0147', 'wrong'],
  ['٨١٣٥٥٥٠١٤٧', 'wrong'],
  ['', 'wrong'],
] as const)('%j is refused as %s', (input, problem) => expect(readPhone(input)).toEqual({ digits: null, problem }))

test.each([
  ['5', '(5'],
  ['5551', '(555) 1'],
  ['5551234', '(555) 123-4'],
  ['5551234567', '(555) 123-4567'],
  ['+1 555.123.4567', '(555) 123-4567'],
  ['+1', '+1'],
  ['+18', '(8'],
  ['+44 20', '+44 20'],
  ['555-123-4567 ext 8', '555-123-4567 ext 8'],
  ['55512345678', '(555) 123-45678'],
  ['', ''],
])('a phone number typed as %j is shown as %j', (input, text) => expect(maskPhone(input)).toBe(text))

test('the masked text is the same number, or refused as before', () => {
  const input = fc.string({ unit: fc.constantFrom(...'0123456789+-. ()x'), maxLength: 24 })
  fc.assert(
    fc.property(input, (text) => {
      expect(readPhone(maskPhone(text)).digits).toBe(readPhone(text).digits)
    }),
  )
})
