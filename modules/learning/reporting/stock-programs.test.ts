import { expect, test } from 'vitest'
import { openCompletions } from '#tests/fixtures/learning/completion.ts'
import { stockPrograms } from './stock-programs.ts'

const { database, ctx } = await openCompletions()
const system = ctx({ kind: 'system', name: 'test' })
const listAt = (at: string) => stockPrograms(system.as({ now: new Date(at) }))

test("a program's schools buy numbers from midnight of its own zone, and until midnight of it", async () => {
  const programs = ['fl-bdi', 'ca-tvs', 'tx-driving-safety']
  const usual = (await listAt('2026-03-10T12:00:00Z')).filter((id) => !programs.includes(id))
  for (const program_id of programs)
    await database.read`
      insert into catalogue.program_rule (program_id, rule, valid_from, valid_to, value, reason, user_id)
      values (${program_id}, 'certificate.number_source', '2026-03-21', '2026-03-21', '"stock"', 'A test.', 1),
        (${program_id}, 'certificate.number_source', '2026-03-20', '2026-03-20', null, 'A test.', 1),
        (${program_id}, 'certificate.number_source', '2026-03-22', '2026-03-22', null, 'A test.', 1)`
  const listOurs = async (at: string) => {
    const all = await listAt(at)
    expect(all).toEqual(expect.arrayContaining(usual))
    return programs.filter((id) => all.includes(id))
  }
  expect(await listOurs('2026-03-21T03:59:59Z')).toEqual([])
  expect(await listOurs('2026-03-21T04:00:00Z')).toEqual(['fl-bdi'])
  expect(await listOurs('2026-03-21T05:00:00Z')).toEqual(['fl-bdi', 'tx-driving-safety'])
  expect(await listOurs('2026-03-21T07:00:00Z')).toEqual(programs)
  expect(await listOurs('2026-03-22T03:59:59Z')).toEqual(programs)
  expect(await listOurs('2026-03-22T04:00:00Z')).toEqual(['ca-tvs', 'tx-driving-safety'])
  expect(await listOurs('2026-03-22T06:59:59Z')).toEqual(['ca-tvs'])
  expect(await listOurs('2026-03-22T07:00:00Z')).toEqual([])
})
