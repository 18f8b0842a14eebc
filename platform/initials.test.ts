import { expect, test } from 'vitest'
import { initialsOf } from './initials.shared.ts'

test('initials are those of the first and last name', () => {
  expect(['Ada Author', 'Ana María de la Cruz', 'Ñandú', ''].map(initialsOf)).toEqual(['AA', 'AC', 'Ñ', ''])
})
