import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres } from '#platform/db/embedded.ts'

const prefix = 'waypost-postgres-'

/** A folder for servers that a test starts; its name contains the process id. */
export async function openServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  // If root runs the tests, the server's own user must be able to enter.
  await chmod(folder, 0o755)
  return folder
}

/** Stops servers that ended tests left running, and deletes their files. */
export async function removeLeftServers(): Promise<void> {
  // Programs that are kept outside begin like them, without a process id.
  const leftovers = (await readdir(tmpdir())).flatMap((name) => {
    const [, pid] = /^waypost-postgres-(\d+)-\w+$/.exec(name) ?? []
    return pid && !isAlive(Number(pid)) ? [name] : []
  })
  for (const name of leftovers) await removeServers(join(tmpdir(), name))
}

async function removeServers(folder: string): Promise<void> {
  const inner = await readdir(folder, { withFileTypes: true })
  for (const { name } of inner.filter((entry) => entry.isDirectory())) {
    const hasPgFolder = (await readdir(join(folder, name))).includes('pg')
    await removePostgres(join(folder, name, ...(hasPgFolder ? ['pg'] : [])))
  }
  await rm(folder, { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
