import { expect, it } from 'vitest'
import { defaultSocketLimits, openSocketLimits } from './socket-limits.ts'

it('allows a session sixteen sockets, and frees one slot per close', () => {
  const { enter } = openSocketLimits(defaultSocketLimits)
  const ends = Array.from({ length: 16 }, () => enter('s1'))
  expect(ends.filter((end) => end === null)).toEqual([])
  expect([enter('s1'), enter('s2')]).toEqual([null, expect.any(Function)])
  ends[0]!()
  ends[0]!()
  expect([enter('s1'), enter('s1')]).toEqual([expect.any(Function), null])
})

it('allows a session 300 commands in a burst and twenty a second after that, counted by line', () => {
  let ms = 0
  const { admits } = openSocketLimits(defaultSocketLimits, () => ms)
  const lines = (count: number) => Array.from({ length: count }, () => '{}').join('\n')
  expect([admits('s1', lines(299)), admits('s1', ''), admits('s1', ''), admits('s2', '{}')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  ms += 1_000
  expect([admits('s1', lines(20)), admits('s1', '{}')]).toEqual([true, false])
  ms += 3_600_000
  expect([admits('s1', lines(301)), admits('s1', '{}')]).toEqual([false, false])
})
