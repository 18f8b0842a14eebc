import { manifests } from '#modules/manifests.ts'
import { requireAuditKey } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { readEnv } from '#platform/env.ts'
import { rotateSecret } from '#platform/rotate-secret.ts'
import { openSealer } from '#platform/seal.ts'
import { exit, type Run } from './command.ts'
import { withDatabase } from './open-database.ts'

/**
 * Reseals with SECRET what was sealed with FORMER_SECRETS, while the product serves, and lists the former secrets that
 * are no longer needed (docs/operations.md).
 */
export const rotate: Run = async (_args, { settings, print }) => {
  const env = readEnv(settings)
  const secrets = [env.secret, ...env.FORMER_SECRETS] as const
  const sealer = openSealer(secrets)
  return withDatabase(env, 'rotate', async ({ exports: sql }) => {
    await requireAuditKey(sql, auditKeys(secrets), sealer)
    const columns = manifests.flatMap(({ sealed = [] }) => sealed)
    const { resealed, remaining } = await rotateSecret(sql, sealer, env.FORMER_SECRETS, columns)
    print(`sealed again: ${resealed}`)
    for (const { secret, column, values } of remaining)
      print(
        `${secret === 0 ? 'no configured secret opens' : `former secret ${secret} still seals`} ${values} of ${column}`,
      )
    const neededIds = new Set(remaining.map(({ secret }) => secret))
    for (let place = 1; place <= env.FORMER_SECRETS.length; place++)
      print(
        neededIds.has(place) || neededIds.has(0)
          ? `former secret ${place}: keep it, and run this again`
          : `former secret ${place} may be dropped once no process has it as its SECRET`,
      )
    return remaining.length === 0 ? exit.done : exit.faults
  })
}
