import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batch, batchBy } from './batch.ts'
import { type ServerResponse, SqlError } from './db/errors.ts'

/** A batch function that doubles its inputs, records each batch, and ends when the test calls `endNext`. */
function openDoubling() {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const request = batch(async (inputs: readonly number[]) => {
    batches.push([...inputs])
    await new Promise<void>((end) => ends.push(end))
    if (inputs.includes(13)) throw new Error('thirteen')
    return inputs.map((n) => n * 2)
  })
  /** Ends the running batch as soon as there is one; the next has started by then. */
  const endNext = async () => {
    while (ends.length === 0) await turn()
    ends.shift()!()
    await turn()
    await turn()
  }
  return { ask: request, batches, endNext }
}

/** One turn of the event loop; its requests share a batch. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a single request is answered in the same turn of the loop, repeatedly', async () => {
  const { ask, batches, endNext } = openDoubling()
  const result = ask(4)
  await turn()
  expect(batches).toEqual([[4]])
  await endNext()
  expect(await result).toBe(8)
  const next = ask(5)
  await turn()
  expect(batches).toEqual([[4], [5]])
  await endNext()
  expect(await next).toBe(10)
})

test('requests of one turn share a batch, later ones follow in the next, and each gets its own result', async () => {
  const { ask, batches, endNext } = openDoubling()
  const first = [1, 2].map(ask)
  await turn()
  const results = Promise.all([...first, ask(3), ask(4)])
  await endNext()
  await endNext()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(await results).toEqual([2, 4, 6, 8])
})

test('an error reaches the requests of its batch, and no others', async () => {
  const { ask, endNext } = openDoubling()
  const first = ask(1)
  await turn()
  const results = Promise.allSettled([first, ask(13), ask(3)])
  await endNext()
  await turn()
  const laterPromise = ask(5)
  await endNext()
  await endNext()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await laterPromise).toBe(10)
})

test('batches keep a minimum interval under load, however fast they return', async () => {
  let batches = 0
  const request = batch(async (inputs: readonly number[]) => {
    batches++
    return inputs
  })
  const startedAt = performance.now()
  const results: Promise<number>[] = []
  for (let round = 0; round < 300; round++) {
    results.push(request(round), request(-round))
    await turn()
  }
  await Promise.all(results)
  // Each batch has eight requests or starts after the pause; a Node timer may fire a fraction of a millisecond early.
  expect(batches).toBeLessThanOrEqual(results.length / 8 + (performance.now() - startedAt) / 4 + 2)
})

test('a full batch does not wait for the interval', async () => {
  const { ask, batches, endNext } = openDoubling()
  const first = Promise.all([1, 2].map(ask))
  await endNext()
  await first
  const results = Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)))
  await turn()
  expect(batches.at(-1)).toHaveLength(8)
  await endNext()
  expect(await results).toHaveLength(8)
})

test('a batch has at most fifty requests', async () => {
  const { ask, batches, endNext } = openDoubling()
  const results = Promise.all(Array.from({ length: 121 }, (_, n) => ask(n + 20)))
  await turn()
  for (let round = 0; round < 3; round++) await endNext()
  expect(batches.map((inputs) => inputs.length)).toEqual([50, 50, 21])
  expect(await results).toHaveLength(121)
})

test('no request waits for a batch that hangs, neither queued nor later ones', async () => {
  const batches: number[][] = []
  const request = batch(async (inputs: readonly number[]) => {
    batches.push([...inputs])
    if (inputs.includes(1)) await new Promise(() => {})
    return inputs
  })
  void request(1)
  await turn()
  expect(await Promise.all([request(2), request(3)])).toEqual([2, 3])
  expect(await request(4)).toBe(4)
  expect(batches).toEqual([[1], [2, 3], [4]])
})

test('requests beyond the fifty that hang do not wait either', async () => {
  const request = batch(async (inputs: readonly number[]) => {
    if (inputs.some((n) => n < 50)) await new Promise(() => {})
    return inputs
  })
  const results = Array.from({ length: 121 }, (_, n) => request(n))
  expect(await Promise.all(results.slice(50))).toEqual(Array.from({ length: 71 }, (_, n) => n + 50))
})

const refusal = (code: string) =>
  new SqlError({ code, severity: 'ERROR', message: 'refused' } as ServerResponse, 'select')

test('a batch refused by the database is retried one by one: only the faulty request fails', async () => {
  const request = batch(async (inputs: readonly number[]) => {
    await sleep(1)
    if (inputs.includes(13)) throw refusal('22P05')
    return inputs.map((n) => n * 2)
  })
  const results = await Promise.allSettled([1, 2, 13, 4].map(request))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code))).toEqual([
    2,
    4,
    '22P05',
    8,
  ])
})

test('an exhausted server is not called again for each request', async () => {
  let calls = 0
  const request = batch(async (inputs: readonly number[]) => {
    calls++
    await sleep(1)
    if (inputs.length > 1) throw refusal('57014')
    return inputs
  })
  const results = await Promise.allSettled([1, 2, 3].map(request))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBe(1)
})

test('requests with different keys never share a batch', async () => {
  const [first, other] = [{}, {}]
  const batches: [object, readonly number[]][] = []
  const request = batchBy(async (key: object, inputs: readonly number[]) => {
    batches.push([key, inputs])
    return inputs.map(String)
  })
  expect(await Promise.all([request(first, 1), request(other, 2), request(first, 3), request(other, 4)])).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(batches).toEqual([
    [first, [1, 3]],
    [other, [2, 4]],
  ])
})
