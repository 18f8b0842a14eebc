import { expect, test } from 'vitest'
import { formatWhole, showsDay } from './number-format.ts'

test.each([
  ['00000', 4101, '04101'],
  ['00000', 123456, '123456'],
  ['00000-0000', 21341234, '02134-1234'],
  ['[<=9999999]###-####;(###) ###-####', 2075550103, '(207) 555-0103'],
  ['[<=9999999]###-####;(###) ###-####', 5550103, '555-0103'],
  ['[>=1000]0;00000', 7, '00007'],
  ['0', 0, '0'],
  ['#', 0, '0'],
  ['"No. "000', 7, 'No. 007'],
  ['\\#000', 7, '#007'],
  ['[Red]000_)', 7, '007'],
])('%s shows %d as %s', (code, number, text) => {
  expect(formatWhole(code, number)).toBe(text)
})

test('leaves other formats, invalid numbers and overlong formats unchanged', () => {
  for (const code of ['General', '#,##0', '0.00', '0%', '@', 'mm/dd/yyyy', '', '"x"', `${'0'.repeat(256)}`])
    expect(formatWhole(code, 4101)).toBeNull()
  for (const number of [-1, 1.5, 1e21]) expect(formatWhole('00000', number)).toBeNull()
})

test('a format is a date format by its letters, not by its literal text or colors', () => {
  for (const code of ['mm/dd/yyyy', 'd', '[$-409]d-mmm-yy']) expect(showsDay(code)).toBe(true)
  for (const code of ['"day" 0', '[Red]0', '\\d0', '00000', `d${'['.repeat(50_000)}`])
    expect(showsDay(code)).toBe(false)
})
