import { AddressRefused } from '#platform/db/address.ts'
import { NotIsolated } from '#platform/db/isolation.ts'
import { NotPrepared } from '#platform/db/prepared.ts'
import { ConfigurationError, type Env } from '#platform/env.ts'

/** Network and PostgreSQL error codes for a server that is missing or refuses access. */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'CONNECT_TIMEOUT'])
const notAdmitted = /^(28...|3D000|42501|57P03|53300)$/

/** PgBouncer's error code for a setting that it does not pass on. */
const refusedSetting = /unsupported startup parameter/
const poolerAdvice =
  'name PostgreSQL itself. The product has pools of its own, and a pooler that drops its settings would drop its role and time limits'

/** The reason why the product couldn't start, for the operator; null for a bug. */
export function startFault(error: unknown): string | null {
  if (error instanceof ConfigurationError) return error.message
  if (error instanceof AddressRefused) return new ConfigurationError([`DATABASE_URL: ${error.message}`]).message
  if (error instanceof NotPrepared || error instanceof NotIsolated)
    return new ConfigurationError([`DATABASE_URL: ${error.message}`]).message
  if (error instanceof Error && refusedSetting.test(error.message))
    return new ConfigurationError([`DATABASE_URL: ${error.message}, so a pooler is in front: ${poolerAdvice}`]).message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!unreachable.has(code) && !notAdmitted.test(code)) return null
  const { message } = error as Error
  return new ConfigurationError([`DATABASE_URL: can't use the database: ${message}`]).message
}

/** Explains why a server can't listen: usually, it is already running. */
export const listenFault = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, { message }: Error): ConfigurationError =>
  new ConfigurationError([
    `PORT: ${HOST}:${PORT} isn't available. Choose another port (PORT=3001 make start): ${message}`,
  ])
