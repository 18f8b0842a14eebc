import { jobs } from '#jobs/index.ts'
import { requireAuditKey } from '#platform/audit/former-keys.ts'
import { auditKeys } from '#platform/audit/key.ts'
import { requireUnmovedClock } from '#platform/clock.ts'
import { appRole } from '#platform/db/database.ts'
import { requireIsolation } from '#platform/db/isolation.ts'
import { requirePrepared } from '#platform/db/prepared.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { openSealer } from '#platform/seal.ts'
import { type OpenedServices, openServices } from './services.ts'
import type { Simulation } from './simulation.ts'

/**
 * Opens the services of a process that works on the product's data. Refuses a database that is not prepared, does not
 * isolate tenants, has a moved clock, or was sealed with another secret.
 */
export async function openProduct(env: Env, log: Log, simulation: Simulation | null): Promise<OpenedServices> {
  if (!env.DATABASE_URL)
    throw new ConfigurationError(['DATABASE_URL: is missing (make start starts a database of its own)'])
  if (env.production && simulation) throw new Error('Simulators must not run in production.')
  await requirePrepared(env.DATABASE_URL)
  await requireIsolation({ url: env.DATABASE_URL, socket: env.DATABASE_SOCKET }, appRole)
  const services = await openServices(env, env.DATABASE_URL, jobs, log, simulation?.settings(env) ?? {})
  const { database } = services.services
  try {
    const secrets = [env.secret, ...env.FORMER_SECRETS] as const
    await requireAuditKey(database.read, auditKeys(secrets), openSealer(secrets))
    if (env.production) await requireUnmovedClock(database)
    return services
  } catch (error) {
    await services.close()
    throw error
  }
}
