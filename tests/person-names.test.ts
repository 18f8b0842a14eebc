import { expect, test } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import { z } from '#platform/schema.ts'

type Named = { call: string; path: string; schema: z.ZodType }

/** Names that aren't used, that a bank compares, or that were checked before. */
const exempt: ReadonlySet<string> = new Set([
  'POST /user/googleLogin first_name',
  'POST /user/googleLogin last_name',
  'POST /user/facebookLogin first_name',
  'POST /user/facebookLogin last_name',
  'POST /payment/authorizePayPal first_name',
  'POST /payment/authorizePayPal last_name',
  'POST /student/uploadStudents students.first_name',
  'POST /student/uploadStudents students.middle_name',
  'POST /student/uploadStudents students.last_name',
])
const cardHolder = /^creditCard\./

const isName = /^(first|middle|last)_?name$/i

/** A schema's fields that are people's names, at any depth. */
function namesIn(call: string, schema: z.ZodType, path = ''): Named[] {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> }
  const inner = ['innerType', 'element', 'in', 'out', 'valueType'].map((part) => (def as Record<string, unknown>)[part])
  const options = (def as { options?: unknown[] }).options ?? []
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const fields = Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const fullPath = path ? `${path}.${name}` : name
    return isName.test(name) ? [{ call, path: fullPath, schema: field }] : namesIn(call, field, fullPath)
  })
  const parts = [...inner, ...options].filter((part): part is z.ZodType => part instanceof z.ZodType)
  return [...fields, ...parts.flatMap((part) => namesIn(call, part, path))]
}

const named = manifests
  .flatMap(({ operations }) => operations)
  .filter(({ method }) => method !== 'GET')
  .flatMap(({ call, takes }) => namesIn(call, takes))
  .filter(({ call, path }) => !cardHolder.test(path) && !exempt.has(`${call} ${path}`))

test('forms with names exist', () => {
  expect(named.length).toBeGreaterThan(15)
})

test.each(named)('$call refuses a formula error and a number as $path', ({ schema }) => {
  for (const text of ['#REF!', '#N/A', '12345 !!!', 'www.evil.example'])
    expect(schema.safeParse(text).success, text).toBe(false)
  expect(schema.safeParse('José O’Brien-Núñez').success).toBe(true)
})
