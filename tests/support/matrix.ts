/** A line of letters for each call, one letter a kind of caller. */
export type Matrix = Record<string, string>

const head = `Who may call what. One line a call, one column a kind of caller:
  +  goes through to the deed (which may refuse the input)
  .  refused at the gate: 401 without a session, 403 with one
  0  names a record of somebody else, and finds nothing: 404, or a list without rows
  v  refused because staff view as somebody
`

/** The table as text: the names of the callers stand above their column, the calls under their module. */
export function writeMatrix(
  callers: readonly string[],
  modules: readonly { name: string; operations: readonly { call: string }[] }[],
  matrix: Matrix,
): string {
  // The letters stand first, so that a long new call moves no other line.
  const titles = callers.map((name, at) => `${'| '.repeat(at)}${name}`)
  const lines = modules.flatMap(({ name, operations }) => [
    '',
    `${name}:`,
    ...operations.map(({ call }) => `${matrix[call]}  ${call}`),
  ])
  return [head, ...titles, ...lines, ''].join('\n')
}

export function readMatrix(text: string): Matrix {
  const rows = text.matchAll(/^([+.0v ]+) {2}([A-Z]+ \/\S*)$/gm)
  return Object.fromEntries([...rows].map(([, cells, call]) => [call, cells]))
}
