import { expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { deleteOldRates, openSharedRateLimiter } from './rate.ts'

const { app: database, db: admin } = await testDatabase()
const open = () => openSharedRateLimiter(database.read, () => 0)
const [first, other] = [open(), open()]
const moveClock = (seconds: number) =>
  admin.read`update platform.clock set "offset" = "offset" + make_interval(secs => ${seconds}::float8)`

/** How many of these attempts are admitted when both processes make half of them at the same time. */
const admitted = async (caller: string, tries: number) => {
  const admissions = Array.from({ length: tries }, (_, index) =>
    (index % 2 === 0 ? first : other).admits('guess', caller),
  )
  return (await Promise.all(admissions)).filter(Boolean).length
}

it('two processes together allow a caller the limit, not twice the limit', async () => {
  expect(await admitted('address 192.0.2.1', 10)).toBe(10)
  expect(await admitted('address 192.0.2.1', 2)).toBe(0)
  expect(await admitted('address 192.0.2.2', 11)).toBe(10)
})

it('allows one more at its time, not a second before', async () => {
  await admitted('address 192.0.2.3', 10)
  expect(await other.wait('guess', 'address 192.0.2.3')).toBe(360)
  await moveClock(359)
  expect(await admitted('address 192.0.2.3', 1)).toBe(0)
  expect(await first.wait('guess', 'address 192.0.2.3')).toBe(1)
  await moveClock(2)
  expect(await admitted('address 192.0.2.3', 2)).toBe(1)
})

it('counts the other classes in each process', async () => {
  const tries = async (limiter: typeof first) => {
    const admissions = await Promise.all(Array.from({ length: 6 }, () => limiter.admits('export', 'user 1')))
    return admissions.filter(Boolean).length
  }
  expect([await tries(first), await tries(other)]).toEqual([5, 5])
})

it('deletes callers without requests for an hour, and no others', async () => {
  await admitted('address 192.0.2.4', 1)
  await moveClock(3_601)
  await admitted('address 192.0.2.5', 1)
  await deleteOldRates({ sql: database.read })
  const rows = await admin.read<{ key: string }>`select key from platform.rate_limit`
  expect(rows).toEqual([{ key: 'guess address 192.0.2.5' }])
})
