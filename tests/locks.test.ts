import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listLocks, locksIn } from '#platform/checks/locks.ts'
import { readSources } from '#platform/checks/source.ts'

const root = resolve(import.meta.dirname, '..')
/** `path: lock | test`, one line per lock in a file. */
const lockList = readFileSync(resolve(import.meta.dirname, 'locks.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' | '))
  .map((line) => line.split(' | ') as [lock: string, test: string])

it('every lock of the program is listed, and every listed lock exists', () => {
  expect(listLocks(readSources(root)).sort()).toEqual(lockList.map(([lock]) => lock).sort())
})

it('a listed test exists, and interleaves two transactions or starts many simultaneously', () => {
  const tests = [...new Set(lockList.map(([, test]) => test))]
  expect(tests.length).toBeGreaterThan(2)
  for (const test of tests) {
    expect(existsSync(resolve(root, test)), test).toBe(true)
    expect(readFileSync(resolve(root, test), 'utf8'), test).toMatch(
      /inTurn\(|takesTurns\(|atOnce|whileHeld\(|Promise\.all(Settled)?\(/,
    )
  }
})

it('a lock is found in each of its forms, and not in a comment', () => {
  const text = `
    // a row is read for update
    await sql\`select from a where b for no key update of c skip locked\`
    await sql\`select pg_advisory_xact_lock(1), pg_try_advisory_lock(2)\`
    await sql\`select 1 for update\`; await sql\`select 2 for update\``
  expect(locksIn(text)).toEqual([
    'for no key update of c skip locked',
    'pg_advisory_xact_lock(',
    'pg_try_advisory_lock(',
    'for update × 2',
  ])
})
