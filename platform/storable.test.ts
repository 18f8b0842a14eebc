import { expect, it } from 'vitest'
import type { Ctx } from './ctx.ts'
import { operation } from './operation.ts'
import { anyone } from './permissions.ts'
import { list, optionalText, requiredText, z } from './schema.ts'
import { unstorablePaths } from './storable.ts'

const loneSurrogate = '\ud83d'
let runs = 0
const save = operation({
  call: 'POST /thing/save',
  summary: 'Takes every kind of text',
  may: anyone,
  takes: z.object({
    name: requiredText(['Missing', 'Falta']).optional(),
    note: optionalText(),
    lines: list(z.object({ text: z.string() })).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    anything: z.unknown().optional(),
    repaired: z
      .string()
      .transform((text) => text.toWellFormed())
      .optional(),
  }),
  gives: z.object({}),
  transaction: { own: 'no database' },
  run: async () => {
    runs += 1
    return {}
  },
})
const ctx = { actor: { kind: 'anonymous' }, locale: 'es-es', admit: async () => {}, audit: async () => {} }
const send = (fields: Record<string, unknown>) => save.run(ctx as unknown as Ctx, fields as never)

it.each([
  ['name', { name: `Ana ${loneSurrogate}` }],
  ['name', { name: '\ude00 Ana' }],
  ['note', { note: 'a\0b' }],
  ['lines.1.text', { lines: [{ text: 'ok 😀' }, { text: loneSurrogate }] }],
  ['settings.deep.er', { settings: { deep: { ok: 'x', list: [{}, 1], er: loneSurrogate }, more: null } }],
  ['settings', { settings: { [loneSurrogate]: 1 } }],
  ['anything.0', { anything: [loneSurrogate] }],
])('refuses half a surrogate pair in %s with an issue', async (path, fields) => {
  runs = 0
  const refusal = await send(fields).catch((error) => error)
  expect(refusal).toMatchObject({ kind: { status: 400, code: 'INVALID' }, issues: [{ path }] })
  expect(refusal.issues[0].message).toContain('carácter dañado')
  expect(runs).toBe(0)
})

it('accepts whole characters, and repairs what a schema repairs', async () => {
  runs = 0
  await send({ name: '👩‍👩‍👧 𝒳', note: '', lines: [], settings: { a: 1 }, anything: null, repaired: loneSurrogate })
  expect(runs).toBe(1)
})

it('lists every position in a deep value, in order', () => {
  let deep: unknown = loneSurrogate
  for (let level = 0; level < 50_000; level += 1) deep = [deep]
  expect(unstorablePaths(deep)).toHaveLength(1)
  expect(unstorablePaths({ a: loneSurrogate, b: { c: loneSurrogate }, d: new Date(0), e: new Uint8Array(3) })).toEqual([
    'a',
    'b.c',
  ])
})
