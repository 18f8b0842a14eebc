import { NotIsolated } from '#platform/db/isolation.ts'
import { NotPrepared } from '#platform/db/prepared.ts'
import { ConfigurationWrong, type Env } from '#platform/env.ts'

/** Codes of the network and of PostgreSQL for a server that is not there, or does not let us in. */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'CONNECT_TIMEOUT'])
const notAdmitted = /^(28...|3D000|42501|57P03|53300)$/

/** Why the product could not be opened, for the operator; null for a fault of the program. */
export function startFault(error: unknown): string | null {
  if (error instanceof ConfigurationWrong) return error.message
  if (error instanceof NotPrepared || error instanceof NotIsolated)
    return new ConfigurationWrong([`DATABASE_URL: ${error.message}`]).message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!unreachable.has(code) && !notAdmitted.test(code)) return null
  const { message } = error as Error
  return new ConfigurationWrong([`DATABASE_URL: can't use the database: ${message}`]).message
}

/** What is wrong where a server cannot listen: mostly that it runs already. */
export const cannotListen = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, { message }: Error): ConfigurationWrong =>
  new ConfigurationWrong([
    `PORT: ${HOST}:${PORT} isn't available. Choose another port (PORT=3001 make start): ${message}`,
  ])
