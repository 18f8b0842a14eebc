import { expect, test } from 'vitest'
import { states } from '#platform/states.ts'
import { hasFormat, licenseWarning, listDisputedFormats, usualFormat } from './license-format.ts'
import formats from './license-formats.json' with { type: 'json' }

test('every state and the District of Columbia have a format with its sources', () => {
  const sourceIds = new Set<string>(formats.sources.map(({ id }) => id))
  for (const { state, sources, mark } of formats.states) {
    expect(states.some(({ code }) => code === state)).toBe(true)
    expect(mark).toBe('S')
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.every((id) => sourceIds.has(id))).toBe(true)
  }
  expect(formats.states).toHaveLength(51)
})

test('every format has words in both languages, without a pattern in them', () => {
  for (const { state } of formats.states) {
    for (const locale of ['en-us', 'es-es'] as const)
      expect(usualFormat(locale, state)).toMatch(/^[\p{L}\p{N} ,.]+\.$/u)
  }
})

test.each([
  ['GA', '123456', false],
  ['GA', '1234567', true],
  ['GA', '123456789', true],
  ['GA', '1234567890', false],
  ['FL', 'w316-412-99-140-0', true],
  ['FL', '0316-412-99-140-0', false],
  ['MA', 'SA1234567', true],
  ['WA', 'WDL123456789', true],
  ['WA', 'WDL12345678', false],
  // No format is known for a territory.
  ['PR', '1', true],
  ['', '1', true],
])('a number of %s: %s has a format of its state: %s', (state, number, isKnown) => {
  expect(hasFormat(state, number)).toBe(isKnown)
  expect(licenseWarning('en-us', state, number) === null).toBe(isKnown)
})

test('questions an unusual number and names the usual format', () => {
  expect(licenseWarning('en-us', 'GA', '12')).toContain('Georgia numbers usually have 7 to 9 digits.')
  expect(licenseWarning('es-es', 'GA', '12')).toContain('Los números de Georgia suelen tener de 7 a 9 dígitos.')
  expect(usualFormat('en-us', 'FL')).toBe('Florida numbers usually have 1 letter and 12 digits.')
  expect(usualFormat('en-us', 'ID')).toBe('Idaho numbers usually have 2 letters, 6 digits, and 1 letter or 9 digits.')
  expect(usualFormat('es-es', 'MA')).toBe(
    'Los números de Massachusetts suelen tener 1 letra y 8 dígitos, 9 dígitos o SA y 7 dígitos.',
  )
})

test('the states on which sources disagree are listed with what each source states', () => {
  const disputed = listDisputedFormats('en-us')
  expect(disputed.map(({ state_code }) => state_code)).toEqual(['MA', 'MO', 'MT', 'OR'])
  for (const { sources, note } of disputed) {
    expect(sources.length).toBeGreaterThan(1)
    expect(note).toMatch(/^[A-Z\dNt]/)
    expect(note).not.toContain('CONFLICT')
  }
  expect(
    formats.states
      .filter(({ conflict }) => conflict)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(disputed.map(({ state_code }) => state_code).toSorted())
  // Each side's number is accepted.
  for (const number of ['1234567', 'A123456']) expect(hasFormat('OR', number)).toBe(true)
})
