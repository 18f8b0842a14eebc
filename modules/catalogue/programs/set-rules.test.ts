import { beforeEach, describe, expect, test } from 'vitest'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { openCtx } from '#platform/open-ctx.ts'
import { findProgramRules } from './effective-rules.ts'
import { listEligibilityStatements } from './eligibility-statements.ts'
import { fetchProgram, fetchPrograms } from './fetch-programs.ts'
import { leaveProgramRulesEmpty, setProgramRule, takeBackProgramRule } from './set-rules.ts'

const demo = await openDemo()
const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
  select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
const operator = { ...someone('Admin', 1, ['MANAGE_COURSES:READ', 'MANAGE_COURSES:UPDATE']), user_id }
const organization = { organization_id: 1, code: 'SSD', name: 'Safe', scope: [1, 4], time_zone: 'America/New_York' }
const ctx: Ctx = openCtx(demo.services, {
  actor: operator as ReturnType<typeof someone>,
  organization: { ...organization, runs_product: true },
  locale: 'en-us',
})

const program_id = 'fl-bdi'
const rule = 'exam.passing_percent' as const
const reason = 'Read on form HSMV 72908.'
const valueOn = async (day: string) => (await findProgramRules(ctx, program_id, day))!.valueOf(rule)
const audited = () => demo.db.read<{ action: string }>`
  select action from platform.audit_event where subject = ${`program:${program_id}`} order by 1`

beforeEach(async () => {
  await demo.db.tx((sql) => sql`delete from catalogue.program_rule`)
})

test('an unconfirmed rule stays open until the operator sets it', async () => {
  expect(await valueOn('2026-12-01')).toBeUndefined()
  await setProgramRule.run(ctx, { program_id, rule, value: 80, valid_from: '2026-12-01', reason })
  expect(await valueOn('2026-11-30')).toBeUndefined()
  expect(await valueOn('2026-12-01')).toBe(80)
  expect((await findProgramRules(ctx, program_id, '2026-12-01'))!.open).not.toContain(rule)
  expect((await findProgramRules(ctx, program_id, '2026-11-30'))!.open).toContain(rule)
})

test('the newer of two values applies on shared days, until its last day', async () => {
  await setProgramRule.run(ctx, { program_id, rule, value: 70, valid_from: '2026-01-01', reason })
  await setProgramRule.run(ctx, {
    program_id,
    rule,
    value: 80,
    valid_from: '2026-06-01',
    valid_to: '2026-06-30',
    reason,
  })
  const days = ['2026-05-31', '2026-06-01', '2026-06-30', '2026-07-01']
  expect(await Promise.all(days.map(valueOn))).toEqual([70, 80, 80, 70])
})

test('repeating a value stores and audits it once; another reason is another value', async () => {
  const input = {
    program_id,
    rule: 'course.minimum_minutes' as const,
    value: { min: 300 },
    valid_from: '2026-01-01',
    reason,
  }
  const rows = async () => (await demo.db.read`select from catalogue.program_rule`).length
  await setProgramRule.run(ctx, input)
  const before = (await audited()).length
  await setProgramRule.run(ctx, input)
  expect([await rows(), (await audited()).length]).toEqual([1, before])
  await setProgramRule.run(ctx, { ...input, reason: 'Asked again.' })
  expect([await rows(), (await audited()).length]).toEqual([2, before + 1])
})

test('null states that there is no such rule, and overrides the pack', async () => {
  const today = async () => (await findProgramRules(ctx, program_id, '2027-01-01'))!
  expect((await today()).valueOf('course.minimum_minutes')).toEqual({ min: 240 })
  await setProgramRule.run(ctx, {
    program_id,
    rule: 'course.minimum_minutes',
    value: null,
    valid_from: '2026-01-01',
    reason,
  })
  expect((await today()).valueOf('course.minimum_minutes')).toBeUndefined()
  expect((await today()).open).not.toContain('course.minimum_minutes')
})

test('a value withdrawn twice is withdrawn once, and the pack applies again', async () => {
  await setProgramRule.run(ctx, { program_id, rule: 'course.minimum_minutes', value: { min: 300 }, reason })
  const { rules } = await fetchProgram.run(ctx, { program_id })
  const setRule = rules.find((rule) => rule.rule === 'course.minimum_minutes')!
  expect(setRule).toMatchObject({
    state: 'set',
    words: 'at least 300 minutes',
    pack: { words: 'at least 240 minutes' },
  })
  const { program_rule_id } = setRule.set!
  await takeBackProgramRule.run(ctx, { program_rule_id, reason })
  await expect(takeBackProgramRule.run(ctx, { program_rule_id, reason })).rejects.toMatchObject({
    kind: { status: 404 },
  })
  expect((await audited()).filter(({ action }) => action === 'program.takeBackRule')).toHaveLength(1)
})

test('one of many simultaneous withdrawals succeeds', async () => {
  await setProgramRule.run(ctx, { program_id, rule, value: 80, reason })
  const [{ id } = { id: 0 }] = await demo.db.read<{ id: number }>`
    select program_rule_id as id from catalogue.program_rule`
  const before = (await audited()).length
  const tries = Array.from({ length: 20 }, () => takeBackProgramRule.run(ctx, { program_rule_id: id, reason }))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await audited()).toHaveLength(before + 1)
})

test("a set value is cited with its own source or reason, never with the pack's", async () => {
  const key = 'course.minimum_minutes' as const
  const citation = async () => (await findProgramRules(ctx, program_id, '2027-01-01'))!.citationOf(key)
  expect(await citation()).toContain('provider page')
  await setProgramRule.run(ctx, { program_id, rule: key, value: { min: 300 }, valid_from: '2026-01-01', reason })
  expect(await citation()).toBe(reason)
  const more = { value: { min: 301 }, valid_from: '2026-01-01', citation: 'R. 15A-8.007' }
  await setProgramRule.run(ctx, { program_id, rule: key, ...more, reason })
  expect(await citation()).toBe('R. 15A-8.007')
})

test('closing the open rules marks all of them as absent; a second call finds none', async () => {
  const before = (await fetchPrograms.run(ctx, {})).programs.find((program) => program.program_id === program_id)!
  expect(before.open).toBeGreaterThan(5)
  const first = await leaveProgramRulesEmpty.run(ctx, { program_id, reason })
  expect(first).toMatchObject({ left_empty: before.open })
  const after = (await fetchPrograms.run(ctx, {})).programs.find((program) => program.program_id === program_id)!
  expect(after).toMatchObject({ open: 0, known: before.known + before.open })
  const rows = (await audited()).length
  expect(await leaveProgramRulesEmpty.run(ctx, { program_id, reason })).toMatchObject({ left_empty: 0 })
  expect(await audited()).toHaveLength(rows)
  const other = (await fetchPrograms.run(ctx, {})).programs.find((program) => program.program_id === 'fl-adi')!
  expect(other.open).toBeGreaterThan(0)
})

test('a page shows the changes made since it was read on another day', async () => {
  await setProgramRule.run(ctx, { program_id, rule, value: 80, valid_from: '2999-01-01', reason })
  expect((await fetchProgram.run(ctx, { program_id })).changes).toEqual([])
  expect((await fetchProgram.run(ctx, { program_id, on: '2999-01-01' })).changes).toEqual([
    { rule, label: 'Passing grade', today: '', on_day: '80 percent' },
  ])
})

describe('refuses', () => {
  test.each([
    ['a value of another kind', { value: 'eighty' }],
    ['a value beyond its bound', { value: 101 }],
    ['a value below its bound', { value: 0 }],
    ['an unknown rule', { rule: 'course.color' }],
    ['a value for a rule that people read', { rule: 'certificate.issuer' }],
    ['an unknown program', { program_id: 'fl-xyz' }],
    ['no reason', { reason: ' ' }],
    ['an address that runs', { url: 'javascript:alert(1)' }],
  ])('%s', (_, wrong) => {
    const input = { program_id, rule, value: 80, reason }
    expect(setProgramRule.takes.safeParse(input).success).toBe(true)
    expect(setProgramRule.takes.safeParse({ ...input, ...wrong }).success).toBe(false)
  })

  test('an end before the start', async () => {
    const input = { program_id, rule, value: 80, valid_from: '2026-02-02', valid_to: '2026-02-01', reason }
    await expect(setProgramRule.run(ctx, input)).rejects.toMatchObject({ kind: { status: 400 } })
    await setProgramRule.run(ctx, { ...input, valid_to: '2026-02-02' })
    expect(await valueOn('2026-02-02')).toBe(80)
  })

  test("an Admin of an organization below, on its site and on the operator's", async () => {
    const below = { ...operator, organization_id: 4 } as ReturnType<typeof someone>
    const siteBelow = { ...organization, organization_id: 4, code: 'GCT', scope: [4] }
    for (const visited of [siteBelow, { ...organization, runs_product: true }]) {
      const ctxBelow = openCtx(demo.services, { actor: below, organization: visited, locale: 'en-us' })
      await expect(setProgramRule.may.scope!(ctxBelow, {} as never)).rejects.toMatchObject({ kind: { status: 404 } })
    }
    expect(await setProgramRule.may.scope!(ctx, {} as never)).toBeUndefined()
    const instructor = { ...operator, role: 'Instructor' as const }
    expect(setProgramRule.may.gate(instructor as ReturnType<typeof someone>)).toBe(false)
    expect(setProgramRule.may.gate(operator as ReturnType<typeof someone>)).toBe(true)
  })
})

test('the operator replaces a statement that students read, and takes it back; texts that drive nothing are refused', async () => {
  const texas = 'tx-driving-safety'
  const statements = () => listEligibilityStatements(ctx, { program_id: texas, day: '2026-12-01', locale: 'en-us' })
  const excluded = async () => (await statements()).find(({ rule }) => rule === 'eligibility.excluded_violations')
  const before = await excluded()
  expect(before?.kinds).toContain('Fleeing')
  const value = { text: 'Speeding 30 mph or more', kinds: ['Speeding 30 mph or more'] }
  const set = { program_id: texas, rule: 'eligibility.excluded_violations', valid_from: '2026-11-01', reason } as const
  await setProgramRule.run(ctx, { ...set, value, citation: 'CCP 45A.352' })
  expect(await excluded()).toMatchObject({ ...value, citation: 'CCP 45A.352' })
  const shown = (await fetchProgram.run(ctx, { program_id: texas, on: '2026-12-01' })).rules
  expect(shown.find(({ rule }) => rule === set.rule)).toMatchObject({
    state: 'set',
    settable: true,
    value,
    compared: false,
  })
  for (const wrong of [12, 'text', { text: '' }, { text: 'A', kinds: [] }, { text: 'A', more: 1 }])
    await expect(setProgramRule.run(ctx, { ...set, value: wrong })).rejects.toMatchObject({
      issues: [{ path: 'value' }],
    })
  await expect(
    setProgramRule.run(ctx, { program_id: texas, rule: 'course.content', value: { text: 'Any' }, reason }),
  ).rejects.toMatchObject({ issues: [{ path: 'value' }] })
  const [row] = await demo.db.read<{ program_rule_id: number }>`
    select program_rule_id from catalogue.program_rule where rule = ${set.rule}`
  await takeBackProgramRule.run(ctx, { program_rule_id: row!.program_rule_id, reason })
  expect(await excluded()).toEqual(before)
  await setProgramRule.run(ctx, { ...set, value: null })
  expect(await excluded()).toBeUndefined()
})

test('refuses bought numbers for a program of a state where no agency sells them', async () => {
  const source = { rule: 'certificate.number_source', value: 'stock', reason } as const
  await expect(setProgramRule.run(ctx, { ...source, program_id })).rejects.toMatchObject({ kind: { status: 400 } })
  await setProgramRule.run(ctx, { ...source, program_id: 'tx-driving-safety' })
})

test('a rule of few programs is open only in a program whose pack names it, until the operator decides', async () => {
  const openIn = async (program: string) => (await findProgramRules(ctx, program, '2026-12-01'))!.open
  expect(await openIn('fl-bdi')).toContain('eligibility.lifetime_limit')
  expect(await openIn('fl-adi')).not.toContain('eligibility.lifetime_limit')
  const lifetime = { rule: 'eligibility.lifetime_limit', valid_from: '2026-01-01', reason } as const
  await setProgramRule.run(ctx, { ...lifetime, program_id: 'fl-bdi', value: 5 })
  expect(await openIn('fl-bdi')).not.toContain('eligibility.lifetime_limit')
})
