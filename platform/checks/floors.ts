import type { Manifest } from '../module.ts'
import { isTest, type Source } from './source.ts'

const floorOf = (path: string) => path.split('/')[0]!
const moduleOf = (path: string) => (path.startsWith('modules/') ? (path.split('/')[1] ?? null) : null)

/** Which floor may import which: imports go down only. */
const mayImport: Record<string, readonly string[]> = {
  platform: ['platform', 'openapi'],
  modules: ['modules', 'platform', 'openapi'],
  web: ['web', 'modules', 'platform', 'openapi', 'jobs', 'migrations'],
  jobs: ['jobs', 'modules', 'platform'],
  openapi: ['openapi'],
  migrations: ['migrations', 'modules', 'platform'],
  scripts: ['scripts', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations', 'bench', 'tests'],
  bench: ['bench', 'scripts', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations', 'tests'],
  tests: ['tests', 'bench', 'scripts', 'web', 'jobs', 'modules', 'platform', 'openapi', 'migrations'],
}

/** Imports against the floors, the modules' faces and what each module says that it uses. */
export function checkFloors(sources: readonly Source[], manifests: readonly Manifest[]): string[] {
  const uses = new Map(manifests.map(({ name, uses }) => [name as string, new Set<string>(uses)]))
  return sources
    .filter((source) => !isTest(source) && source.path !== 'modules/manifests.ts')
    .flatMap((source) => source.imports.flatMap(({ target }) => complaint(source.path, target, uses) ?? []))
}

function complaint(from: string, to: string, uses: Map<string, Set<string>>): string | null {
  if (!mayImport[floorOf(from)]?.includes(floorOf(to)))
    return `${from} imports ${to}: ${floorOf(from)} may not look up to ${floorOf(to)}`
  const own = moduleOf(from)
  const other = moduleOf(to)
  if (!other || own === other || to === 'modules/manifests.ts') return null
  if (own && !uses.get(own)?.has(other)) return `${from} imports ${to}: ${own} does not say that it uses ${other}`
  return isFace(to) ? null : `${from} imports ${to}: only the face of ${other} is for others`
}

/** The face for programs is index.ts, for development and tests simulators.ts; for people also islands, pure shared rules and texts. */
const isFace = (path: string) =>
  /^modules\/\w+\/(index|module|simulators)\.ts$/.test(path) || /\.(island\.tsx|shared\.tsx?|texts\.ts)$/.test(path)
