// node scripts/reconcile.ts [--days 30] [--books]: compares the books with the transactions of these days at
// Authorize.Net and, if configured, PayPal, and checks the books themselves (`--books`: only these). Prints a sentence
// for each fault. Exits with 1 if there is one, with 2 if it couldn't look. Outside production, both gateways are the
// simulators of the running server.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type GatewayLedger, readLedger, reconcile } from '#modules/checkout/entry.ts'
import { type Database, openDatabase, usualOptions } from '#platform/db/database.ts'
import { releasePostgres, startPostgres } from '#platform/db/embedded.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { cardServicesOf, walletOf } from '#web/payment-services.ts'
import { loadSimulation } from '#web/simulation.ts'

const dayMs = 86_400_000

/** The transactions of every configured gateway since then. */
async function readLedgers(env: Env, since: Date): Promise<GatewayLedger[]> {
  const simulated = (await loadSimulation(env))?.settings(env)
  const wallet = walletOf(env, simulated)
  const cards = await readLedger({ provider: 'authorize_net', gateway: cardServicesOf(env, simulated).gateway }, since)
  return wallet ? [cards, await readLedger({ provider: 'paypal', gateway: wallet }, since)] : [cards]
}

/** The configured database, or the development one. Reading all money takes longer than a request may. */
async function open({ DATABASE_URL, DATA_DIR }: Env): Promise<Database> {
  const url = DATABASE_URL ?? (await startPostgres({ folder: join(DATA_DIR, 'pg'), durable: true })).url
  const exports = { connections: 1, statementTimeoutMs: 0 }
  return openDatabase({ ...usualOptions, name: 'waypost/reconcile', url, exports })
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { days: { type: 'string', default: '30' }, books: { type: 'boolean', default: false } },
  })
  if (!/^[1-9]\d{0,2}$/.test(values.days)) throw new Error('--days takes a number from 1 to 999')
  const env = readEnv(process.env)
  const database = await open(env)
  try {
    const since = new Date(Date.now() - Number(values.days) * dayMs)
    const ledgers = values.books ? [] : await readLedgers(env, since)
    const faults = await reconcile(database.exports, ledgers)
    for (const fault of faults) console.log(fault)
    console.log(faults.length === 0 ? 'the books agree' : `${faults.length} faults`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await database.close()
    await releasePostgres()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 2
})
