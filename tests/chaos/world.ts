import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { movableClock } from '#platform/clock.ts'
import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { startPaypalSimulator } from '#simulators/paypal/simulator.ts'
import { type Server, startServer } from '#tests/e2e/support/server.ts'
import { crashCluster, disableFsync, supervise } from './processes.ts'
import { pause } from './random.ts'
import { openTally } from './tally.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/**
 * The built product in its own process, its own PostgreSQL, and two payment gateways that outlive both. The gateways'
 * records are the truth that the books are compared with.
 */
export async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-chaos-'))
  const place = { folder: join(folder, 'postgres'), durable: true }
  const postgres = await startPostgres(place)
  const clock = movableClock()
  const [gateway, paypal] = [await startAuthorizeNetSimulator({ clock }), await startPaypalSimulator({ clock })]
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const serverEnv = { DATABASE_URL: postgres.url, BASE_URL: origin, PORT: port, DATA_DIR: folder, RATE_LIMITS: 'off' }
  // Every buyer has their own address, so that rate limits don't end the run.
  const env = { ...serverEnv, TRUST_PROXY: '1', ...cardsEnv(gateway.config), ...walletEnv(paypal.config) }
  const log = await open(join(folder, 'server.log'), 'a')
  const start = () => supervise(() => startServer(env, 'node', log.fd))
  let server: Server | null = await start()
  const database: Database = openDatabase({ ...defaultOptions, name: 'chaos', url: postgres.url })
  // Beside the folder if PostgreSQL's user can't read that one.
  const cluster = await disableFsync(database)
  const promised = new Set<string>()
  return {
    origin,
    url: postgres.url,
    gateway: gateway.simulator,
    paypal: paypal.simulator,
    database,
    tally: openTally(),
    /** Records that a buyer was told that this transaction is paid. */
    promise: (transaction_id: string) => void promised.add(transaction_id),
    promised: (): readonly string[] => [...promised],
    /** Ends the server as a power cut would, and restarts it on the remaining data. */
    async crashServer() {
      await server?.end('SIGKILL')
      server = null
      server = await start()
    },
    /** Freezes the server while time passes. It continues after others have given up on its work. */
    async stallServer(milliseconds: number) {
      server?.signal('SIGSTOP')
      await this.moveClock(milliseconds)
      await pause(1_000)
      server?.signal('SIGCONT')
    },
    /** Ends every backend immediately, without a checkpoint, and lets PostgreSQL recover. */
    async crashPostgres() {
      await crashCluster(cluster)
      await startPostgres(place)
    },
    /** Moves the clock of the product and of the gateways. */
    async moveClock(milliseconds: number) {
      clock.offset_ms += milliseconds
      await database.read`
        update platform.clock set "offset" = "offset" + ${`${milliseconds} milliseconds`}::interval`
    },
    /** Ends everything. With `keep`, the cluster, the server's log and the ledgers stay; returns their folder. */
    async close({ keep }: { keep: boolean }): Promise<string[]> {
      await server?.end('SIGTERM')
      const ledgers = { gateway: gateway.simulator.ledger(), paypal: paypal.simulator.ledger() }
      await Promise.all([database.close(), gateway.close(), paypal.close(), log.close()])
      await postgres.release()
      if (keep) await writeFile(join(folder, 'ledgers.json'), JSON.stringify(ledgers))
      else for (const path of [folder, dirname(cluster)]) await rm(path, { recursive: true, force: true })
      return [folder, cluster]
    },
  }
}

type CardsConfig = Awaited<ReturnType<typeof startAuthorizeNetSimulator>>['config']
const cardsEnv = (config: CardsConfig) => ({
  AUTHORIZE_NET_URL: config.endpoint,
  AUTHORIZE_NET_SCRIPT: config.library_url,
  AUTHORIZE_NET_LOGIN: config.api_login_id,
  AUTHORIZE_NET_KEY: config.transaction_key,
  AUTHORIZE_NET_CLIENT_KEY: config.client_key,
  AUTHORIZE_NET_SIGNATURE_KEY: config.signature_key,
})

type WalletConfig = Awaited<ReturnType<typeof startPaypalSimulator>>['config']
const walletEnv = (config: WalletConfig) => ({
  PAYPAL_URL: config.endpoint,
  PAYPAL_APPROVE_ORIGIN: config.approve_origin,
  PAYPAL_CLIENT_ID: config.client_id,
  PAYPAL_SECRET: config.secret,
  PAYPAL_WEBHOOK_ID: config.webhook_id,
})
