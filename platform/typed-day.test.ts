import { expect, test } from 'vitest'
import { parseTypedDay, sentDay } from './typed-day.ts'

test.each([
  '02/29/2004',
  '2/29/2004',
  '02292004',
  '02-29-2004',
  '02.29.2004',
  '2 29 2004',
  '02\u201129\u20112004',
  '2004-02-29',
  '2004/2/29',
  '20040229',
  ' \u200e02/29/2004\u200f ',
])('%j is February 29, 2004', (text) => expect(parseTypedDay(text, 'en-us')).toBe('2004-02-29'))

test('a day is parsed in the order of the language', () => {
  expect(parseTypedDay('07/04/2026', 'en-us')).toBe('2026-07-04')
  expect(parseTypedDay('07/04/2026', 'es-es')).toBe('2026-04-07')
  expect(parseTypedDay('29022004', 'es-es')).toBe('2004-02-29')
  expect(parseTypedDay('19121990', 'es-es')).toBe('1990-12-19')
})

test.each([
  '02/30/2026',
  '02292003',
  '13/01/2026',
  '7/4/26',
  '070426',
  '1/2',
  '1/2/3/2004',
  '00/00/2004',
  '02/29/0004',
  'soon',
  '',
])('refuses %j as a day', (text) => expect(parseTypedDay(text, 'en-us')).toBeNull())

test('a typed day is sent as MM/DD/YYYY, and an invalid one as typed', () => {
  expect(sentDay('29022004', 'es-es')).toBe('02/29/2004')
  expect(sentDay(' soon ', 'en-us')).toBe('soon')
  expect(sentDay(undefined, 'en-us')).toBe('')
})
