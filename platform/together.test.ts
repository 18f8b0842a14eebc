import { expect, test } from 'vitest'
import { openTogether } from './together.ts'

/** Readings that each answer their number once they are let go. */
function openReadings() {
  const open: (() => void)[] = []
  const read = () =>
    new Promise<number>((resolve) => {
      const number = open.length + 1
      open.push(() => resolve(number))
    })
  return { open, read }
}

const later = () => new Promise((resolve) => setTimeout(resolve))

test('who asks while a reading runs shares the next one, which begins after all of them have asked', async () => {
  const together = openTogether<number>()
  const { open, read } = openReadings()
  const reader = {}
  const first = together(reader, 'a', read)
  await later()
  const others = [together(reader, 'a', read), together(reader, 'a', read)]
  await later()
  expect(open).toHaveLength(1)
  open[0]!()
  await later()
  expect(open).toHaveLength(2)
  open[1]!()
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 2])
})

test('nothing is kept: who asks after a reading gets one of their own', async () => {
  const together = openTogether<number>()
  let count = 0
  const read = async () => ++count
  const reader = {}
  expect([await together(reader, 'a', read), await together(reader, 'a', read)]).toEqual([1, 2])
})

test('other keys and other readers do not wait, and share nothing', async () => {
  const together = openTogether<string>()
  const [one, other] = [{}, {}]
  const stuck = together(one, 'a', () => new Promise<string>(() => {}))
  expect(await together(one, 'b', async () => 'key')).toBe('key')
  expect(await together(other, 'a', async () => 'reader')).toBe('reader')
  expect(await Promise.race([stuck, later().then(() => 'still')])).toBe('still')
})

test('a reading that fails fails for those who shared it, and not for the next', async () => {
  const together = openTogether<string>()
  const reader = {}
  const failing = together(reader, 'a', () => Promise.reject(new Error('gone')))
  const shared = together(reader, 'a', () => Promise.reject(new Error('not asked')))
  await expect(failing).rejects.toThrow('gone')
  await expect(shared).rejects.toThrow('gone')
  expect(await together(reader, 'a', async () => 'there')).toBe('there')
})
