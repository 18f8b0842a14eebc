import { systemClock } from '#platform/clock.ts'
import { noOrganization } from '#platform/ctx.ts'
import { appRole, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { sealEvents } from './seal.ts'

// A sealer in its own process, for tests that kill it.
const [url, secret] = process.argv.slice(2)
// No timeout: the test decides how long it waits.
const transactions = { ...defaultOptions.transactions, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000 }
const database = openDatabase({ ...defaultOptions, transactions, name: 'doomed sealer', url: url!, role: appRole })
const services = { database, clock: systemClock, log: silentLog, facts: { send: async () => {} } }
await sealEvents(
  openCtx(
    { ...services, ports: fillPorts([secretPort, secret]) },
    {
      actor: { kind: 'system', name: 'doomed' },
      organization: noOrganization,
      locale: 'en-us',
    },
  ),
)
await database.close()
