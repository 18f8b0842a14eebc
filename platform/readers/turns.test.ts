import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** Requests a turn and records when it starts. */
function openRequester(turn: (sender: string) => Promise<() => void>, began: string[]) {
  const ends = new Map<string, () => void>()
  return {
    ask: async (sender: string, name: string) => {
      ends.set(name, await turn(sender))
      began.push(name)
    },
    end: async (name: string) => {
      ends.get(name)!()
      await settled()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('T-52: files of one sender wait for each other, but not ahead of others', async () => {
  const began: string[] = []
  const { ask, end } = openRequester(openTurns({ atOnce: 2, each: 3, waiting: 10 }), began)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(name[0]!, name)
  await settled()
  expect(began).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  // A sender who had a turn comes after those who are waiting.
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('the queue is bounded per sender and in total; a released slot is released once', async () => {
  const began: string[] = []
  const turn = openTurns({ atOnce: 1, each: 2, waiting: 3 })
  const { ask, end } = openRequester(turn, began)
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name[0]!, name)
  await expect(turn('a')).rejects.toMatchObject({ kind: { code: 'TOO_MANY' } })
  await expect(turn('c')).rejects.toMatchObject({ kind: { code: 'BUSY' } })
  await settled()
  await end('a1')
  await end('a1')
  expect(began).toEqual(['a1', 'b1'])
  void ask('c', 'c1')
  for (const name of ['b1', 'a2', 'c1', 'a3']) await end(name)
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1', 'a3'])
  // All turns have ended: the next starts without waiting.
  await turn('a')
})
