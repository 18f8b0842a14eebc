import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonRefused, parseForeignJson } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const values = (count: number) => `[${Array.from({ length: count - 1 }, () => '0').join()}]`

test('parses like JSON.parse, including brackets and quotation marks in texts', () => {
  fc.assert(fc.property(fc.json(), (text) => void expect(parseForeignJson(text)).toEqual(JSON.parse(text))))
  const text = `[${'"[{\\"\\\\",'.repeat(200)}0]`
  expect(parseForeignJson(text)).toEqual(JSON.parse(text))
  for (const none of ['', '"', '"\\', '[1,', 'no']) expect(() => parseForeignJson(none)).toThrow(SyntaxError)
})

test('refuses depth and number of values above the limit, and accepts both at it', () => {
  const limits = { depth: 5, values: 20 }
  expect(parseForeignJson(nested(5), limits)).toEqual([[[[[]]]]])
  expect(() => parseForeignJson(nested(6), limits)).toThrow(JsonRefused)
  expect(parseForeignJson(values(20), limits)).toHaveLength(19)
  expect(() => parseForeignJson(values(22), limits)).toThrow(JsonRefused)
  expect(() => parseForeignJson('['.repeat(12_000_000))).toThrow(JsonRefused)
  expect(() => parseForeignJson('[],'.repeat(4_000_000))).toThrow(JsonRefused)
})
