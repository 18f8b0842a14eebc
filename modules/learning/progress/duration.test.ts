import { expect, test } from 'vitest'
import { showMinutes } from './duration.shared.ts'

test.each([
  [-5, '0 min'],
  [59, '0 min'],
  [2_700, '45 min'],
  [3_600, '1 h'],
  [3_900, '1 h 05 min'],
  [7_259, '2 h'],
])('%i seconds are shown as whole minutes: %s', (seconds, text) => {
  expect(showMinutes(seconds)).toBe(text)
})
