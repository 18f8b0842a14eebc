import { expect, test } from 'vitest'
import { shortRhythms } from '#tests/chaos/rhythms.ts'
import { runChaos } from '#tests/chaos/run.ts'

const seed = 20_261_121

test('under random failures during purchases and refunds, no one pays twice or for nothing', {
  timeout: 600_000,
}, async () => {
  const run = await runChaos({ checkouts: 80, at_once: 12, day: 40, rhythms: shortRhythms, seed })
  const { problems: wrong, endings, sums, faults } = run
  expect(wrong).toEqual([])
  // A run without purchases or faults would prove nothing.
  expect(endings.paid).toBeGreaterThan(30)
  expect(sums.refunds + sums.voids).toBeGreaterThan(3)
  expect(sums.payments + sums.surplus).toBe(sums.captures)
  expect(Object.keys(faults)).toEqual(expect.arrayContaining(kinds))
})

/** Each of them has happened at least once. */
const kinds = [
  'access to the wallet taken back',
  'approval at the wallet',
  'back after the night',
  'batch settled',
  'database connection killed',
  'database killed',
  'double click',
  'double click of staff',
  'gateway silent until the deadline',
  'money asked back by staff',
  'night',
  'notification delivered',
  'notification lost',
  'notification several times',
  'question to the gateway unanswered',
  'refund agreed to by a second person',
  'saved card',
  'one of two approvals at the wallet',
  'server killed',
  'server stood still for a quarter of an hour',
  'two tabs with one cart',
]
