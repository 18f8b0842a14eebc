import { expect, test } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { findLongestRetention } from './longest-retention.ts'
import { listPacks } from './packs.ts'
import { findProgramRetention } from './program-retention.ts'

const databases = await testDatabase()
const { read } = databases.db
const today = '2026-11-28'
const longest = () => findLongestRetention(read, today)
const name = (program_id: string | null) =>
  read`update catalogue.course_version set program_id = ${program_id} where course_version_id = 1`

test('records are kept for the longest time of all named programs, and set rules override packs', async () => {
  await courseFixture(databases, {})
  expect(await longest()).toBe(0)
  await name('il-adult')
  expect(await longest()).toBe(36)
  await name('fl-bdi')
  expect(await longest()).toBe(60)
  await read`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    values ('fl-bdi', 'records.retention_months', '84', '2020-01-01', 'a new rule', 1)`
  expect(await longest()).toBe(84)
  // A claim without a public source (Texas, 36 months) counts only once an operator has set it.
  await name('tx-driving-safety')
  await read`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    values ('tx-driving-safety', 'records.retention_months', null, '2020-01-01', 'no such rule', 1)`
  expect(await longest()).toBe(0)
})

test('a program that this release no longer knows keeps records as long as any program, unless its own rule is set', async () => {
  const longestOfAll = Math.max(
    ...listPacks()
      .flatMap(({ values }) => [
        ...(values['records.retention_months'] ?? []),
        ...(values['identity.record_retention_months'] ?? []),
      ])
      .flatMap(({ mark, value }) => (mark !== '?' && typeof value === 'number' ? [value] : [])),
  )
  await read`delete from catalogue.program_rule`
  await name('xx-gone')
  expect(longestOfAll).toBeGreaterThan(0)
  expect(await longest()).toBe(longestOfAll)
  const ctx = { sql: read, locale: 'en-us' } as const
  expect(await findProgramRetention(ctx, 'xx-gone', today)).toMatchObject({
    source: expect.stringContaining('xx-gone'),
  })
  await read`
    insert into catalogue.program_rule (program_id, rule, value, valid_from, reason, user_id)
    values ('xx-gone', 'records.retention_months', '12', '2020-01-01', 'the last statute', 1),
           ('xx-gone', 'identity.record_retention_months', null, '2020-01-01', 'no such rule', 1)`
  expect(await longest()).toBe(12)
  expect(await findProgramRetention(ctx, 'xx-gone', today)).toMatchObject({ records: 12, identity: null })
  expect(await findProgramRetention(ctx, null, today)).toBeNull()
})
