import { expect, it } from 'vitest'
import { openLimiter } from './limiter.ts'

const busy = { kind: { code: 'BUSY', status: 503 } }

function openWork() {
  const ends: (() => void)[] = []
  const started: number[] = []
  const work = (n: number) => () =>
    new Promise<number>((resolve) => {
      started.push(n)
      ends.push(() => resolve(n))
    })
  return { work, begun: started, end: () => ends.shift()!() }
}

it('runs one at a time in order, and refuses those beyond the queue', async () => {
  const inTurn = openLimiter(1, 2)
  const { work, begun, end } = openWork()
  const three = [1, 2, 3].map((n) => inTurn(work(n)))
  await expect(inTurn(work(4))).rejects.toMatchObject(busy)
  expect(begun).toEqual([1])
  for (const [index, one] of three.entries()) {
    end()
    expect(await one).toBe(index + 1)
  }
  expect(begun).toEqual([1, 2, 3])
})

it('passes the slot of failed work to the next one', async () => {
  const inTurn = openLimiter(1, 1)
  const failing = inTurn(() => Promise.reject(new Error('torn')))
  const next = inTurn(async () => 'drawn')
  await expect(failing).rejects.toThrow('torn')
  expect(await next).toBe('drawn')
  expect(await inTurn(async () => 'later')).toBe('later')
})
