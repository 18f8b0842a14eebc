import { isForPeople } from './floors.ts'
import { declaredAddresses } from './page-addresses.ts'
import { readSources, type Source } from './source.ts'

/** Files shared by all pages, and faces, which hold the texts of a whole module, do not show where a text appears. */
const isShared = (path: string) => /\/index\.ts$|^web\/layouts\/|^platform\/|^jobs\//.test(path)

/** The addresses of the pages that show a file's texts, by file. */
export function pagesByFile(root: string): Map<string, string[]> {
  const sources = new Map(readSources(root).map((source) => [source.path, source]))
  const addressesByFile = new Map<string, Set<string>>()
  for (const page of sources.values()) {
    for (const address of declaredAddresses([page])) {
      for (const path of importsOf(page, sources))
        addressesByFile.set(path, (addressesByFile.get(path) ?? new Set()).add(address))
    }
  }
  return new Map([...addressesByFile].map(([path, addresses]) => [path, [...addresses].sort()]))
}

/** The page's files and everything they import. */
function importsOf(page: Source, sources: ReadonlyMap<string, Source>): Set<string> {
  const visited = new Set<string>()
  const visit = ({ path, imports }: Source): void => {
    // An operation that a page calls shows no text on the page.
    const isSilent = (target: string) =>
      path.startsWith('web/') && target.startsWith('modules/') && !isForPeople(target)
    visited.add(path)
    for (const { target, typeOnly } of imports) {
      const next = sources.get(target)
      // A page imports another one for its address.
      if (
        next &&
        !typeOnly &&
        !visited.has(target) &&
        !isShared(target) &&
        !isSilent(target) &&
        !target.endsWith('.page.tsx')
      )
        visit(next)
    }
  }
  visit(page)
  return visited
}
