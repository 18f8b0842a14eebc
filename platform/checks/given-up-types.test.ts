import { expect, test } from 'vitest'
import { checkGivenUpTypes } from './given-up-types.ts'

const source = (text: string) => [{ path: 'web/a.ts', text, imports: [] }]

test('refuses an unlisted type assertion, and a count that is too high', () => {
  expect(checkGivenUpTypes(source('send(body as never)'), {})).toHaveLength(1)
  expect(checkGivenUpTypes(source('const a = b as unknown as { c: 1 }'), { 'web/a.ts': 1 })).toEqual([])
  expect(checkGivenUpTypes(source('const a = b'), { 'web/a.ts': 1 })).toHaveLength(1)
})

test('ignores comments', () => {
  expect(checkGivenUpTypes(source('/** as never before */\n// as never before\nconst a = 1'), {})).toEqual([])
})
