import type { Actor } from '../actor.ts'
import { systemClock } from '../clock.ts'
import { silentLog } from '../log.ts'
import { fillPorts, openCtx } from '../open-ctx.ts'
import { secretPort } from '../ports.ts'
import { testDatabase } from '../testing/database.ts'
import { auditKeys } from './key.ts'
import { type ChainReport, type Head, verifyAuditLog } from './verify.ts'

export const secret = 'a secret of this test file, long enough'

/** A database with an audit log of its own, and who writes, seals and verifies it. */
export async function openAuditLog() {
  const { db, url } = await testDatabase()
  const services = { database: db, clock: systemClock, log: silentLog, facts: { send: async () => {} } }

  const ctxOf = (organization_id: number, key = secret, actor: Actor = { kind: 'system', name: 'test' }) =>
    openCtx(
      { ...services, ports: fillPorts([secretPort, key]) },
      {
        actor,
        organization: { organization_id, code: 'TST', name: 'Test', scope: [organization_id] },
        locale: 'en-us',
        request: { id: 'r1', address: '127.0.0.1', agent: 'test', origin: '' },
      },
    )

  /** Events of an organization, oldest first; answers their ids. */
  async function write(organization_id: number, events: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < events; n += 1) {
      const ctx = ctxOf(organization_id)
      await ctx.audit({ action: 'test.deed', subject: `thing:${n}`, before: { n, naïve: 'ñ' }, after: { n: n + 1 } })
    }
    const rows = await db.read<{ audit_event_id: number }>`
      select audit_event_id from platform.audit_event where organization_id = ${organization_id} order by 1`
    ids.push(...rows.map(({ audit_event_id }) => audit_event_id))
    return ids.slice(-events)
  }

  async function verify(secrets = [secret], heads: Head[] = []): Promise<ChainReport[]> {
    const reports: ChainReport[] = []
    for await (const report of verifyAuditLog({ sql: db.read, keys: auditKeys(secrets), heads })) reports.push(report)
    return reports
  }

  /** Does what nobody may: as a superuser, with the triggers of both tables off. */
  const tamper = (text: string, values: unknown[] = []) =>
    db.tx(async (sql) => {
      for (const table of ['audit_event', 'audit_seal'])
        await sql.text(`alter table platform.${table} disable trigger user`)
      await sql.text(text, values)
      for (const table of ['audit_event', 'audit_seal'])
        await sql.text(`alter table platform.${table} enable trigger user`)
    })

  return { db, url, ctxOf, write, verify, tamper }
}
