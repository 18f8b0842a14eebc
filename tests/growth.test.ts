import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findReaders } from '#platform/readers/find-readers.ts'
import { readerIn } from '#platform/readers/reader.ts'
import { hoardingReader } from '#platform/readers/testing/hoarding.reader.ts'
import { linearReader } from '#platform/readers/testing/linear.reader.ts'
import { quadraticReader } from '#platform/readers/testing/quadratic.reader.ts'
import { growsTooFast, growthOf } from './support/growth.ts'

const root = resolve(import.meta.dirname, '..')
const names = findReaders(root)
const readers = await Promise.all(
  names.map(async (name) => ({ name, reader: readerIn(await import(resolve(root, `${name}.reader.ts`))) })),
)
const inputs = readers.flatMap(({ reader }) =>
  Object.keys(reader.worst).map((worstInput) => ({ reader, worst: worstInput, name: reader.name })),
)

test('every reader has the path of its file, worst-case inputs and bounded limits', () => {
  expect(readers.length).toBeGreaterThan(0)
  for (const { name, reader } of readers) {
    expect(reader.name).toBe(name)
    expect(Object.keys(reader.worst).length, name).toBeGreaterThan(0)
    expect(reader.limits.memoryMb, name).toBeLessThanOrEqual(1_024)
    expect(reader.limits.ms, name).toBeLessThanOrEqual(1_800_000)
  }
})

test.each(inputs)(
  'T-52: $name: twice the size of $worst takes at most 2.5 times the time and memory',
  async ({ reader, worst: worstInput }) => {
    // Null: the largest accepted input is too cheap to measure.
    const growth = await growthOf(reader, worstInput)
    expect(growth === null || !growsTooFast(growth), JSON.stringify(growth)).toBe(true)
  },
)

test('the measurement distinguishes linear from quadratic time and memory', async () => {
  const linear = await growthOf(linearReader, 'letters')
  const quadratic = await growthOf(quadraticReader, 'brackets')
  const hoarding = await growthOf(hoardingReader, 'letters')
  expect(growsTooFast(linear!), JSON.stringify(linear)).toBe(false)
  expect(quadratic!.time).toBeGreaterThan(2.5)
  expect(hoarding!.memory).toBeGreaterThan(2.5)
})
