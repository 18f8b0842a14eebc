import fc, { type Arbitrary } from 'fast-check'
import type { AnyOperation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  format?: string
}

/** An operation's input as JSON Schema, without what zod can't express in it (transforms, refinements). */
export const inputSchema = (operation: AnyOperation): JsonSchema =>
  z.toJSONSchema(operation.takes, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Values that have broken programs before, sent in addition to every well-formed one. */
const hostile = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  '\ud83d',
  'a\ude00b',
  '%',
  '_',
  "'; drop table x --",
  '<script>',
  '../../etc/passwd',
  '𝒳'.repeat(50),
  'a'.repeat(5000),
  -1,
  0,
  1.5,
  2_147_483_648,
  2 ** 53,
  1e308,
  true,
  [],
  {},
  [[]],
  { $: 'date' },
  '__proto__',
  '2026-02-30',
  '02/30/2026',
  'NaN',
  '1e9',
  'contains:',
  'gte:',
  '-created_at,-',
  '{"a":1}',
)

/** Inputs of a schema: mostly well-formed, with missing, wrong, unknown and hostile parts among them. */
export function arbitraryOf(schema: JsonSchema): Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: wellFormed(schema) }, { weight: 1, arbitrary: hostile })
}

function wellFormed(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  const [type] = [schema.type ?? 'any'].flat()
  if (type === 'object') return objectOf(schema)
  if (type === 'array')
    return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
  if (type === 'integer' || type === 'number') return fc.integer({ min: Math.max(schema.minimum ?? 1, -10), max: 1500 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'string') return fc.oneof(fc.string({ maxLength: 40 }), fc.string({ maxLength: 20, unit: 'grapheme' }))
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }) as Arbitrary<unknown>,
    fc.integer({ min: 1, max: 1500 }),
    fc.string({ maxLength: 20 }),
  )
}

function objectOf({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]))
  const fieldRecords = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  const more = fc.record({ stray_field: fc.option(hostile, { freq: 8, nil: undefined }) }, { requiredKeys: [] })
  return fc.tuple(fieldRecords, more).map(([values, stray]) => JSON.parse(JSON.stringify({ ...values, ...stray })))
}
