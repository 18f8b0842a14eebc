import { expect, test } from 'vitest'
import { fieldDay, maskDate, showDate } from './masks.ts'

test.each([
  ['0', '0'],
  ['0704', '07/04'],
  ['07042', '07/04/2'],
  ['07042026', '07/04/2026'],
  ['7/4/2026', '07/04/2026'],
  ['07/', '07/'],
  ['07/04/', '07/04/'],
  ['7/', '07/'],
  ['2026-07-04', '07/04/2026'],
  ['20260704', '07/04/2026'],
])('a date typed as %s is shown as %s', (input, text) => expect(maskDate(input)).toBe(text))

test.each([
  ['11/02/2026', '11/02/2026'],
  ['1/2/2026', '01/02/2026'],
  ['11-2-2026', '11/02/2026'],
  ['11022026', '11/02/2026'],
])('a date whose keys are %s becomes %s', (keys, text) => {
  expect([...keys].reduce((shown, key) => maskDate(shown + key), '')).toBe(text)
})

test('a day is shown in the order of the language', () => {
  expect(showDate('2026-07-04', 'en-us')).toBe('07/04/2026')
  expect(showDate('2026-07-04', 'es-es')).toBe('04/07/2026')
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
])('a date field shows %o as %o', (text, value) => expect(fieldDay(text)).toBe(value))
