import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayedLastName, lastNameOf } from './last-name.shared.ts'
import { lastNamePattern, nameFault, nameOrBlank, namePattern } from './person-name.shared.ts'

test.each([
  'María José',
  'O’Brien-Núñez',
  "D'Angelo",
  'D´Angelo',
  'Nguyễn Thị Ánh',
  '田中 さくら',
  'Martin Luther King, Jr.',
  'Robert "Bob"',
  'Anne (Annie)',
  'John 3rd',
  'Henry VIII',
  'A12 Smith',
  'J',
  'Null',
  'True',
  'Mª José',
  'N!xau',
  '',
])("accepts %j as a person's name", (name) => {
  expect(nameFault(name)).toBeNull()
})

test.each([
  ['#REF!', 'noName'],
  ['#N/A', 'noName'],
  ['#DIV/0!', 'noName'],
  ['#NAME?', 'noName'],
  ['#VALUE!', 'noName'],
  ['12345 !!!', 'noName'],
  ['12345', 'noName'],
  ['12345 Ana', 'noName'],
  ['...', 'noName'],
  ['-', 'noName'],
  ['=A1+B2', 'noName'],
  ['Ana 😀', 'noName'],
  ['Ana *', 'noName'],
  ['{first_name}', 'noName'],
  ['John_Smith', 'noName'],
  ['www.evil', 'nameOnly'],
  ['Ana evil.example', 'nameOnly'],
  ['Mаria', 'plainName'],
  ['Ana\ud83d', 'plainName'],
] as const)('refuses %j: %s', (name, fault) => {
  expect(nameFault(name)).toBe(fault)
  expect(nameOrBlank(name)).toBe('')
})

test('the pattern of a name field rejects invalid names and accepts every valid one', () => {
  const matchesPattern = (pattern: string, name: string) => new RegExp(`^(?:${pattern})$`, 'v').test(name)
  for (const name of ['#REF!', '12345 !!!', '...', '=A1+B2', 'Ana *', '{first_name}', 'John_Smith', 'a@b'])
    expect([matchesPattern(namePattern, name), matchesPattern(lastNamePattern, name)], name).toEqual([false, false])
  expect(['-', '–', '—'].map((dash) => matchesPattern(lastNamePattern, dash))).toEqual([true, true, true])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (name) => {
      if (name.trim() !== '' && nameFault(name) === null) expect(matchesPattern(namePattern, name), name).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a single dash means no last name, and is displayed again', () => {
  expect(['-', '–', '—', 'Lee-Ann', '--', ''].map(lastNameOf)).toEqual(['', '', '', 'Lee-Ann', '--', ''])
  expect(displayedLastName({ first_name: 'Sukarno', last_name: '' })).toBe('-')
  expect(displayedLastName({ first_name: 'Ana', last_name: 'Lee' })).toBe('Lee')
  expect(displayedLastName({ first_name: '', last_name: '' })).toBe('')
})
