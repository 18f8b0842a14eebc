import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removePostgres } from '#platform/db/embedded.ts'

const prefix = 'waypost-postgres-'

/** A folder for servers that a test starts itself; its name says which process they belong to. */
export async function openServerFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  // Where root runs the tests, the server's own user must get through.
  await chmod(folder, 0o755)
  return folder
}

/** Stops the servers of tests that ended without doing it, and deletes what they kept. */
export async function removeLeftServers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix))
  for (const name of names)
    if (!isAlive(Number(name.slice(prefix.length).split('-')[0]))) await removeServers(join(tmpdir(), name))
}

async function removeServers(folder: string): Promise<void> {
  const inner = await readdir(folder, { withFileTypes: true })
  for (const { name } of inner.filter((entry) => entry.isDirectory())) {
    const closed = (await readdir(join(folder, name))).includes('pg')
    await removePostgres(join(folder, name, ...(closed ? ['pg'] : [])))
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
