import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern, maxMatchedLength } from './pattern.shared.ts'

test.each([
  '^[A-Za-z0-9-]{5,20}$',
  '^[A-Za-z][0-9]{12}$|^[A-Za-z][0-9]{3}-[0-9]{3}-[0-9]{2}-[0-9]{3}-[0-9]$',
  '^[0-9]{4}$',
  'a*b+c?',
  '(ab|a)(bc|c)?$',
  '^(?:[0-9]{3}-){2}[0-9]{4}$',
  '^(?:ab){2,3}?[^c\\]\\-x-z]\\d\\s\\W$',
  '^$',
  '\\.\\*',
  'a{2}|b{1,}',
])('%s matches like RegExp', (pattern) => {
  const compiled = compilePattern(pattern)!
  const native = new RegExp(pattern)
  const matching = fc.stringMatching(native, { maxLength: 40 })
  const text = fc.string({ unit: fc.constantFrom(...'abcABx-z019 .*]\n'), maxLength: 12 })
  fc.assert(
    fc.property(fc.oneof(text, matching), (candidate) => {
      expect(compiled(candidate)).toBe(native.test(candidate))
    }),
  )
})

test.each([
  '(?=a)',
  '(?<n>a)',
  '\\b',
  '(a)\\1',
  '\\u0061',
  '\\',
  '*a',
  '(a',
  'a)',
  '[a',
  '[z-a]',
  'a{2,1}',
  'x{,3}',
  'a**',
])('refuses %s', (pattern) => expect(compilePattern(pattern)).toBeNull())

test.each([
  '^(a+)+$',
  '^((a+))+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(a?){50}',
  '(.*)*=(.*)*',
  'a*a*a*b',
  'a{1,200}a{1,200}a{1,200}b',
])('refuses %s, which takes engines hours', (pattern) => expect(compilePattern(pattern)).toBeNull())

test('the slowest accepted pattern returns a result', () => {
  expect(compilePattern('a*a*b')!('a'.repeat(maxMatchedLength))).toBe(false)
  expect(compilePattern('a')!('a'.repeat(maxMatchedLength + 1))).toBe(false)
})
