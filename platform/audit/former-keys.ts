import type { KeyObject } from 'node:crypto'
import type { Sql } from '#platform/db/sql.ts'
import { ConfigurationError } from '#platform/env.ts'
import type { Sealer } from '#platform/seal.ts'
import type { SealedColumn } from '#platform/sealed-column.ts'
import { auditKey, auditKeyBytes, auditKeyOf } from './key.ts'

const sealBinding = (key_id: string) => `audit-key:${key_id}`

/** Audit keys derived from former secrets, as the database stores them. */
export const storedAuditKeys: SealedColumn = {
  table: 'platform.audit_key',
  key: ['key_id'],
  column: 'sealed',
  binding: ({ key_id }) => sealBinding(String(key_id)),
  by: 'platform/audit/former-keys.ts',
}

type StoredKey = { key_id: string; sealed: Buffer }

/**
 * Stores the key of a former secret, sealed with the current one, so that its seals can be verified without that
 * secret.
 */
export async function storeAuditKey(sql: Sql, sealer: Sealer, secret: string): Promise<void> {
  const { key_id } = auditKey(secret)
  const ciphertext = sealer.seal(auditKeyBytes(secret), sealBinding(key_id))
  await sql`insert into platform.audit_key (key_id, sealed) values (${key_id}, ${ciphertext}) on conflict do nothing`
}

/** Returns the configured keys plus the stored ones. Leaves out stored keys that these secrets can't open. */
export async function withFormerKeys(
  sql: Sql,
  keys: ReadonlyMap<string, KeyObject>,
  sealer: Sealer,
): Promise<ReadonlyMap<string, KeyObject>> {
  const rows = await listStoredKeys(sql)
  const openable = rows.filter(({ sealed }) => sealer.keyIds.includes(sealer.keyIdOf(sealed)))
  const formerKeys = openable.map(({ key_id, sealed }) => auditKeyOf(sealer.open(sealed, sealBinding(key_id))))
  return new Map([...formerKeys.map(({ key_id, key }) => [key_id, key] as const), ...keys])
}

/** Returns no keys if the table has not been migrated yet. */
async function listStoredKeys(sql: Sql): Promise<readonly StoredKey[]> {
  const [state] = await sql<{ there: boolean }>`select to_regclass('platform.audit_key') is not null as there`
  return state?.there ? sql<StoredKey>`select key_id, sealed from platform.audit_key` : []
}

/**
 * Throws ConfigurationError if the newest seal of the audit log was made with a secret that this process does not have:
 * its seals would break the chain for every other process.
 */
export async function requireAuditKey(sql: Sql, keys: ReadonlyMap<string, KeyObject>, sealer: Sealer): Promise<void> {
  const [row] = await sql<{ key_id: string }>`
    with recursive chain as (
      (select organization_id from platform.audit_seal order by organization_id limit 1)
      union all
      select (select min(s.organization_id) from platform.audit_seal s where s.organization_id > c.organization_id)
      from chain c where c.organization_id is not null)
    select last.key_id from chain c
    cross join lateral (
      select key_id, sealed_at from platform.audit_seal s
      where s.organization_id = c.organization_id order by position desc limit 1) last
    order by last.sealed_at desc limit 1`
  if (!row || (await withFormerKeys(sql, keys, sealer)).has(row.key_id)) return
  throw new ConfigurationError([
    `SECRET: the audit log of this database was last sealed with another secret (key ${row.key_id}): set SECRET to it, or name it in FORMER_SECRETS`,
  ])
}
