// node scripts/take-over.ts [--yes]: prints the installation that the database belongs to, and with --yes makes it this
// one's. Running processes start to send within a moment (docs/operations.md). Stop the original first, or give it up
// for good: two installations of the same data charge and write to the same people.
import { parseArgs } from 'node:util'
import { systemClock } from '#platform/clock.ts'
import { noOrganization } from '#platform/ctx.ts'
import { openDatabase, usualOptions } from '#platform/db/database.ts'
import { readEnv } from '#platform/env.ts'
import { selectInstallation, takeOver } from '#platform/installation.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } })
  const env = readEnv(process.env)
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL: is missing')
  const database = openDatabase({ ...usualOptions, name: 'waypost/take-over', url: env.DATABASE_URL })
  try {
    const row = await selectInstallation(database.read)
    console.log(
      `the database belongs to ${row?.installation ?? 'no installation'}${row?.restored_at ? ', restored' : ''}`,
    )
    if (row?.installation === env.installation && !row.restored_at) return 0
    if (!values.yes) {
      console.log(`it becomes ${env.installation} with --yes (make take-over YES=1)`)
      return 1
    }
    const services = { database, clock: systemClock, log: silentLog, facts: { send: async () => {} } }
    const ctx = openCtx(
      { ...services, ports: fillPorts() },
      {
        actor: { kind: 'system', name: 'take-over' },
        organization: noOrganization,
        locale: 'en-us',
      },
    )
    await takeOver(ctx, env.installation)
    console.log(`it belongs to ${env.installation} now`)
    return 0
  } finally {
    await database.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 2
})
