import type { Source } from './source.ts'

/** A file of the browser build; `source` is its entry module, relative to the project's root. */
export type Chunk = { file: string; source: string | null; imports: readonly string[]; gzipped: number }

type Audience = 'staff' | 'others'

/** The most script that a page may load before it is usable, gzipped: for staff, and for students and visitors. */
export const scriptBudgets: Readonly<Record<Audience, number>> = { staff: 160_000, others: 95_000 }

/** Islands of which a page renders one only; the largest counts. */
const alternatives = [
  /^modules\/learning\/questions\/\w+-question\.island\.tsx$/,
  // A break has no video.
  /^modules\/learning\/(player\/break-countdown|media-progress\/watch-video)\.island\.tsx$/,
]

const staffLayout = 'web/layouts/backoffice.tsx'
const staffPlaces = ['web/pages/manage/', 'web/pages/support/']
/** Islands that other pages render for staff only. */
const staffIslands = new Set([
  'modules/backoffice/palette/palette.island.tsx',
  'modules/identity/two-factor/staff-two-factor.island.tsx',
  'web/settings/settings-modal.island.tsx',
])
const entry = 'web/client.ts'

/**
 * Pages whose scripts exceed the budget: the entry plus every island that the page, its layout and their parts import.
 * Scripts that are loaded later don't count: those an island imports itself, and islands that wait for the whole page,
 * for a press, for being scrolled to or for a change by another island.
 */
export function checkScripts(sources: readonly Source[], chunks: readonly Chunk[]): string[] {
  return pageScripts(sources, chunks)
    .filter(({ audience, bytes }) => bytes > scriptBudgets[audience])
    .map(
      ({ path, audience, bytes, islands }) =>
        `${path} loads ${bytes} bytes of script, more than ${scriptBudgets[audience]}: ${islands.join(', ')}`,
    )
}

export type PageScripts = { path: string; audience: Audience; bytes: number; islands: string[] }

export function pageScripts(sources: readonly Source[], chunks: readonly Chunk[]): PageScripts[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const filesOf = fileFinder(chunks)
  const sizeOf = (islands: readonly string[]) =>
    [...new Set([entry, ...islands].flatMap(filesOf))].reduce((sum, { gzipped }) => sum + gzipped, 0)
  return sources
    .filter(({ path }) => path.endsWith('.page.tsx'))
    .map(({ path, imports }) => {
      const isStaff =
        imports.some(({ target }) => target === staffLayout) || staffPlaces.some((place) => path.startsWith(place))
      const onPage = islandsOf(path, byPath).filter((island) => isStaff || !staffIslands.has(island))
      const islands = isStaff ? onPage : maxAlternatives(onPage, sizeOf)
      // A page whose islands all wait loads no script.
      return {
        path,
        audience: isStaff ? 'staff' : 'others',
        islands,
        bytes: islands.length === 0 ? 0 : sizeOf(islands),
      }
    })
}

function maxAlternatives(islands: readonly string[], sizeOf: (islands: readonly string[]) => number): string[] {
  return alternatives.reduce<string[]>(
    (remaining, group) => {
      const largest = remaining.filter((island) => group.test(island)).toSorted((a, b) => sizeOf([b]) - sizeOf([a]))[0]
      return remaining.filter((island) => island === largest || !group.test(island))
    },
    [...islands],
  )
}

function fileFinder(chunks: readonly Chunk[]): (source: string) => Chunk[] {
  const bySource = new Map(chunks.flatMap((chunk) => (chunk.source === null ? [] : [[chunk.source, chunk] as const])))
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  return (source) => {
    const files = new Set<Chunk>()
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || files.has(chunk)) return
      files.add(chunk)
      for (const file of chunk.imports) add(byFile.get(file))
    }
    add(bySource.get(source))
    return [...files]
  }
}

const waits = /when: '(later|press|reached|follow)'/

/**
 * The islands that a page's parts import and that do not wait. Module index files are skipped; they are server code.
 */
function islandsOf(path: string, byPath: ReadonlyMap<string, Source>): string[] {
  const visited = new Set<string>()
  const islands = new Set<string>()
  const walk = (from: string) => {
    if (visited.has(from)) return
    visited.add(from)
    for (const { target, typeOnly } of byPath.get(from)?.imports ?? []) {
      if (typeOnly || !target.endsWith('.tsx')) continue
      if (!target.endsWith('.island.tsx')) walk(target)
      else if (!waits.test(byPath.get(target)?.text ?? '')) islands.add(target)
    }
  }
  walk(path)
  return [...islands].toSorted()
}
