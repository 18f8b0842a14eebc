import type { Manifest } from '#platform/module.ts'
import { isTest, type Source } from './source.ts'

const floorOf = (path: string) => path.split('/')[0]!
const moduleOf = (path: string) => (path.startsWith('modules/') ? (path.split('/')[1] ?? null) : null)

/** The allowed imports between floors: downward only. */
const mayImport: Record<string, readonly string[]> = {
  platform: ['platform', 'openapi'],
  modules: ['modules', 'platform', 'openapi'],
  web: ['web', 'modules', 'platform', 'openapi', 'jobs', 'migrations'],
  jobs: ['jobs', 'modules', 'platform'],
  simulators: ['simulators', 'web', 'platform'],
  openapi: ['openapi'],
  migrations: ['migrations', 'modules', 'platform'],
  scripts: ['scripts', 'simulators', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations', 'tests'],
  bench: ['bench', 'scripts', 'simulators', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations', 'tests'],
  tests: ['tests', 'bench', 'scripts', 'simulators', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations'],
}

/**
 * Folders of a module with their own index.ts, each with the folders that it may use. Other folders of the module
 * import only its index.ts, and those below it do not import it at all. Files beside the module's index.ts may use any
 * of them.
 */
const submodules: Record<string, readonly string[]> = {
  'modules/checkout/payments': ['modules/checkout/cart', 'modules/checkout/orders', 'modules/checkout/settings'],
}

/** Refuses relative imports that leave a folder: they would have to change when either file moves. */
export const checkNames = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('..'))
      .map(({ specifier, target }) => `${path} imports ${specifier}: write #${target}`),
  )

/** Checks imports against the floors, the public files of modules and submodules, and each module's declared uses. */
export function checkFloors(sources: readonly Source[], manifests: readonly Manifest[]): string[] {
  const uses = new Map(manifests.map(({ name, uses }) => [name as string, new Set<string>(uses)]))
  const declaring = new Set(sources.filter(isDeclaring).map(({ path }) => path))
  return sources
    .filter((source) => !isTest(source) && source.path !== 'modules/manifests.ts')
    .flatMap((source) =>
      source.imports.flatMap(({ target }) => findComplaint(source.path, target, uses, declaring) ?? []),
    )
}

function findComplaint(
  from: string,
  to: string,
  uses: Map<string, Set<string>>,
  declaring: ReadonlySet<string>,
): string | null {
  if (!mayImport[floorOf(from)]?.includes(floorOf(to)))
    return `${from} imports ${to}: ${floorOf(from)} may not look up to ${floorOf(to)}`
  if (/\.fixture\.tsx?$/.test(to)) return `${from} imports ${to}: fixtures are for tests`
  const importer = moduleOf(from)
  const other = moduleOf(to)
  if (!other || to === 'modules/manifests.ts') return null
  if (importer === other) return submoduleComplaint(from, to)
  if (importer && !uses.get(importer)?.has(other))
    return `${from} imports ${to}: ${importer} does not say that it uses ${other}`
  if (isFace(to)) return null
  if (importer) return `${from} imports ${to}: only the face of ${other} is for other modules`
  if (isEntry(to) || declaring.has(to)) return null
  return `${from} imports ${to}: it declares nothing, and only entry.ts of ${other} brings the rest out`
}

const folderOf = (path: string) => path.split('/').slice(0, 3).join('/')

function submoduleComplaint(from: string, to: string): string | null {
  const [user, used] = [folderOf(from), folderOf(to)]
  if (user === used || user.endsWith('.ts') || used.endsWith('.ts')) return null
  if (submodules[user]?.includes(used) === false) return `${from} imports ${to}: ${used} is not below ${user}`
  if (submodules[used]?.includes(user)) return `${from} imports ${to}: ${user} may not look up to ${used}`
  if (!submodules[used] || to === `${used}/index.ts` || isForPeople(to)) return null
  return `${from} imports ${to}: only index.ts of ${used} is for others`
}

/** Programs use index.ts as the module's face; people see its islands, shared rules and texts. */
const isFace = (path: string) => /^modules\/\w+\/(index|module)\.ts$/.test(path) || isForPeople(path)

/** The exports of a module that only the floors above use, beside its face and its declarations. */
const isEntry = (path: string) => /^modules\/\w+\/entry\.ts$/.test(path)

/**
 * An operation, a list, a fact or a port is public by its declaration: the floors above the modules import its file.
 */
const isDeclaring = ({ path, text }: Source): boolean =>
  path.startsWith('modules/') &&
  /\bcall:\s*['"`](?:GET|POST|PUT|DELETE) \/|= operation\(|= defineGrid\(|= defineFact\b|= port\b[<(]/.test(text)

/** Names of a face that no other module uses, and of an entry that a declaration makes public already. */
export function checkFaces(sources: readonly Source[]): string[] {
  const shipped = sources.filter((source) => !isTest(source))
  const declaring = new Set(sources.filter(isDeclaring).map(({ path }) => path))
  const usedNames = new Set(
    shipped.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => moduleOf(path) && moduleOf(target) !== moduleOf(path))
        .flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)),
    ),
  )
  const faces = shipped.filter(({ path }) => /^modules\/\w+\/index\.ts$/.test(path))
  const unusedNames = faces.flatMap(({ path, text }) =>
    exportedNames(text)
      .filter((name) => !usedNames.has(`${path} ${name}`))
      .map((name) => `${path} exports ${name}, which no other module uses: entry.ts is for the floors above`),
  )
  const redundantExports = shipped
    .filter(({ path }) => isEntry(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => declaring.has(target))
        .map(({ target }) => `${path} exports from ${target}, which is public by what it declares`),
    )
  return [...unusedNames, ...redundantExports]
}

/** The names under which a file exports again what others declare. */
const exportedNames = (text: string): string[] =>
  [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names]) => names!.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    )
    .filter(Boolean)

export const isForPeople = (path: string) => /\.(island\.tsx|shared\.tsx?|texts\.ts)$/.test(path)
