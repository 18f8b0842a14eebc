import { expect, test } from 'vitest'
import { checkConstantNames } from './constant-names.ts'

const declaration = (name: string) => `const ${name} = 5`
const check = (name: string, path = 'web/a.ts') => checkConstantNames([{ path, text: declaration(name) }])

test('refuses a constant in capitals, with or without underscores', () => {
  expect(check('MAX_TRIES')).toEqual(['web/a.ts: name the constant MAX_TRIES in camelCase'])
  expect(check('LIMITS')).toHaveLength(1)
})

test('accepts camelCase, schemas, single letters, and names of environment variables', () => {
  for (const name of ['maxTries', 'SavedItem', 'T']) expect(check(name)).toEqual([])
  expect(check('BASE_URL', 'platform/env.test.ts')).toEqual([])
})
