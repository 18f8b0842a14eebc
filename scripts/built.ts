import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownPath, root, run } from './run.ts'
import { serverFlags } from './server-flags.ts'

const bundle = resolve(root, 'dist/server/waypost.js')
const sources = ['web', 'modules', 'platform', 'jobs', 'migrations', 'package-lock.json', 'vite.config.ts']

/** The time of the newest source's last change, in milliseconds. */
function newest(path: string): number {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isStale(): boolean {
  const built = statSync(bundle, { throwIfNoEntry: false })?.mtimeMs
  return built === undefined || sources.some((source) => newest(resolve(root, source)) > built)
}

/** Builds if a source is newer than the build; a failed build ends this process. */
export async function buildIfStale(): Promise<void> {
  if (!isStale()) return
  console.error('Building ...')
  const { code } = await run('node', ['scripts/build.ts'], { quiet: true })
  if (code !== 0) process.exit(code)
}

/** Runs a built file; this process ends with its exit code. */
export function runBuilt(file: string, args: readonly string[]): void {
  const child = spawn('node', [...serverFlags, resolve(root, file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: ownPath },
  })
  // Ctrl-C reaches the child itself; this process only waits for its graceful shutdown.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}
