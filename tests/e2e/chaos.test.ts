import { expect, test } from 'vitest'
import { runChaos } from '../chaos/run.ts'

test('whatever breaks while people buy, nobody pays twice and nobody pays for nothing', {
  timeout: 600_000,
}, async () => {
  const { endings, faults, captures, payments, wrong } = await runChaos({
    checkouts: 60,
    at_once: 10,
    seed: 20_261_121,
  })
  expect(wrong).toEqual([])
  // A run in which nothing was bought, or nothing broke, would have shown nothing.
  expect(endings.paid).toBeGreaterThan(20)
  expect(faults.server_crashes + faults.database_crashes + faults.killed_backends).toBeGreaterThan(3)
  expect(captures).toBe(payments)
})
