import { parseArgs } from 'node:util'
import { verifyArchives } from '#platform/audit/archive.ts'
import { withFormerKeys } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { sealEvents } from '#platform/audit/seal.ts'
import { type ChainReport, countWaiting, type Head, verifyAuditLog } from '#platform/audit/verify.ts'
import { readEnv } from '#platform/env.ts'
import { openSealer } from '#platform/seal.ts'
import { exit, pathFrom, type Run, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'
import { openCommandCtx } from './system-ctx.ts'

function readHead(text: string): Head {
  const [, organization_id, position, hash] = /^(\d+):(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  if (!hash) throw new UsageError(`${text} is not a head: organization:position:hash`)
  return { organization_id: Number(organization_id), position: Number(position), hash }
}

function describe({ organization_id, sealed, archived, head, broken }: ChainReport): string {
  const chain = organization_id === 0 ? 'the server itself' : `organization ${organization_id}`
  if (!broken) {
    const end = head ? `, ends with ${organization_id}:${head.position}:${head.hash}` : ''
    const inFiles = archived > 0 ? `, the first ${archived} in files (--archives)` : ''
    return `ok      ${chain}: ${sealed} events${inFiles}${end}`
  }
  const { fault, position, audit_event_id } = broken
  const places = [position && `position ${position}`, audit_event_id && `audit_event_id ${audit_event_id}`]
  return `BROKEN  ${chain}: ${fault} at ${places.filter(Boolean).join(', ')}; ${sealed} events before it hold`
}

/** Follows every chain of the audit log and prints the first broken row of each (docs/audit.md). */
export const verifyAudit: Run = async (args, surroundings) => {
  const { settings, print } = surroundings
  const { values } = parseArgs({
    args: [...args],
    options: {
      seal: { type: 'boolean', default: false },
      head: { type: 'string', multiple: true, default: [] },
      archives: { type: 'string' },
    },
  })
  const heads = values.head.map(readHead)
  const env = readEnv(settings)
  return withDatabase(env, 'verify', async (database) => {
    if (values.seal) print(`sealed ${await sealEvents(openCommandCtx(database, 'verify-audit', env.secret))} events`)
    const secrets = [env.secret, ...env.FORMER_SECRETS] as const
    const keys = await withFormerKeys(database.exports, auditKeys(secrets), openSealer(secrets))
    let brokenCount = 0
    const verifying = { sql: database.exports, keys, heads }
    const inArchives: Head[] = []
    if (values.archives) {
      for await (const { archive, why, heads } of verifyArchives(verifying, pathFrom(surroundings, values.archives))) {
        print(why === null ? `ok      ${archive.file_name}` : `BROKEN  ${archive.file_name}: ${why}`)
        if (why === null) inArchives.push(...heads)
        else brokenCount += 1
      }
    }
    for await (const report of verifyAuditLog({ ...verifying, inArchives })) {
      print(describe(report))
      if (report.broken) brokenCount += 1
    }
    const { events, since } = await countWaiting(database.exports)
    print(events === 0 ? 'no event waits for its seal' : `not sealed yet: ${events}, since ${since?.toISOString()}`)
    return brokenCount > 0 ? exit.faults : exit.done
  })
}
