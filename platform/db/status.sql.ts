import type { Fault } from '#platform/audit/verify.ts'
import type { Sql } from './sql.ts'

/** The state of the database and of the audit log, for operators. */
export type SystemStatus = {
  /** The newest migration that has been applied, and how many there are. */
  migration: number
  migrations: number
  database_version: string
  database_bytes: number
  connections: number
  /** Audit events that wait for their seal, and since when. */
  audit_waiting: number
  audit_waiting_since: string | null
  audit_sealed_at: string | null
  /** When all audit chains were last verified, and the first fault. */
  audit_verified_at: string | null
  audit_fault: Fault | null
}

/** `sql` must see every tenant. */
export async function selectSystemStatus(sql: Sql): Promise<SystemStatus> {
  const [status] = await sql<SystemStatus>`
    select (select max(number) from platform.migration) as migration,
      (select count(*)::int from platform.migration) as migrations,
      current_setting('server_version') as database_version,
      pg_database_size(current_database())::float8 as database_bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::int from platform.audit_unsealed) as audit_waiting,
      (select to_jsonb(min(e.at)) #>> '{}' from platform.audit_unsealed u
       join platform.audit_event e using (audit_event_id)) as audit_waiting_since,
      (select to_jsonb(max(sealed_at)) #>> '{}' from platform.audit_seal) as audit_sealed_at,
      (select to_jsonb(max(verified_at)) #>> '{}' from platform.audit_verification) as audit_verified_at,
      (select fault from platform.audit_verification order by audit_verification_id desc limit 1) as audit_fault`
  return status!
}
