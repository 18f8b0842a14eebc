// node scripts/rotate-secret.ts: reseals with SECRET what was sealed with FORMER_SECRETS, while the product serves, and
// lists the former secrets that are no longer needed. Exits with 1 if one is still needed, with 2 if it couldn't look
// (docs/operations.md).
import { manifests } from '#modules/manifests.ts'
import { requireAuditKey } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { openDatabase, usualOptions } from '#platform/db/database.ts'
import { readEnv } from '#platform/env.ts'
import { rotateSecret } from '#platform/rotate-secret.ts'
import { openSealer } from '#platform/seal.ts'

async function main(): Promise<number> {
  const env = readEnv(process.env)
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL: is missing')
  const secrets = [env.secret, ...env.FORMER_SECRETS] as const
  const sealer = openSealer(secrets)
  const exports = { connections: 1, statementTimeoutMs: 0 }
  const database = openDatabase({ ...usualOptions, name: 'waypost/rotate', url: env.DATABASE_URL, exports })
  try {
    const sql = database.exports
    await requireAuditKey(sql, auditKeys(secrets), sealer)
    const columns = manifests.flatMap(({ sealed = [] }) => sealed)
    const { resealed, remaining } = await rotateSecret(sql, sealer, env.FORMER_SECRETS, columns)
    console.log(`sealed again: ${resealed}`)
    for (const { secret, column, values } of remaining)
      console.log(
        `${secret === 0 ? 'no configured secret opens' : `former secret ${secret} still seals`} ${values} of ${column}`,
      )
    const needed = new Set(remaining.map(({ secret }) => secret))
    for (let place = 1; place <= env.FORMER_SECRETS.length; place++)
      console.log(
        needed.has(place) || needed.has(0)
          ? `former secret ${place}: keep it, and run this again`
          : `former secret ${place} may be dropped once no process has it as its SECRET`,
      )
    return remaining.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 2
})
