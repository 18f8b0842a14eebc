import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

export type Runtime = 'node' | 'deno'
export type Server = {
  /** Ends the server: SIGTERM as an operator would, SIGKILL as a power cut would. Returns its exit code, if any. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Freezes it, as an overloaded machine does, or lets it continue. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Starts the built product with this environment on localhost's `PORT` and waits until it is ready. */
export async function startServer(
  env: NodeJS.ProcessEnv & { PORT: string },
  runtime: Runtime = 'node',
  /** The log's destination, or a file descriptor; a server that is killed on purpose logs many errors. */
  log: 'inherit' | number = 'inherit',
): Promise<Server> {
  const child = launch(runtime, env, log)
  await untilReady(`http://localhost:${env.PORT}`, child)
  return {
    end: (signal) =>
      new Promise((resolve) => {
        if (hasEnded(child)) return resolve(child.exitCode)
        child.once('exit', resolve)
        child.kill(signal)
      }),
    signal: (signal) => void child.kill(signal),
  }
}

function launch(runtime: Runtime, env: NodeJS.ProcessEnv, log: 'inherit' | number): ChildProcess {
  const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
  const [command, args] = runtime === 'node' ? [bin('node'), []] : [bin('deno'), ['run', '--allow-all', '--quiet']]
  const clean = { ...process.env, ...env, NODE_ENV: 'development' }
  return spawn(command, [...args, 'dist/server/main.js', '--prepare'], {
    cwd: root,
    env: clean,
    stdio: ['ignore', 'ignore', log],
  })
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function untilReady(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (hasEnded(child)) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`)
    const response = await fetch(`${origin}/readyz`).catch(() => null)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not become ready')
}
