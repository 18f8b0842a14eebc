import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ownPath, root } from '#scripts/run.ts'
import { serverFlags } from '#scripts/server-flags.ts'

export type Line = { level: string; event: string; cause?: string; message?: string }

export type LoggedServer = {
  readonly pid: number
  readonly port: number
  /** Its warnings and errors so far. */
  readonly lines: Line[]
  /** The exit code and the complete output of an ended server. */
  readonly ended: Promise<{ code: number | null; output: string }>
  kill(signal: NodeJS.Signals): void
}

/** A built server whose warnings and errors are recorded. */
export function startLogged(port: number, env: NodeJS.ProcessEnv, args: readonly string[] = []): LoggedServer {
  const child: ChildProcess = spawn('node', [...serverFlags, 'dist/server/main.js', ...args], {
    cwd: root,
    env: { ...process.env, ...env, PATH: ownPath, PORT: String(port), LOG: 'faults' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Line[] = []
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (text) => {
      output += `${text}\n`
      if (text.startsWith('{')) lines.push(JSON.parse(text) as Line)
    })
  const exit = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  return { pid: child.pid!, port, lines, ended: exit, kill: (signal) => void child.kill(signal) }
}

export async function untilReady({ port, ended }: LoggedServer): Promise<string> {
  let over: string | null = null
  void ended.then(({ code, output }) => {
    over = `it ended with ${code}: ${output.trim().slice(-300)}`
  })
  for (let tries = 0; tries < 600 && over === null; tries++) {
    const response = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (response?.ok) return (await response.text()).trim()
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error(over ?? 'it did not become ready')
}
