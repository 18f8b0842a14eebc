import { expect, test } from 'vitest'
import { fieldDay, maskDate, maskPhone, parseShownDate, phoneDigits, showDate } from './masks.ts'

test.each([
  ['5', '(5'],
  ['5551', '(555) 1'],
  ['5551234', '(555) 123-4'],
  ['5551234567', '(555) 123-4567'],
  ['+1 555.123.4567', '(555) 123-4567'],
  ['55512345678888', '(555) 123-4567'],
  ['', ''],
])('a phone number typed as %s reads %s', (typed, shown) => expect(maskPhone(typed)).toBe(shown))

test('a phone number is ten digits, with or without the country code', () => {
  expect(phoneDigits('(555) 123-4567')).toBe('5551234567')
  expect(phoneDigits('1-555-123-4567')).toBe('5551234567')
  expect(phoneDigits('555-1234')).toBeNull()
})

test.each([
  ['0', '0'],
  ['0704', '07/04'],
  ['07042', '07/04/2'],
  ['07042026', '07/04/2026'],
  ['7/4/2026', '07/04/2026'],
  ['07/', '07/'],
  ['07/04/', '07/04/'],
  ['7/', '07/'],
])('a date typed as %s reads %s', (typed, shown) => expect(maskDate(typed)).toBe(shown))

test('a date is read in the order of the language', () => {
  expect(parseShownDate('07/04/2026', 'en-us')).toBe('2026-07-04')
  expect(parseShownDate('07/04/2026', 'es-es')).toBe('2026-04-07')
  expect(showDate('2026-07-04', 'en-us')).toBe('07/04/2026')
  expect(showDate('2026-07-04', 'es-es')).toBe('04/07/2026')
})

test('a day that does not exist is no date', () => {
  expect(parseShownDate('02/30/2026', 'en-us')).toBeNull()
  expect(parseShownDate('13/01/2026', 'en-us')).toBeNull()
  expect(parseShownDate('7/4/26', 'en-us')).toBeNull()
})

test('an instant is shown by its UTC day', () => {
  // One second before midnight in the zone, and midnight.
  expect(showDate(new Date('2026-07-04T23:59:59-04:00'), 'en-us', 'America/New_York')).toBe('07/04/2026')
  expect(showDate('2026-07-05T04:00:00.000Z', 'es-es', 'America/New_York')).toBe('05/07/2026')
  expect(showDate('2026-07-05T04:00:00.000Z', 'en-us', 'America/Chicago')).toBe('07/04/2026')
  expect(showDate(null, 'en-us')).toBe('')
})

test.each([
  ['02/28/2026', '2026-02-28'],
  ['2026-02-28', '2026-02-28'],
  ['13/13/2026', ''],
  ['02/30/2026', ''],
  ['2026-02-30', ''],
  ['soon', ''],
  ['', ''],
])('a date field shows %o as %o', (text, shown) => expect(fieldDay(text)).toBe(shown))
