import { expect, it } from 'vitest'
import { checkCycles } from './checks/cycles.ts'
import { checkDependencies } from './checks/dependencies.ts'
import { checkFaces, checkFloors, checkNames } from './checks/floors.ts'
import { checkScope, countUnscopedUses } from './checks/scope.ts'
import type { Source } from './checks/source.ts'
import { checkSql } from './checks/sql.ts'
import type { Manifest } from './module.ts'

const manifest = (name: Manifest['name'], uses: Manifest['uses'] = []): Manifest => ({
  name,
  uses,
  folders: [],
  operations: [],
})
const source = (path: string, targets: string[], text = ''): Source => ({
  path,
  text,
  imports: targets.map((target) => ({ specifier: `#${target}`, target, typeOnly: false, names: [] })),
})

it('refuses imports of a higher floor', () => {
  const problems = checkFloors([source('platform/a.ts', ['modules/identity/index.ts'])], [])
  expect(problems).toEqual([expect.stringContaining('may not look up')])
})

it('refuses a relative import of a parent folder', () => {
  const pageImporting = (specifier: string): Source => ({
    ...source('web/pages/a.ts', []),
    imports: [{ specifier, target: 'web/b.ts', typeOnly: false, names: [] }],
  })
  expect(checkNames([pageImporting('../b.ts')])).toEqual([expect.stringContaining('write #web/b.ts')])
  expect(checkNames([pageImporting('#web/b.ts'), pageImporting('./b.ts')])).toEqual([])
})

it('refuses a fixture outside tests, wherever it is', () => {
  const uses = (from: string, to: string) => checkFloors([source(from, [to])], [])
  expect(uses('platform/a.ts', 'platform/b.fixture.ts')).toHaveLength(1)
  expect(uses('web/a.ts', 'tests/fixtures/learning/b.ts')).toHaveLength(1)
  expect(uses('web/a.test.ts', 'tests/fixtures/learning/b.ts')).toEqual([])
})

it('refuses a module not named in uses, and anything but a face', () => {
  const manifests = [manifest('identity'), manifest('learning', ['identity'])]
  const problems = checkFloors(
    [
      source('modules/identity/a.ts', ['modules/learning/index.ts']),
      source('modules/learning/b.ts', ['modules/identity/people/person.sql.ts', 'modules/identity/index.ts']),
    ],
    manifests,
  )
  expect(problems).toHaveLength(2)
})

it("refuses imports past a submodule's index.ts, from below it, and of what is not below it", () => {
  const [payments, manifests] = ['modules/checkout/payments', [manifest('checkout')]]
  const uses = (from: string, to: string) => checkFloors([source(from, [to])], manifests)
  expect(uses('modules/checkout/keys/a.ts', `${payments}/book-payment.ts`)).toHaveLength(1)
  expect(uses('modules/checkout/orders/a.ts', `${payments}/index.ts`)).toHaveLength(1)
  expect(uses(`${payments}/refunds/a.ts`, 'modules/checkout/keys/key.sql.ts')).toHaveLength(1)
  expect(uses('modules/checkout/keys/a.ts', `${payments}/index.ts`)).toEqual([])
  expect(uses(`${payments}/refunds/a.ts`, 'modules/checkout/orders/order.sql.ts')).toEqual([])
  expect(uses('modules/checkout/module.ts', `${payments}/refunds/void-payment.ts`)).toEqual([])
})

it('finds a cycle of values and one of types', () => {
  const round = [source('a.ts', ['b.ts']), source('b.ts', ['a.ts'])]
  expect(checkCycles(round)).toHaveLength(1)
  const types = [
    source('a.ts', ['b.ts']),
    { ...source('b.ts', []), imports: [{ specifier: '#a.ts', target: 'a.ts', typeOnly: true, names: [] }] },
  ]
  expect(checkCycles(types)).toHaveLength(1)
})

it("refuses SQL on another module's tables", () => {
  const text = 'sql`insert into checkout.payment (a) select 1 from identity.person join identity.v_person using (x)`'
  const problems = checkSql([source('modules/learning/x.ts', [], text)])
  expect(problems).toEqual([
    expect.stringContaining('writes checkout.payment'),
    expect.stringContaining('reads identity.person'),
  ])
})

it('refuses an operation that opens the database or sets its scope, but not the composition root', () => {
  const problems = checkScope([
    source('modules/learning/a.ts', ['platform/db/database.ts'], 'ctx.sql.within([1])`select 1`'),
    source('jobs/learning/b.job.ts', ['platform/open-ctx.ts']),
    source('modules/learning/c.ts', [], "import postgres from 'postgres'"),
    source('web/services.ts', ['platform/db/database.ts']),
  ])
  expect(problems).toEqual([
    expect.stringContaining('a.ts imports'),
    expect.stringContaining('sets a scope'),
    expect.stringContaining('b.job.ts imports'),
    expect.stringContaining('opens a database'),
  ])
})

it('counts every unscoped read, in either notation', () => {
  const text = 'await ctx.unscoped.sql`..`; const { sql, unscoped } = ctx; ({ unscoped: { sql } }) => unscoped.sql'
  expect(
    countUnscopedUses([source('modules/a.ts', [], text), source('modules/b.ts', [], '// unscoped the site')]),
  ).toEqual({
    'modules/a.ts': 3,
  })
})

it('names dependencies without a written reason', () => {
  const manifest = JSON.stringify({
    dependencies: { hono: '1', '@hono/node-server': '1', '@tiptap/core': '1', saxes: '1' },
  })
  const page = '| hono, zod | routes |\n| @tiptap/* | the editor |\n| sqids | ids |'
  expect(checkDependencies(manifest, page).map((line) => line.split(' ')[0])).toEqual(['@hono/node-server', 'saxes'])
})

it('allows higher floors to import operations, lists, facts, ports and entries of a module', () => {
  const rights = source('modules/identity/rights.ts', [], 'export const isStaff = () => true')
  const declaredSources = [
    source('modules/identity/log-in.ts', [], "export const logIn = operation({ call: 'POST /user/login' })"),
    source('modules/identity/people.grid.ts', [], 'export const people = defineGrid({})'),
    source('modules/identity/facts.ts', [], "export const welcomeOwed = defineFact<Owed>('identity.welcome_owed')"),
    source('modules/identity/shops.ts', [], "export const shops = port<Shops>('identity.shops')"),
    source('modules/identity/entry.ts', []),
  ]
  const manifests = [manifest('identity'), manifest('learning', ['identity'])]
  const invalidValues = (from: string) =>
    checkFloors(
      [
        rights,
        ...declaredSources,
        source(
          from,
          [rights, ...declaredSources].map(({ path }) => path),
        ),
      ],
      manifests,
    )
  for (const from of ['web/a.ts', 'jobs/identity/a.ts'])
    expect(invalidValues(from)).toEqual([expect.stringContaining('rights.ts: it declares nothing')])
  expect(invalidValues('modules/learning/a.ts')).toHaveLength(6)
})

it("refuses a face's name that no other module uses, and a declaration in an entry", () => {
  const uses = (path: string, target: string, ...names: string[]): Source => ({
    path,
    text: '',
    imports: [{ specifier: `#${target}`, target, typeOnly: false, names }],
  })
  const face = source(
    'modules/identity/index.ts',
    [],
    "export { hold, type Person, renamed as used } from './a.ts'\nexport type { Right } from './b.ts'",
  )
  const sources = [
    face,
    uses('modules/learning/a.ts', face.path, 'Person', 'used'),
    uses('modules/learning/a.test.ts', face.path, 'Right'),
    uses('web/a.ts', face.path, 'hold'),
    source('modules/identity/log-in.ts', [], "export const logIn = operation({ call: 'POST /user/login' })"),
    source('modules/identity/entry.ts', ['modules/identity/log-in.ts', 'modules/identity/rights.ts']),
  ]
  expect(checkFaces(sources)).toEqual([
    expect.stringContaining('exports hold'),
    expect.stringContaining('exports Right'),
    expect.stringContaining('log-in.ts, which is public'),
  ])
})
