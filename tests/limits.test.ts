import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { openRateLimiter, openSharedRateLimiter } from '#platform/http/rate.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { type RateClass, rateOf } from '#platform/rate-class.ts'
import { openTestApp } from './support/app.ts'
import { constantsOf } from './support/constants.ts'
import { bodyOf, numbersOf, operations, rates, writeLimits } from './support/limits.ts'

/**
 * Every limit with its value: the rate and body size of each call, and each constant that bounds something. People
 * review `limits.matrix.txt`: a changed number fails here until the table is updated (UPDATE_MATRIX=1 writes it; read
 * the diff). The bounds of fields are in openapi/openapi.json in the same way.
 */
const file = join(import.meta.dirname, 'limits.matrix.txt')

describe('every limit', () => {
  it('has the number in the table', async () => {
    const table = await writeLimits()
    if (process.env.UPDATE_MATRIX) writeFileSync(file, table)
    expect(table, 'tests/limits.matrix.txt').toBe(readFileSync(file, 'utf8'))
  })

  it('has a unique name', () => {
    const pairs = operations.map(({ rate }) => rateOf(rate)).map((rate) => `${rate.name}: ${numbersOf(rate)}`)
    const names = [...new Set(pairs)].map((pair) => pair.split(':')[0])
    expect(names).toHaveLength(new Set(names).size)
  })

  it('is found as written if it is a constant', () => {
    const text = `
      const maxTries = 5; const first = 0; const life = 30 * minute
      const limits = { perMinute: 3, name: 'x' }
      if (text.length > 300) cut(text.slice(0, 300))
      await sql\`select a from b where at > now() - interval '15 minutes' and tries < 10 limit 50\``
    expect(constantsOf({ path: 'a.ts', text })).toEqual([
      'a.ts: maxTries = 5',
      'a.ts: life = 30 * minute',
      'a.ts: perMinute: 3',
      'a.ts: text.length > 300',
      "a.ts: interval '15 minutes'",
      'a.ts: < 10',
      'a.ts: limit 50',
    ])
  })
})

/** The number of tries admitted now. */
async function countAdmitted(attempt: () => boolean | Promise<boolean>, tries: number): Promise<number> {
  let count = 0
  for (let n = 0; n < tries; n++) if (await attempt()) count += 1
  return count
}

describe('the rate of each class', () => {
  it.each(Object.entries(rates))('%s allows exactly its limit', async (name, numbers) => {
    const [perMinute, burst] = numbers
    let now = 0
    const limiter = openRateLimiter(() => now)
    const attempt = () => limiter.admits(name as RateClass, 'a')
    expect(await countAdmitted(attempt, burst + 1)).toBe(burst)
    // Slightly less than one call's interval, and slightly more.
    const each = 60_000 / perMinute
    now += each * 0.99
    expect(attempt()).toBe(false)
    now += each * 0.02
    expect(await countAdmitted(attempt, 2)).toBe(1)
    now += 3 * each
    expect(await countAdmitted(attempt, 5)).toBe(3)
  })
})

class Asked extends Error {
  readonly rate: RateClass
  constructor(rate: RateClass) {
    super('asked')
    this.rate = rate
  }
}

describe('each call', () => {
  it.each(operations.map((operation) => [operation.call, operation] as const))(
    '%s checks its own rate before anything else',
    async (_call, operation) => {
      const ctx = { admit: (rate: RateClass) => Promise.reject(new Asked(rate)) } as unknown as Ctx
      const error = await operation.run(ctx, {}).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Asked)
      expect((error as Asked).rate).toBe(operation.rate)
    },
  )
})

const app = await openTestApp()

describe('rates shared by all processes', () => {
  /** Stops this file's database clock this many seconds after noon, so that no time passes between two tries. */
  const stopClock = (seconds: number) => app.database.read`select from platform.stop_clock(${seconds}::float8)`

  beforeAll(
    () => app.database.read`
      create function platform.stop_clock(seconds float8) returns void language plpgsql as $$ begin
        execute format('create or replace function platform.now() returns timestamptz language sql stable parallel safe
          as %L', format('select timestamptz %L', timestamptz '2026-11-25 12:00Z' + seconds * interval '1 second'));
      end $$`,
  )

  const shared = Object.entries(rates).filter(([, numbers]) => numbers[2])
  it.each(shared)("%s allows exactly its limit, by the database's clock", async (name, numbers) => {
    const [perMinute, burst] = numbers
    const limiters = [1, 2].map(() => openSharedRateLimiter(app.database.read, () => 0))
    let turn = 0
    const attempt = () => limiters[turn++ % 2]!.admits(name as RateClass, 'a')
    await stopClock(0)
    expect(await countAdmitted(attempt, burst + 1)).toBe(burst)
    const each = 60 / perMinute
    await stopClock(each * 0.99)
    expect(await attempt()).toBe(false)
    await stopClock(each * 1.01)
    expect(await countAdmitted(attempt, 2)).toBe(1)
    await stopClock(each * 4.01)
    expect(await countAdmitted(attempt, 5)).toBe(3)
  })
})

describe('a body', () => {
  const cases = operations
    .filter(({ method }) => method !== 'GET')
    .map((operation) => [operation.call, operation, bodyOf(operation)] as const)

  async function statusOf({ method, path }: AnyOperation, bytes: number): Promise<number> {
    const address = `http://localhost:3000/api${path.replaceAll(/\{\w+\}/g, '1')}`
    const headers = {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'content-length': String(bytes),
    }
    return (await app.app.request(address, { method, headers, body: '{}' })).status
  }

  it.each(cases)(
    'sent as %s may have the length of its limit, and not a byte more',
    async (_call, operation, limit) => {
      expect(await statusOf(operation, limit)).not.toBe(413)
      expect(await statusOf(operation, limit + 1)).toBe(413)
    },
  )
})
