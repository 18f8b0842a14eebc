import { declaredAddresses } from './page-addresses.ts'
import { readSources, type Source } from './source.ts'

/** What a page shares with all others, and faces, which hold every text of their module: neither says where a text is. */
const isShared = (path: string) => /\/index\.ts$|^web\/layouts\/|^platform\/|^jobs\//.test(path)

/** The addresses of the pages that show the texts of a file, by the file. */
export function pagesByFile(root: string): Map<string, string[]> {
  const sources = new Map(readSources(root).map((source) => [source.path, source]))
  const shown = new Map<string, Set<string>>()
  for (const page of sources.values()) {
    for (const address of declaredAddresses([page])) {
      for (const path of within(page, sources)) shown.set(path, (shown.get(path) ?? new Set()).add(address))
    }
  }
  return new Map([...shown].map(([path, addresses]) => [path, [...addresses].sort()]))
}

/** The page and what it draws: its files, and the ones that they import. */
function within(page: Source, sources: ReadonlyMap<string, Source>): Set<string> {
  const seen = new Set<string>()
  const visit = ({ path, imports }: Source): void => {
    seen.add(path)
    for (const { target, typeOnly } of imports) {
      const next = sources.get(target)
      // A page imports another one for its address.
      if (next && !typeOnly && !seen.has(target) && !isShared(target) && !target.endsWith('.page.tsx')) visit(next)
    }
  }
  visit(page)
  return seen
}
