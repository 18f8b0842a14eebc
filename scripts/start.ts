import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownPath, root, run } from './run.ts'
import { serverFlags } from './server-flags.ts'

const bundle = resolve(root, 'dist/server/main.js')
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

async function build(): Promise<void> {
  if (!isStale()) return
  console.log('Building ...')
  const { code } = await run('node', ['scripts/build.ts'])
  if (code !== 0) process.exit(code)
}

await build()
const child = spawn('node', [...serverFlags, bundle, '--prepare'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: ownPath },
})
// Ctrl-C reaches the server itself; this process only waits for its graceful shutdown.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 0
})
