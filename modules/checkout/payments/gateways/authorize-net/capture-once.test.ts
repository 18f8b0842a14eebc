import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { type Behavior, behaviors } from '#simulators/payments/behavior.ts'
import { openAuthorizeNet } from './adapter.ts'

let running: Awaited<ReturnType<typeof startAuthorizeNetSimulator>>
beforeAll(async () => {
  running = await startAuthorizeNetSimulator()
})
afterAll(() => running.close())

// Time-outs only wait; a reset is the same loss without the wait.
const gatewayBehaviors = (Object.keys(behaviors) as Behavior[]).filter((name) => !name.startsWith('time-out'))
const step = fc.record({
  attempt: fc.constantFrom('1', '2', '3'),
  behavior: fc.constantFrom(...gatewayBehaviors),
  queries: fc.array(fc.constantFrom<Behavior>('approve', 'failure-500-after-capture', 'html-after-capture'), {
    maxLength: 2,
  }),
  method: fc.constantFrom('new token', 'same token', 'saved card'),
  settle: fc.boolean(),
})

let round = 0

test('an attempt captures at most once despite lost responses and retries, and approved means captured', async () => {
  const { simulator, config } = running
  const gateway = openAuthorizeNet({ ...config, deadline_ms: 20_000 })
  const number = { cardNumber: '4111111111111111', expirationDate: '1239' }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      round += 1
      const savedCard = simulator.saveCard(number)
      const tokens = new Map<string, ReturnType<typeof simulator.token>>()
      const kinds = new Map<string, string>()
      for (const { attempt, behavior, queries, method, settle } of steps) {
        const name = `P${round}-${attempt}`
        // An attempt keeps to one card: a saved card and a typed one are different cards to the gateway.
        const kind = kinds.get(name) ?? (method === 'saved card' ? 'saved' : 'opaque')
        kinds.set(name, kind)
        const cardToken = (method === 'same token' ? tokens.get(name) : undefined) ?? simulator.token(number)
        const resend = tokens.has(name)
        tokens.set(name, cardToken)
        simulator.script(behavior)
        simulator.scriptQueries(...queries)
        const result = await gateway.charge({
          attempt: name,
          resend,
          amount_cents: 1995,
          currency: 'USD',
          card: kind === 'saved' ? { kind: 'saved', ...savedCard } : { kind: 'opaque', ...cardToken },
          order: { description: 'A course' },
          customer: { id: '1' },
        })
        const captures = simulator.ledger().captures.filter((entry) => entry.attempt === name)
        expect(captures.length).toBeLessThanOrEqual(1)
        if (result.outcome === 'approved') expect(captures[0]?.transaction_id).toBe(result.transaction_id)
        // The customer may be told to try another card only if nothing was charged.
        if (result.outcome === 'declined' || result.outcome === 'error') expect(captures).toEqual([])
        if (settle) simulator.settle()
      }
      simulator.clearScripts()
      for (const name of tokens.keys()) {
        const captured = simulator.ledger().captures.some((entry) => entry.attempt === name)
        const result = await gateway.findByAttempt(name)
        expect(result.answer === 'found' && result.transaction.outcome === 'approved').toBe(captured)
      }
    }),
    { numRuns: 60 },
  )
  expect(simulator.ledger().captures.length).toBeGreaterThan(20)
}, 120_000)
