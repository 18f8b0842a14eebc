import { parseArgs } from 'node:util'
import { type GatewayLedger, readLedger, reconcile } from '#modules/checkout/entry.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { cardServicesOf, walletOf } from '#web/payment-services.ts'
import { loadSimulation } from '#web/simulation.ts'
import { exit, type Run, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'

const dayMs = 86_400_000

/**
 * The transactions of every configured gateway since then. Outside production, the server's simulators provide them.
 */
async function readLedgers(env: Env, since: Date): Promise<GatewayLedger[]> {
  const simulated = (await loadSimulation(env))?.settings(env)
  const wallet = walletOf(env, simulated)
  const cards = await readLedger({ provider: 'authorize_net', gateway: cardServicesOf(env, simulated).gateway }, since)
  return wallet ? [cards, await readLedger({ provider: 'paypal', gateway: wallet }, since)] : [cards]
}

/** Compares the books with the gateways' transactions and with themselves; prints one line per fault. */
export const reconcileBooks: Run = async (args, { settings, print }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      days: { type: 'string', default: '30' },
      books: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  if (!/^[1-9]\d{0,2}$/.test(values.days)) throw new UsageError('--days takes a number from 1 to 999')
  const env = readEnv(settings)
  const since = new Date(Date.now() - Number(values.days) * dayMs)
  const faults = await withDatabase(env, 'reconcile', async (database) =>
    reconcile(database.exports, values.books ? [] : await readLedgers(env, since)),
  )
  if (values.json) print(JSON.stringify({ since: since.toISOString(), books_only: values.books, faults }))
  else {
    for (const fault of faults) print(fault)
    print(faults.length === 0 ? 'the books agree' : `${faults.length} faults`)
  }
  return faults.length === 0 ? exit.done : exit.faults
}
