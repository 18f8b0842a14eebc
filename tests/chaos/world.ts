import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../modules/checkout/index.ts'
import { type Database, openDatabase, usualOptions } from '../../platform/db/database.ts'
import { startPostgres } from '../../platform/db/embedded.ts'
import { freePort, type Server, startServer } from '../e2e/support/server.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The built product as a process of its own, its own PostgreSQL, and a payment gateway that outlives both: what the
 * gateway has captured is the truth that the books are held against.
 */
export async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-chaos-'))
  const cluster = join(folder, 'postgres')
  const postgres = await startPostgres({ folder: cluster, durable: true })
  const gateway = await startSimulator()
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const env = { DATABASE_URL: postgres.url, BASE_URL: origin, PORT: port, DATA_DIR: folder, RATE_LIMITS: 'off' }
  const foreign = {
    AUTHORIZE_NET_URL: gateway.config.endpoint,
    AUTHORIZE_NET_SCRIPT: gateway.config.library_url,
    AUTHORIZE_NET_LOGIN: gateway.config.api_login_id,
    AUTHORIZE_NET_KEY: gateway.config.transaction_key,
    AUTHORIZE_NET_CLIENT_KEY: gateway.config.client_key,
  }
  const start = () => startServer({ ...env, ...foreign }, 'node', 'ignore')
  let server: Server | null = await start()
  const database: Database = openDatabase({ ...usualOptions, name: 'chaos', url: postgres.url })
  const pidFile = await unsynced(database)
  return {
    origin,
    gateway: gateway.simulator,
    database,
    /** Ends the server as a power cut would, and starts it again on what is left. */
    async crashServer() {
      await server?.end('SIGKILL')
      server = null
      server = await start()
    },
    /** Ends every backend at once, without a checkpoint, and lets PostgreSQL recover. */
    async crashPostgres() {
      const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await gone(Number(pid))
      await startPostgres({ folder: cluster, durable: true })
    },
    async moveClock(milliseconds: number) {
      await database.read`
        update platform.clock set "offset" = "offset" + ${`${milliseconds} milliseconds`}::interval`
    },
    async close() {
      await server?.end('SIGTERM')
      await database.close()
      await gateway.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The machine itself does not die here: what PostgreSQL has handed to it is kept, so nobody needs to wait for a disk.
 * Answers the file that tells the server's process.
 */
async function unsynced({ read }: Database): Promise<string> {
  await read`alter system set fsync = off`
  await read`select pg_reload_conf()`
  const [row] = await read<{ folder: string }>`select current_setting('data_directory') as folder`
  return join(row!.folder, 'postmaster.pid')
}

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error(`PostgreSQL (${pid}) did not end`)
}
