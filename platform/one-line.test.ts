import { expect, test } from 'vitest'
import { asOneLine, isOneLine } from './one-line.shared.ts'

test.each(['\n', '\r', '\0', '\t', '\u0085', '\u007f', '\u2028', '\u2029'])('a text with %j is not one line', (end) => {
  expect(isOneLine(`Your${end}course`)).toBe(false)
  expect(asOneLine(`Your${end}course`)).toBe('Your course')
})

test.each(['', 'Su certificado está listo', 'a b', '运费 🚗', '\u2027\u202a'])('%j is one line', (text) => {
  expect(isOneLine(text)).toBe(true)
  expect(asOneLine(text)).toBe(text)
})
