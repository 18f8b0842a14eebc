import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { freePort } from '#platform/testing/free-port.ts'
import { ownPath, root } from './run.ts'

/** A server in its own process. */
export type Running = {
  readonly port: number
  /** Milliseconds from the process's start to the first successful /readyz. */
  readonly started_ms: number
  /** Resident memory in bytes. */
  rss(): number
  /** Seconds of CPU time so far; 0 if the system doesn't report it. */
  cpu(): number
  stop(): Promise<void>
}

type ServerStart = {
  readonly script: string
  readonly flags?: readonly string[]
  readonly args?: readonly string[]
  readonly env: NodeJS.ProcessEnv
  port?: number
  /** The folder of the program; by default this working copy. */
  readonly folder?: string
  /** The check to wait for; by default that it can serve. */
  readonly until?: '/readyz' | '/healthz'
}

// A script that fails leaves no server behind.
const runningKeys = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of runningKeys) child.kill()
})

/** Starts a Node script that listens on PORT and serves /readyz. */
export async function start({ script, flags = [], args = [], env, port, ...options }: ServerStart): Promise<Running> {
  const sitePort = port ?? (await freePort())
  const startedAt = performance.now()
  const child = spawn('node', [...flags, script, ...args], {
    cwd: options.folder ?? root,
    env: { ...process.env, ...env, PATH: ownPath, PORT: String(sitePort) },
    // A discarded log costs the server its writing, as in production; its errors are shown.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  runningKeys.add(child)
  child.once('exit', () => runningKeys.delete(child))
  await untilReady(sitePort, child, options.until ?? '/readyz')
  const started_ms = performance.now() - startedAt
  const pid = child.pid!
  return { port: sitePort, started_ms, rss: () => rssOf(pid), cpu: () => cpuOf(pid), stop: () => stop(child) }
}

async function untilReady(port: number, child: ChildProcess, path: string): Promise<void> {
  for (let tries = 0; tries < 12_000; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    await new Promise((later) => setTimeout(later, 10))
  }
  throw new Error('the server did not become ready')
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Resident memory of a process in bytes. */
export function rssOf(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) * 1_024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1_024
  }
}

// utime and stime are the 14th and 15th fields; the name in brackets may contain spaces. A tick is 10 ms everywhere.
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}
