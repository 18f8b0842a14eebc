import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#platform/db/database.ts'
import type { Server } from '#tests/e2e/support/server.ts'

/** Like a process supervisor: restarts a server that can't start yet. */
export async function supervise(start: () => Promise<Server>): Promise<Server> {
  for (let tries = 1; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/**
 * The machine itself doesn't crash here and keeps everything that PostgreSQL wrote, so there is no need to sync.
 * Returns the cluster's folder.
 */
export async function disableFsync({ read }: Database): Promise<string> {
  await read`alter system set fsync = off`
  await read`select pg_reload_conf()`
  const [row] = await read<{ folder: string }>`select current_setting('data_directory') as folder`
  return row!.folder
}

/** Ends every backend of a cluster immediately, without a checkpoint. */
export async function crashCluster(folder: string): Promise<void> {
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  await waitForExit(Number(pid))
}

async function waitForExit(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`PostgreSQL (${pid}) did not end`)
}
