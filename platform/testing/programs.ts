import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The major version of the packaged server. */
const version = 18

/** The folder into which `.ci/run` installs them. */
const installFolder = join(tmpdir(), 'waypost-programs/embedded_postgres/pginstall/bin')

/**
 * PostgreSQL's own programs (pg_dump, pg_basebackup …) of the server's version, which the packaged server lacks: in
 * PG_PROGRAMS, as Debian or `.ci/run` installs them, or in PATH. Null if the machine has none.
 */
export async function findPrograms(): Promise<{ place: string | undefined } | null> {
  for (const folder of [process.env.PG_PROGRAMS, `/usr/lib/postgresql/${version}/bin`, installFolder, undefined]) {
    const program = await run(folder ? join(folder, 'pg_dump') : 'pg_dump', ['--version']).catch(() => null)
    if (Number(/ (\d+)/.exec(program?.stdout ?? '')?.[1]) === version) return { place: folder }
  }
  return null
}
