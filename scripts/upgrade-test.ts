// make upgrade-test: serves with the build of the last release (scripts/last-release.txt, or RELEASE=COMMIT) while this
// build migrates its database, and compares the status of every page and reading call that needs no id before and after,
// not their contents. Ends with 1 if one of them fails or its status changes.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgres, removePostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { buildIfStale } from './built.ts'
import { ownPath, root, run } from './run.ts'
import { serverFlags } from './server-flags.ts'
import { type Running, start } from './site.ts'
import { openLoad } from './upgrade/load.ts'
import { addressesOf, differences, faultsIn, readAll, readers, type Sessions, signIn } from './upgrade/readers.ts'

const release = process.env.RELEASE ?? (await readFile(join(root, 'scripts/last-release.txt'), 'utf8')).trim()
const folder = await openServerFolder()
const former = join(folder, 'former')
const place = join(folder, 'database', 'pg')
const complaints: string[] = []

function runOrThrow(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd, env: { ...process.env, PATH: ownPath, ...env }, maxBuffer: 2 ** 30 }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}${stdout}`)
  return String(stdout)
}

/** The previous release, built from its commit with the packages of this working copy. */
async function buildFormer(): Promise<void> {
  await mkdir(former)
  const archive = join(folder, 'former.tar')
  runOrThrow('git', ['archive', '--output', archive, release], root)
  runOrThrow('tar', ['xf', archive, '-C', former], root)
  await symlink(join(root, 'node_modules'), join(former, 'node_modules'))
  runOrThrow('node', ['scripts/build.ts'], former)
}

function recordResult(step: string, faults: readonly string[], proof: string): void {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${step}: ${proof}`)
  for (const fault of faults.slice(0, 20)) console.log(`          ${fault}`)
  complaints.push(...faults)
}

const readiness = async (port: number) => {
  const response = await fetch(`http://localhost:${port}/readyz`)
  return `${response.status} ${(await response.text()).trim()}`
}

async function openSessions(port: number): Promise<Sessions> {
  const sessions = new Map<(typeof readers)[number], string>([['', '']])
  for (const reader of readers.filter((name) => name !== '')) sessions.set(reader, await signIn(port, reader))
  return sessions
}

/** Migrates like an operator while this process keeps sending requests; returns the number of migrations. */
async function migrate(env: NodeJS.ProcessEnv): Promise<number> {
  const { code, output } = await run('node', ['dist/server/waypost.js', 'migrate'], { env, quiet: true })
  if (code !== 0) throw new Error(`waypost migrate ended with ${code}: ${output}`)
  return output.match(/^applied/gm)?.length ?? 0
}

await buildIfStale()
await mkdir(join(folder, 'database'))
const server = await findPostgres({ folder: place, durable: false })
const ports = [await freePort(), await freePort()] as const
const settings = (port: number) => ({
  DATABASE_URL: server.url,
  DATA_DIR: join(folder, 'data'),
  BASE_URL: `http://localhost:${port}`,
  INSTALLATION: 'upgrade-test',
  RATE_LIMITS: 'off',
})
const script = 'dist/server/main.js'
const common = { script, flags: serverFlags }

const serving = new Set<Running>()
async function serve(howServerStart: Parameters<typeof start>[0]): Promise<Running> {
  const server = await start(howServerStart)
  serving.add(server)
  return server
}

try {
  await buildFormer()
  const [index, next] = ports
  const openFormer = (args: string[] = []) =>
    serve({ ...common, args, folder: former, port: index, env: settings(index) })
  let oldRunning = await openFormer(['--prepare'])
  const sessions = await openSessions(index)
  const addresses = addressesOf(former)
  const before = await readAll(index, addresses, sessions)
  recordResult(`release ${release} on its own schema`, faultsIn(before), `${before.size} pages and calls`)

  await serve({ ...common, port: next, env: settings(next), until: '/healthz' })
  const waiting = await readiness(next)
  const isWaiting = /^503 \d+ migrations are missing$/.test(waiting)
  recordResult('this build on the former schema takes no traffic', isWaiting ? [] : [waiting], waiting)

  const load = openLoad(index, sessions)
  const applied = await migrate(settings(next))
  await load.goOn(3_000)
  const { requests, failed } = await load.stop()
  recordResult(
    'the former release under load while the schema changes',
    failed,
    `${applied} migrations, ${requests} requests`,
  )

  const after = await readAll(index, addresses, sessions)
  recordResult('the former release on the new schema', differences(before, after), `${after.size} pages and calls`)
  const ready = await readiness(next)
  recordResult('this build becomes ready without a restart', ready === '200 ready' ? [] : [ready], ready)
  const ownAddresses = addressesOf(root)
  const renewed = await readAll(next, ownAddresses, sessions)
  recordResult('this build, with sessions of the former release', faultsIn(renewed), `${renewed.size} pages and calls`)

  const both = [openLoad(index, sessions), openLoad(next, await openSessions(next))]
  await Promise.all(both.map((load) => load.goOn(10_000)))
  const results = await Promise.all(both.map((load) => load.stop()))
  const total = results.reduce((sum, result) => sum + result.requests, 0)
  recordResult(
    'both serve side by side',
    results.flatMap((result) => result.failed),
    `${total} requests`,
  )

  await oldRunning.stop()
  oldRunning = await openFormer()
  const secondReading = await readAll(index, addresses, sessions)
  recordResult(
    'back to the former release',
    differences(before, secondReading),
    `${secondReading.size} pages and calls`,
  )
  console.log(complaints.length === 0 ? '\nboth releases serve' : `\n${complaints.length} faults`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await Promise.all([...serving].map((server) => server.stop()))
  await removePostgres(place)
}
