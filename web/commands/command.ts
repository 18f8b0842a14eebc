import { resolve } from 'node:path'
import { Refusal } from '#platform/errors.ts'

/** The surroundings of a command: settings, the folder that relative paths refer to, and its output. */
export type Surroundings = {
  readonly settings: Readonly<Record<string, string | undefined>>
  readonly folder: string
  print(line: string): void
  /** Prints a refusal or a warning to standard error, so that another program can read the output. */
  warn(line: string): void
}

/** Runs one command; resolves to the exit code. */
export type Run = (args: readonly string[], surroundings: Surroundings) => Promise<number>

/** Exit codes of every command, for scripts and supervisors. */
export const exit = { done: 0, faults: 1, unable: 2 } as const

/** The command was called with arguments that it does not understand. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const pathFrom = ({ folder }: Surroundings, path: string): string => resolve(folder, path)

/** Rows as aligned columns; the first row is the heading. */
export function table(rows: readonly (readonly (string | number | null)[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')))
  const widths = (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The message of an error. That of a refusal is only its code, so its cause is added: which store, and why. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error instanceof Refusal && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
