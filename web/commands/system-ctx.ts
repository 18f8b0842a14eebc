import { systemClock } from '#platform/clock.ts'
import { type Ctx, noOrganization } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx } from '#platform/open-ctx.ts'
import { secretPort } from '#platform/ports.ts'

/** The context of a command that writes to the database: the server itself acts, and the audit log names the command. */
export function openCommandCtx(database: Database, command: string, secret?: string): Ctx {
  const services = { database, clock: systemClock, log: silentLog, facts: { send: async () => {} } }
  return openCtx(
    { ...services, ports: secret === undefined ? fillPorts() : fillPorts([secretPort, secret]) },
    { actor: { kind: 'system', name: command }, organization: noOrganization, locale: 'en-us' },
  )
}
