// node scripts/verify-audit.ts [--seal] [--head organization:position:hash]...: follows every chain of the audit log
// and prints the first broken row (docs/audit.md). Exits with 1 if there is one, with 2 if it couldn't look.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withFormerKeys } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { type ChainReport, countWaiting, type Head, verifyAuditLog } from '#platform/audit/verify.ts'
import { systemClock } from '#platform/clock.ts'
import { noOrganization } from '#platform/ctx.ts'
import { type Database, openDatabase, usualOptions } from '#platform/db/database.ts'
import { releasePostgres, startPostgres } from '#platform/db/embedded.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { secretPort } from '#platform/ports.ts'
import { openSealer } from '#platform/seal.ts'

function readHead(text: string): Head {
  const [, organization_id, position, hash] = /^(\d+):(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!hash) throw new Error(`${text} is no head: organization:position:hash`)
  return { organization_id: Number(organization_id), position: Number(position), hash }
}

/** The configured database, or the development one. A long chain takes longer than a request may. */
async function open({ DATABASE_URL, DATA_DIR }: Env): Promise<Database> {
  const url = DATABASE_URL ?? (await startPostgres({ folder: join(DATA_DIR, 'pg'), durable: true })).url
  const exports = { connections: 1, statementTimeoutMs: 0 }
  return openDatabase({ ...usualOptions, name: 'waypost/verify', url, exports })
}

async function seal(database: Database, { secret }: Env): Promise<void> {
  const services = { database, clock: systemClock, log: silentLog, facts: { send: async () => {} } }
  const ctx = openCtx(
    { ...services, ports: fillPorts([secretPort, secret]) },
    {
      actor: { kind: 'system', name: 'verify-audit' },
      organization: noOrganization,
      locale: 'en-us',
    },
  )
  console.log(`sealed ${await sealEvents(ctx)} events`)
}

function tell({ organization_id, sealed, head, broken }: ChainReport): void {
  const chain = organization_id === 0 ? 'the server itself' : `organization ${organization_id}`
  if (!broken) {
    const end = head ? `, ends with ${organization_id}:${head.position}:${head.hash}` : ''
    console.log(`ok      ${chain}: ${sealed} events${end}`)
    return
  }
  const { fault, position, audit_event_id } = broken
  const places = [position && `position ${position}`, audit_event_id && `audit_event_id ${audit_event_id}`]
  console.log(`BROKEN  ${chain}: ${fault} at ${places.filter(Boolean).join(', ')}; ${sealed} events before it hold`)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { seal: { type: 'boolean', default: false }, head: { type: 'string', multiple: true, default: [] } },
  })
  const env = readEnv(process.env)
  const database = await open(env)
  try {
    if (values.seal) await seal(database, env)
    const secrets = [env.secret, ...env.FORMER_SECRETS] as const
    const keys = await withFormerKeys(database.exports, auditKeys(secrets), openSealer(secrets))
    let broken = 0
    for await (const report of verifyAuditLog({ sql: database.exports, keys, heads: values.head.map(readHead) })) {
      tell(report)
      if (report.broken) broken += 1
    }
    const { events, since } = await countWaiting(database.exports)
    console.log(
      events === 0 ? 'no event waits for its seal' : `not sealed yet: ${events}, since ${since?.toISOString()}`,
    )
    return broken > 0 ? 1 : 0
  } finally {
    await database.close()
    await releasePostgres()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 2
})
