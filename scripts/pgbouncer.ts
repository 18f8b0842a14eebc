// npx -c 'node scripts/pgbouncer.ts': starts the product behind PgBouncer in session mode (Debian: pgbouncer), with its
// defaults and with our settings ignored, and prints the output. Exits with 1 unless both are refused with a message.
import { spawn, spawnSync } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseUser } from '#platform/db/binaries.ts'
import { findPostgres, stopPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { buildIfStale } from './built.ts'
import { ownPath, root } from './run.ts'

await buildIfStale()
const folder = await openServerFolder()
const server = await findPostgres({ folder: join(folder, 'pg'), durable: false })
const { port, username, password, pathname } = new URL(server.url)
const waypost = (args: string[], url: string) =>
  spawnSync('node', ['dist/server/waypost.js', ...args], {
    cwd: root,
    env: { ...process.env, PATH: ownPath, DATABASE_URL: url, DATA_DIR: folder },
    encoding: 'utf8',
    timeout: 60_000,
  })

async function tryWith(settings: string): Promise<string> {
  const poolerPort = await freePort()
  const [config, users] = [join(folder, `${poolerPort}.ini`), join(folder, `${poolerPort}.txt`)]
  await writeFile(users, `"${username}" "${password}"\n`)
  await writeFile(
    config,
    `[databases]\n* = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\npool_mode = session
auth_type = plain\nauth_file = ${users}\n${settings}\n`,
  )
  for (const file of [config, users]) await chmod(file, 0o644)
  const child = spawn('pgbouncer', ['--quiet', config], { stdio: 'ignore', ...(await chooseUser(folder)) })
  try {
    while (!(await listens(poolerPort))) await sleep(50)
    const url = `postgres://${username}:${password}@127.0.0.1:${poolerPort}${pathname}`
    const { status, stdout, stderr } = waypost(['work', '--once'], url)
    return `ended with ${status}: ${`${stdout}${stderr}`.trim()}`
  } finally {
    child.kill()
  }
}

const listens = (index: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(index, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

try {
  waypost(['migrate'], server.url)
  const ignored =
    'role, random_page_cost, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options'
  const results = [await tryWith(''), await tryWith(`ignore_startup_parameters = ${ignored}`)]
  for (const result of results) console.log(result)
  if (!results.every((result) => /ended with 2: .*DATABASE_URL: /s.test(result))) process.exitCode = 1
} finally {
  await stopPostgres(join(folder, 'pg'))
  await rm(folder, { recursive: true, force: true })
}
