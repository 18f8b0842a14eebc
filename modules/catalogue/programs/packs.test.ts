import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Pack } from './pack.schema.ts'
import { listPacks } from './packs.ts'
import { programs } from './programs.shared.ts'
import { valueInWords } from './rule-words.ts'
import { kindOf, type RuleKey, ruleKeys } from './rules.shared.ts'

const folder = new URL('packs/', import.meta.url)
const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
const texts = await Promise.all(files.map((id) => readFile(new URL(`${id}.json`, folder), 'utf8')))
const values = listPacks().flatMap((pack) =>
  Object.entries(pack.values).flatMap(([key, list]) => list.map((value) => ({ pack, key: key as RuleKey, value }))),
)

test('every file of the folder is a listed pack, with its own id and a name in both languages', () => {
  expect(files.length).toBeGreaterThanOrEqual(26)
  expect(
    listPacks()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(files.toSorted())
  expect(Object.keys(programs).toSorted()).toEqual(files.toSorted())
})

test('every effective value has a citation, an address and the day it was read', () => {
  const counted = values.filter(({ value }) => value.mark !== '?')
  expect(counted.length).toBeGreaterThan(300)
  for (const { pack, key, value } of counted) {
    const source = `${pack.id} ${key}`
    expect([source, value.citation]).toEqual([source, expect.stringMatching(/\S/)])
    expect([source, value.url]).toEqual([source, expect.stringMatching(/^https?:\/\/[^/]+\.[a-z]/)])
    expect([source, value.checked]).toEqual([source, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)])
  }
})

test('a claim without a public source never takes effect', () => {
  const claims = values.filter(({ value }) => value.mark === '?')
  expect(claims.map(({ pack, key }) => `${pack.id} ${key}`)).toContain(
    'tx-driving-safety identity.answer_window_seconds',
  )
  for (const { value } of claims) expect([value.citation, value.url]).toEqual([null, null])
})

test('every value compared with courses has a label in both languages', () => {
  const comparable = values.filter(({ value }) => value.value !== undefined)
  expect(comparable.length).toBeGreaterThan(100)
  for (const { key, value } of comparable) {
    for (const locale of ['en-us', 'es-es'] as const) {
      expect(valueInWords(locale, key, value.value)).toMatch(/^[^{}]*[\p{L}\d][^{}]*$/u)
      expect(valueInWords(locale, key, value.value)).not.toContain('undefined')
    }
  }
  expect(valueInWords('en-us', 'course.minimum_minutes', { min: 240 })).toBe('at least 240 minutes')
  expect(valueInWords('es-es', 'eligibility.age', { min: 18 })).toBe('18 años o más')
})

test('each kind of value is used by a rule', () => {
  const kinds = new Set(ruleKeys.flatMap((key) => kindOf(key)?.kind ?? []))
  expect([...kinds].toSorted()).toEqual(['age', 'duties', 'flag', 'lapse', 'lockout', 'number', 'one', 'range', 'set'])
})

type Loose = { values: Record<string, Record<string, unknown>[]> } & Record<string, unknown>
const accepted = (change: (pack: Loose) => unknown) => {
  const pack = JSON.parse(texts[files.indexOf('fl-bdi')]!) as Loose
  change(pack)
  return Pack.safeParse(pack).success
}
const minutes =
  (part: Record<string, unknown>) =>
  ({ values }: Loose) =>
    Object.assign(values['course.minimum_minutes']![0]!, part)

test.each<[what: string, change: (pack: Loose) => unknown]>([
  ['a value of another kind', minutes({ value: '240' })],
  ['an upper bound below the lower one', minutes({ value: { min: 240, max: 239 } })],
  [
    'a value for a rule that people read',
    ({ values }) => Object.assign(values['certificate.issuer']![0]!, { value: 1 }),
  ],
  ['no citation', minutes({ citation: null })],
  ['no address', minutes({ url: null })],
  ['no day', minutes({ checked: undefined })],
  ['a script for an address', minutes({ url: 'javascript:alert(1)' })],
  ['an unknown rule', ({ values }) => Object.assign(values, { 'course.color': values['course.minimum_minutes'] })],
  ['an end before its beginning', minutes({ valid_from: '2026-02-01', valid_to: '2026-01-31' })],
  ['a day that is not in the calendar', minutes({ valid_from: '2026-02-30' })],
  [
    'numbers that are bought where no agency sells them',
    ({ values }) => Object.assign(values['certificate.number_source']![0]!, { value: 'stock' }),
  ],
  ['another format', (pack) => Object.assign(pack, { format: 'rule-pack/2' })],
])('refuses a pack with %s', (_, change) => {
  expect(accepted(() => {})).toBe(true)
  expect(accepted(change)).toBe(false)
})

test('a rule on which sources disagree names at least two claims, each with its source', () => {
  const disputed = values.filter(({ value }) => value.claims)
  expect(disputed.map(({ pack, key }) => `${pack.id} ${key}`).toSorted()).toEqual([
    'fl-bdi course.time_limit_days',
    'fl-bdi eligibility.lifetime_limit',
    'fl-dets course.minimum_minutes',
    'mi-bdic course.minimum_minutes',
    'ny-pirp program.end',
    'ny-pirp report.deadline',
    'oh-adult-4h eligibility.age',
    'pa-mature course.minimum_minutes',
    'va-dic eligibility.age',
  ])
  for (const { value } of disputed) {
    expect(new Set(value.claims!.map(({ text }) => text)).size).toBeGreaterThan(1)
    expect(new Set(value.claims!.map(({ source }) => source)).size).toBe(value.claims!.length)
  }
  const [claim] = disputed[0]!.value.claims!
  expect(accepted((pack) => Object.assign(pack.values['course.minimum_minutes']![0]!, { claims: [claim] }))).toBe(false)
  // A disagreement has its own place, so that a page can show both sides.
  const notes = values.map(({ value }) => `${value.text} ${value.note ?? ''}`)
  expect(notes.filter((note) => /conflict/i.test(note))).toEqual([])
})
