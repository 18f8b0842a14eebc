import { resolve } from 'node:path'
import { manifests } from '#modules/manifests.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { type Rate, type RateClass, rateOf } from '#platform/rate-class.ts'
import { findReaders } from '#platform/readers/find-readers.ts'
import { readerIn } from '#platform/readers/reader.ts'
import { listConstants } from './constants.ts'

export const operations = manifests.flatMap((manifest) => manifest.operations)
const megabyte = 1_048_576

/** Calls per minute and concurrent calls, by class. Literal numbers, so that no test repeats a constant. */
export const rates: Readonly<Record<string, readonly [perMinute: number, burst: number, shared?: 'shared']>> = {
  read: [600, 200],
  write: [240, 80],
  page: [300, 150],
  form: [240, 80],
  'sign-in': [30, 20, 'shared'],
  guess: [1 / 6, 10, 'shared'],
  export: [10, 5],
  picture: [6, 6],
}

export const numbersOf = ({ perMinute, burst, shared }: Rate) =>
  `${Math.round(perMinute * 60)} an hour, ${burst} together${shared ? ', shared' : ''}`

/** The largest body of a call in bytes: the declared one, a file's, or the smaller one for visitors. */
export const bodyOf = ({ file, max_body, may }: AnyOperation): number =>
  max_body ?? (file ? 25 * megabyte : may.gate({ kind: 'anonymous' }) ? 65_536 : megabyte)

/** The limits of each reader of foreign files, whatever constants they are written with. */
async function readerLimits(root: string): Promise<string[]> {
  const limits = findReaders(root).map(async (name) => {
    const { bytes, unpacked, ms, memoryMb } = readerIn(await import(resolve(root, `${name}.reader.ts`))).limits
    return `${name}: ${bytes} bytes, ${unpacked ?? bytes} unpacked, ${ms} ms, ${memoryMb} MB of memory`
  })
  return Promise.all(limits)
}

/** The table as text. */
export async function writeLimits(): Promise<string> {
  const root = resolve(import.meta.dirname, '../..')
  const calls = operations.map((operation) => `${operation.call}: ${rateOf(operation.rate).name}, ${bodyOf(operation)}`)
  const registry = new Map(operations.map(({ rate }) => [rateOf(rate).name, numbersOf(rateOf(rate))]))
  for (const name of Object.keys(rates)) registry.set(name, numbersOf(rateOf(name as RateClass)))
  const classes = [...registry].map(([name, numbers]) => `${name}: ${numbers}`)
  return [
    'Rates',
    ...classes.toSorted(),
    '',
    'Rate and largest body in bytes of each call',
    ...calls.toSorted(),
    '',
    'Constants that bound something',
    ...listConstants(root),
    '',
    'Readers of foreign files',
    ...(await readerLimits(root)),
    '',
  ].join('\n')
}
