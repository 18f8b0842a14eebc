import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern } from './pattern.shared.ts'

const patterns = [
  '^[A-Za-z0-9-]{5,20}$',
  '^[A-Za-z][0-9]{12}$|^[A-Za-z][0-9]{3}-[0-9]{3}-[0-9]{2}-[0-9]{3}-[0-9]$',
  '^[0-9]{4}$',
  'a*b+c?',
  '(ab|a)(bc|c)?$',
  '^(?:a|b){2,3}?[^c\\]\\-x-z]\\d\\s\\W$',
  '^$',
  '\\.\\*',
  'a{2}|b{1,}',
  '(a*)*b',
  '[a-',
  'x{,3}',
]

test.each(patterns.filter((pattern) => compilePattern(pattern)))('%s finds what RegExp finds', (pattern) => {
  const mine = compilePattern(pattern)!
  const theirs = new RegExp(pattern)
  const made = fc.stringMatching(theirs, { maxLength: 40 })
  const text = fc.string({ unit: fc.constantFrom(...'abcABx-z019 .*]\n'), maxLength: 12 })
  fc.assert(
    fc.property(fc.oneof(text, made), (candidate) => {
      expect(mine(candidate)).toBe(theirs.test(candidate))
    }),
    { numRuns: 300 },
  )
})

test.each(['(?=a)', '(?<n>a)', '\\b', '(a)\\1', '*a', '(a', 'a)', '[a', '[z-a]', '\\', 'a{2000}', '(a{900}){900}'])(
  '%s cannot be used',
  (pattern) => expect(compilePattern(pattern)).toBeNull(),
)

test('patterns that drive other engines into hours are answered', () => {
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*=(.*)*']) {
    expect(compilePattern(pattern)!(`${'a'.repeat(2_000)}!`)).toBe(false)
  }
})
