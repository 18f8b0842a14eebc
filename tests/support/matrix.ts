import type { AnyOperation } from '#platform/operation.ts'
import { rateOf } from '#platform/rate-class.ts'

/** A string of letters for each call, one letter per kind of caller. */
export type Matrix = Record<string, string>

const head = `Who may call what. One line a call, one column a kind of caller:
  +  goes through to the operation (which may refuse the input)
  .  refused at the gate: 401 without a session, 403 with one
  0  names another person's record, and finds nothing: 404, or a list without rows
  v  refused while staff view as a person
After each call: its rate class, and who may make it by its permission.
`

/** The table as text: the callers' names above their columns, the calls under their modules. */
export function writeMatrix(
  callers: readonly string[],
  modules: readonly { name: string; operations: readonly Listed[] }[],
  matrix: Matrix,
): string {
  // The letters come first, so that a long new call doesn't move other lines.
  const titles = callers.map((name, index) => `${'| '.repeat(index)}${name}`)
  const lines = modules.flatMap(({ name, operations }) => [
    '',
    `${name}:`,
    ...operations.map((operation) => `${matrix[operation.call]}  ${operation.call}  ${declaredOf(operation)}`),
  ])
  return [head, ...titles, ...lines, ''].join('\n')
}

/** By call: the result for each kind of caller, and the operation's declaration. */
export function readMatrix(text: string): Record<string, { cells: string; declared: string }> {
  const rows = text.matchAll(/^([+.0v ]+) {2}([A-Z]+ \/\S*) {2}(\[.*\])$/gm)
  return Object.fromEntries(
    [...rows].map(([, cells, call, declared]) => [call, { cells: cells!, declared: declared! }]),
  )
}

type Listed = Pick<AnyOperation, 'call' | 'rate' | 'may'>

/** The rate class and the required permission: `[write; staff with MANAGE_STUDENTS:UPDATE]`. */
export const declaredOf = ({ rate, may }: Listed): string => `[${rateOf(rate).name}; ${may.description}]`
