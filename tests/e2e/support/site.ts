import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Database, openDatabase, usualOptions } from '../../../platform/db/database.ts'
import { emptyCopy } from '../../../platform/testing/database.ts'

const root = resolve(import.meta.dirname, '../../..')

export type Site = {
  origin: string
  /** The origin of an organization's site. */
  of(code: string): string
  database: Database
  folder: string
  /** Moves the clock of the database; the server follows within a moment. */
  moveClock(milliseconds: number): Promise<void>
  /** Ends the server at once, as a power cut would, and starts it again on the same database. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The built product as its own process (Node, or Deno) on a database and a data folder of its own, with the demo. */
export async function startSite({ runtime = 'node' }: { runtime?: 'node' | 'deno' } = {}): Promise<Site> {
  const { url, drop } = await emptyCopy()
  const folder = await mkdtemp(join(tmpdir(), 'waypost-site-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const database = openDatabase({ ...usualOptions, name: 'e2e', url })
  let offset = 0
  let child: ReturnType<typeof spawn> | null = null

  async function start() {
    child = launch(runtime, { DATABASE_URL: url, BASE_URL: origin, PORT: String(port), DATA_DIR: folder })
    await untilReady(origin, child)
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((ended) => {
      if (!child || child.exitCode !== null || child.signalCode) return ended()
      child.once('exit', () => ended())
      child.kill(signal)
    })

  await start()
  return {
    origin,
    of: (code) => `http://${code.toLowerCase()}.localhost:${port}`,
    database,
    folder,
    async moveClock(milliseconds) {
      offset += milliseconds
      await database.read`update platform.clock set "offset" = ${`${offset} milliseconds`}::interval`
    },
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM')
      await database.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function launch(runtime: 'node' | 'deno', env: NodeJS.ProcessEnv) {
  const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
  const [command, args] = runtime === 'node' ? [bin('node'), []] : [bin('deno'), ['run', '--allow-all', '--quiet']]
  const clean = { ...process.env, ...env, NODE_ENV: 'development' }
  return spawn(command, [...args, 'dist/server/main.js', '--prepare'], {
    cwd: root,
    env: clean,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilReady(origin: string, child: ReturnType<typeof spawn>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error('the server did not become ready')
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })
}
