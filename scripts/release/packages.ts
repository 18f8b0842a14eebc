/** An entry of package-lock.json. */
type LockEntry = {
  version?: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockEntry> }

/** An installed package: its folder from the root, as the lock names it. */
export type Package = { folder: string; name: string; version: string; license: string; integrity: string | null }

/**
 * The packages that these need at run time, themselves included, in the order of their folders. Packages that the lock
 * lists for other platforms are not installed; `isInstalled` leaves them out.
 */
export function closureOf(lock: Lock, names: readonly string[], isInstalled: (folder: string) => boolean): Package[] {
  const folders = new Set<string>()
  const add = (name: string, from: string, optional: boolean) => {
    const folder = resolveFolder(lock, name, from)
    if (folder === null || !isInstalled(folder)) {
      if (optional) return
      throw new Error(`${name}, which ${from || 'the release'} needs, is not installed`)
    }
    if (folders.has(folder)) return
    folders.add(folder)
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = lock.packages[folder]!
    for (const need of Object.keys(dependencies)) add(need, folder, need in optionalDependencies)
    for (const need of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(need, folder, true)
  }
  for (const name of names) add(name, '', false)
  return [...folders].sort().map((folder) => packageOf(lock, folder))
}

function packageOf(lock: Lock, folder: string): Package {
  const { version = '', license = 'unknown', integrity = null } = lock.packages[folder]!
  return {
    folder,
    name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    license,
    integrity,
  }
}

/** The nearest installed version, as Node finds it from that folder. */
function resolveFolder(lock: Lock, name: string, from: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (lock.packages[folder]) return folder
    if (at === '') return null
  }
}

/** A bill of materials (CycloneDX 1.6) with every package in the release, built into a file or beside it. */
export function renderSbom(
  product: { name: string; version: string; at: Date; id: string },
  packages: readonly Package[],
) {
  const refOf = ({ name, version }: { name: string; version: string }) =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`
  const unique = new Map(packages.map((entry) => [refOf(entry), entry]))
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(product.id)}`,
    version: 1,
    metadata: {
      timestamp: product.at.toISOString(),
      component: { 'bom-ref': refOf(product), type: 'application', name: product.name, version: product.version },
    },
    components: [...unique].map(([ref, { name, version, license, integrity }]) => ({
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      purl: ref,
      licenses: [{ expression: license }],
      ...(integrity && { hashes: [hashOf(integrity)] }),
    })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') }
}

/** A UUID (version 8) from the first 32 digits of a hash, so that the same release always has the same one. */
function uuidOf(hash: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hash)!
  return `${a}-${b}-8${c}-8${d}-${e}`
}
