import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from './db/database.ts'
import type { Sql } from './db/sql.ts'
import { productCommit, productVersion } from './version.ts'

const againMs = 30_000
/** Three heartbeats were missed. */
const goneSeconds = 90

export type ProcessState = {
  role: string
  version: string
  commit: string | null
  machine: string
  pid: number
  port: number
  started_at: Date
  seen_at: Date
  gone: boolean
}

/**
 * Reports that this process lives, until the returned function is called. A stopped process is no longer listed; a
 * killed one is listed as gone for a day. An unreachable database is reported elsewhere.
 */
export function signLife(database: Database, { role, port }: { role: string; port: number }): () => Promise<void> {
  const process_id = randomUUID()
  const sign = async () => {
    const [version, commit] = [await productVersion, await productCommit]
    await database.read`
      insert into platform.process (process_id, role, version, commit, machine, pid, port)
      values (${process_id}, ${role}, ${version}, ${commit}, ${hostname()}, ${process.pid}, ${port})
      on conflict (process_id) do update set seen_at = now()`
    await database.read`delete from platform.process where seen_at < now() - interval '1 day'`
  }
  let signing = Promise.resolve()
  const retry = () => {
    signing = signing.then(sign).catch(() => {})
  }
  retry()
  const timer = setInterval(retry, againMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await signing
    await database.read`delete from platform.process where process_id = ${process_id}`.catch(() => {})
  }
}

/**
 * Living processes first, then those that have been gone for less than a day; empty if the database has no such table
 * yet.
 */
export async function listProcesses(sql: Sql): Promise<ProcessState[]> {
  const [state] = await sql<{ there: boolean }>`select to_regclass('platform.process') is not null as there`
  if (!state?.there) return []
  return sql<ProcessState>`
    select role, version, commit, machine, pid, port, started_at, seen_at,
           seen_at < now() - make_interval(secs => ${goneSeconds}) as gone
    from platform.process where seen_at >= now() - interval '1 day' order by gone, machine, port, started_at limit 200`
}
