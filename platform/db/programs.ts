import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type postgres from 'postgres'

/** A program of PostgreSQL is missing, of another version, or failed; the message is for the operator. */
class ProgramRefused extends Error {
  override name = 'ProgramRefused'
}

/** `programs` is their folder, PATH if absent; `url` the database that they connect to. */
export type ProgramOptions = {
  readonly url?: string
  readonly programs: string | undefined
  /** PGOPTIONS of their sessions. */
  readonly options?: string
  /** The user that runs it, if not the user of this process. */
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined
}

/** The address is passed in the environment: everyone on the machine can see arguments. */
export function openProgram(name: string, args: readonly string[], place: ProgramOptions): ChildProcess {
  const { url, programs, options, runAs } = place
  return spawn(programs ? join(programs, name) : name, args, {
    ...runAs,
    ...(runAs && { cwd: '/' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // Their messages are read.
      LC_ALL: 'C',
      ...(url && addressOf(url)),
      ...(options && { PGOPTIONS: options }),
    },
  })
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

function addressOf(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url)
  return {
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: databaseOf(url),
    PGAPPNAME: 'waypost/dump',
    ...(searchParams.get('sslmode') && { PGSSLMODE: searchParams.get('sslmode')! }),
    ...(searchParams.get('sslrootcert') && { PGSSLROOTCERT: searchParams.get('sslrootcert')! }),
  }
}

/** Resolves to the program's stderr once it has succeeded; otherwise rejects with the end of it. */
export async function awaitProgram(child: ChildProcess, name: string): Promise<string> {
  let output = ''
  child.stderr!.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-4_000)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new ProgramRefused(`${name} exited with code ${code}: ${output.trim()}`)
  return output
}

export async function runProgram(name: string, args: readonly string[], place: ProgramOptions): Promise<string> {
  const child = openProgram(name, args, place)
  child.stdout!.resume()
  return awaitProgram(child, name)
}

/** The server's major version. */
export async function majorOf(sql: postgres.Sql): Promise<number> {
  const [server] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`
  return server!.version
}

/** Refuses a program that is missing or of another version; `kind` is its Debian package. */
export async function requireProgram(
  name: string,
  version: number,
  programs: string | undefined,
  kind: 'client' | 'server' = 'client',
): Promise<void> {
  const debianPackage = kind === 'client' ? `postgresql-client-${version}` : `postgresql-${version}`
  const remedy = `install PostgreSQL ${version}'s ${kind} (Debian: ${debianPackage}) or set PG_PROGRAMS to its folder`
  let output = ''
  try {
    const child = openProgram(name, ['--version'], { programs })
    child.stdout!.on('data', (chunk) => {
      output += chunk
    })
    await awaitProgram(child, name)
  } catch {
    throw new ProgramRefused(`${name} is missing: ${remedy}`)
  }
  const programVersion = Number(/ (\d+)/.exec(output)?.[1])
  if (programVersion !== version)
    throw new ProgramRefused(`${name} has version ${programVersion}, but the server has version ${version}: ${remedy}`)
}
