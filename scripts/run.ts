import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** The project's own Node and tools come before any other Node of the machine. */
export const ownPath = [resolve(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)

export type Outcome = { code: number; output: string }

/** Runs a command in the project's folder. Streams its output unless `quiet`, and returns it. */
export function run(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; quiet?: boolean } = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: ownPath, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const take = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    output += chunk
    if (!options.quiet) stream.write(chunk)
  }
  child.stdout.on('data', take(process.stdout))
  child.stderr.on('data', take(process.stderr))
  return new Promise((resolve, failed) => {
    child.on('error', failed)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
