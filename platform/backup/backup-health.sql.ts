import type { Sql } from '#platform/db/sql.ts'

/** The end of the newest backup in seconds since 1970 (0 if there is none), and the WAL that waits for its receiver. */
type BackupHealth = { ended_seconds: number; wal_bytes: number | null }

export async function selectBackupHealth(sql: Sql): Promise<BackupHealth> {
  const [row] = await sql<BackupHealth>`
    select coalesce((select extract(epoch from max(ended_at)) from platform.backup), 0)::float8 as ended_seconds,
           (select pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 from pg_replication_slots
            where slot_name = 'waypost_backup' and not pg_is_in_recovery()) as wal_bytes`
  return row!
}
