import { expect, it, vi } from 'vitest'
import { openFairShare, type ShareLimits } from './fair-share.ts'

const limits: ShareLimits = { perCaller: 2, overall: 3, waitingPerCaller: 4, waiting: 6, maxWaitMs: 1_000 }

/** A share whose work ends when the test says so. */
function open(changed: Partial<ShareLimits> = {}) {
  const share = openFairShare({ ...limits, ...changed })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun: started,
    ask: (caller: string, name: string) =>
      share
        .run(caller, async () => {
          started.push(name)
          await new Promise<void>((resolve) => ends.set(name, resolve))
          return name
        })
        .catch((error: Error) => error.message),
    async end(name: string) {
      ends.get(name)!()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('runs two requests per caller and three in total, the others in turn by caller', async () => {
  const { begun, ask, end } = open()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask('a', name)
  for (const name of ['b1', 'b2']) void ask('b', name)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun.slice(3)).toEqual(['a3'])
  await end('b1')
  // `b` waited for one turn although four of `a` came before.
  expect(begun.slice(4)).toEqual(['b2'])
  for (const name of ['a2', 'a3', 'b2', 'a4', 'a5']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
})

it('refuses the fifth waiting request of one caller, and the seventh in total', async () => {
  const { ask } = open()
  const outcomes = new Map<string, string>()
  const note = (caller: string, name: string) => void ask(caller, name).then((outcome) => outcomes.set(name, outcome))
  for (let index = 1; index <= 7; index += 1) note('a', `a${index}`)
  note('b', 'b1')
  for (const name of ['b2', 'c1', 'd1']) note(name[0]!, name)
  await new Promise((resolve) => setImmediate(resolve))
  expect([...outcomes]).toEqual([
    ['a7', 'TOO_MANY'],
    ['d1', 'BUSY'],
  ])
})

it('refuses a caller with the time at which their waiting requests will have ended', async () => {
  vi.useFakeTimers()
  try {
    const share = openFairShare({ ...limits, perCaller: 1, waitingPerCaller: 3, maxWaitMs: 1_000_000 })
    const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const refusedFor = () => share.run('a', lasting(0)).catch(({ answer }) => answer.retry_after)
    const waits: unknown[] = []
    for (const ms of [100, 40_000]) {
      const calls = Array.from({ length: 4 }, () => share.run('a', lasting(ms)))
      waits.push(await refusedFor())
      await vi.advanceTimersByTimeAsync(4 * ms)
      await Promise.all(calls)
    }
    for (let n = 0; n < 4; n += 1) void share.run('a', lasting(1))
    waits.push(await refusedFor())
    expect(waits.slice(0, 2)).toEqual([1, 1])
    expect(waits[2]).toBeGreaterThan(30)
  } finally {
    vi.useRealTimers()
  }
})

it('frees a slot when work fails, and skips requests that waited too long', async () => {
  vi.useFakeTimers()
  try {
    const share = openFairShare({ ...limits, perCaller: 1 })
    await expect(share.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const { promise, resolve: free } = Promise.withResolvers<void>()
    const first = share.run('a', () => promise)
    const second = vi.fn(async () => {})
    const lateRefusal = expect(share.run('a', second)).rejects.toThrow('BUSY')
    await vi.advanceTimersByTimeAsync(999)
    const third = share.run('a', async () => 'in time')
    await vi.advanceTimersByTimeAsync(1)
    await lateRefusal
    free()
    await first
    expect([await third, second.mock.calls.length]).toEqual(['in time', 0])
  } finally {
    vi.useRealTimers()
  }
})
