import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import type { RunAs } from '#platform/db/binaries.ts'
import { openProgram } from '#platform/db/programs.ts'
import { scopeText } from '#platform/db/scope.ts'
import type { Base } from './archive.ts'
import { BackupRefused } from './refused.ts'

export type Recovery = {
  readonly folder: string
  /** Holds the WAL to replay. */
  readonly wal: string
  /** A private folder for the socket and the settings. */
  readonly control: string
  readonly programs: string | undefined
  readonly runAs: RunAs
  readonly at: Date | null
  readonly base: Base
  /** The segment behind the first gap of the WAL. */
  readonly gap: string | null
}

const port = 5432

/** Replays the WAL, marks the copy as restored, and stops the server; returns the time that it reached. */
export async function recover(recovery: Recovery, inspect: (sql: postgres.Sql) => Promise<void>): Promise<string> {
  const { folder, control, programs, runAs, base } = recovery
  const files = {
    hba: join(control, 'pg_hba.conf'),
    ident: join(control, 'pg_ident.conf'),
    settings: join(control, 'postgresql.conf'),
  }
  await writeFile(files.hba, 'local all all trust\n', { mode: 0o644 })
  await writeFile(files.ident, '', { mode: 0o644 })
  await writeFile(files.settings, '', { mode: 0o644 })
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o644 })
  const settings = Object.entries(settingsOf(recovery, files)).map(([name, value]) => `--${name}=${value}`)
  const child = openProgram('postgres', ['-D', folder, ...settings], { programs, runAs })
  child.stdout!.resume()
  const exit = once(child, 'close')
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-20_000)
      if (log.includes('database system is ready to accept connections')) resolve()
    })
    void exit.then(() => reject(explain(log, recovery)), reject)
  })
  try {
    await ready
    await finish(control, base, inspect)
  } finally {
    child.kill('SIGINT')
    await exit
  }
  return /last completed transaction was at log time (.+)/.exec(log)?.[1] ?? base.ended_at
}

/** Passed on the command line, so that no file of the cluster overrides them. Zones are only known as offsets there. */
function settingsOf({ wal, control, at }: Recovery, files: Record<'hba' | 'ident' | 'settings', string>) {
  return {
    config_file: files.settings,
    hba_file: files.hba,
    ident_file: files.ident,
    listen_addresses: '',
    unix_socket_directories: control,
    port: String(port),
    logging_collector: 'off',
    log_destination: 'stderr',
    archive_mode: 'off',
    hot_standby: 'off',
    ssl: 'off',
    restore_command: `cp '${wal}/%f' '%p'`,
    recovery_target_action: 'promote',
    recovery_target_timeline: 'latest',
    ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}

async function finish(control: string, base: Base, inspect: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres({
    host: control,
    port,
    user: base.login,
    database: base.database,
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'waypost/restore', 'waypost.scope': scopeText('all') },
  })
  try {
    await sql`
      insert into platform.installation (installation, restored_at) values (${base.installation ?? 'unknown'}, now())
      on conflict (one_row) do update set restored_at = now()`
    await inspect(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function explain(log: string, { at, folder, gap }: Recovery): BackupRefused {
  const reached = /last completed transaction was at log time (.+)/.exec(log)?.[1]
  if (/recovery ended before configured recovery target was reached/.test(log))
    return new BackupRefused(
      `${gap ? `the WAL has a gap before ${gap}: it` : 'the WAL'} ends ${reached ? `at ${reached}` : 'early'}, before ${at?.toISOString()}`,
    )
  if (/No space left on device/.test(log)) return new BackupRefused(`the disk of ${folder} is full`)
  const faults = log.split('\n').filter((line) => /FATAL|PANIC/.test(line))
  return new BackupRefused(`the restored server did not start: ${(faults.at(-1) ?? log.slice(-300)).trim()}`)
}
