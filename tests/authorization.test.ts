import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manifests } from '#modules/manifests.ts'
import type { AnyOperation } from '#platform/operation.ts'
import { type Call, openTestApp } from './support/app.ts'
import { callOperation } from './support/call.ts'
import { examples, inputOf } from './support/examples.ts'
import { declaredOf, type Matrix, readMatrix, writeMatrix } from './support/matrix.ts'
import { revealsNothing } from './support/outsiders.ts'
import { openPrincipals, type PrincipalName } from './support/principals.ts'
import { openVictim } from './support/victim.ts'

/**
 * Every operation × every kind of caller. People review `authorization.matrix.txt`: a new operation, or one open to
 * another kind of caller, fails here until the table is updated (UPDATE_MATRIX=1 writes it).
 */
const file = join(import.meta.dirname, 'authorization.matrix.txt')
const app = await openTestApp({ jobs: true })
// Comes first: staff create the victim's records in their own sessions, and a person has at most twenty.
const victim = await openVictim(app)
const { principals, reopen, spendHandle } = await openPrincipals(app)
const names = Object.keys(principals) as PrincipalName[]
/** These callers name the victim's records in their input; for all others, only the gate is tested. */
const strangers = new Set<PrincipalName>(['other student', 'admin elsewhere'])
/** After these calls the caller is another person or signed out, so a new session is opened. */
const ending = new Set(['/user/logout', '/user/viewAs/exit'])
const unauthenticated = new Set<PrincipalName>(['visitor', 'disabled', 'waits for code'])

const listed = manifests.map(({ name, operations }) => ({ name, operations }))
const operations = listed.flatMap((module) => module.operations)
const table = readMatrix(readFileSync(file, 'utf8'))
const matrix: Matrix = {}

describe('authorization of each operation', () => {
  it.each(operations.map((operation) => [operation.call, operation] as const))('%s', async (call, operation) => {
    const cells: string[] = []
    for (const name of names) {
      const response = await callOperation(principals[name], operation, await inputFor(name, operation))
      cells.push(await cellOf(name, operation, response))
      if (ending.has(operation.path)) await reopen(name)
    }
    matrix[call] = cells.join(' ')
    expect(cells.includes('+'), 'a call that no one may make').toBe(true)
    const [visitor, disabled, waiting] = cells
    expect([disabled, waiting], 'without a session everyone is a visitor').toEqual([visitor, visitor])
    if (process.env.UPDATE_MATRIX) return
    const expected = { cells: matrix[call], declared: declaredOf(operation) }
    expect(table[call], 'tests/authorization.matrix.txt').toEqual(expected)
  })

  it('the handle of a sign-in was valid until the end, and opened nothing', async () => {
    expect(await spendHandle()).toMatchObject({ verified: true })
  })

  it('the table lists exactly these calls', () => {
    if (process.env.UPDATE_MATRIX) writeFileSync(file, writeMatrix(names, listed, matrix))
    expect(Object.keys(readMatrix(readFileSync(file, 'utf8')))).toEqual(operations.map(({ call }) => call))
  })
})

async function inputFor(name: PrincipalName, operation: AnyOperation): Promise<Record<string, unknown>> {
  const example = examples[operation.call]
  return example && strangers.has(name) ? inputOf(operation, example, victim.ids[example.situation]) : {}
}

async function cellOf(name: PrincipalName, operation: AnyOperation, response: Call): Promise<string> {
  const { status, body } = response
  const isRefused = status === 401 || body?.code === 'FORBIDDEN'
  // 401 without a session, 403 with one; both come before any validation of the input.
  if (isRefused) expect(status).toBe(unauthenticated.has(name) ? 401 : 403)
  if (isRefused) return '.'
  if (body?.code === 'WHILE_VIEWING') return 'v'
  return strangers.has(name) && operation.call in examples && (await revealsNothing(operation, response)) ? '0' : '+'
}
