import { expect, test } from 'vitest'
import { compareTexts } from './compare.shared.ts'

const signs = { same: ' ', added: '+', removed: '-' }
const brief = (before: string[], after: string[], budget?: { pairs: number }) =>
  compareTexts('a', before, after, budget).lines.map(({ kind, text }) => signs[kind] + text)

test('unchanged lines keep their position among added and removed ones', () => {
  expect(brief(['a', 'b', 'c', 'd'], ['a', 'c', 'x', 'd'])).toEqual([' a', '-b', ' c', '+x', ' d'])
  expect(compareTexts('a', ['b'], ['b']).changed).toBe(false)
})

test('above the comparison limit a part is shown as removed and added', () => {
  const budget = { pairs: 5 }
  expect(brief(['a', 'b'], ['b', 'c'], budget)).toEqual(['-a', ' b', '+c'])
  expect(budget.pairs).toBe(1)
  expect(brief(['a', 'b'], ['b', 'c'], budget)).toEqual(['-a', '-b', '+b', '+c'])
  // Equal lines at the start and end do not count.
  expect(brief(['a', 'b', 'd'], ['a', 'c', 'd'], budget)).toEqual([' a', '-b', '+c', ' d'])
})
