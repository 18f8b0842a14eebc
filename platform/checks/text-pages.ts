import { isForPeople } from './floors.ts'
import { readSources, type Source } from './source.ts'

/** What a page shares with all others, and faces, which hold texts of their whole module: neither says where a text is. */
const isShared = (path: string) => /\/index\.ts$|^web\/layouts\/|^platform\/|^jobs\//.test(path)

/** The addresses of the pages that show a file's texts, by file. */
export function pagesByFile(root: string): Map<string, string[]> {
  const sources = new Map(readSources(root).map((source) => [source.path, source]))
  const shown = new Map<string, Set<string>>()
  for (const page of sources.values()) {
    const address = page.path.endsWith('.page.tsx') ? addressOf(page, sources) : null
    if (address === null) continue
    for (const path of within(page, sources)) shown.set(path, (shown.get(path) ?? new Set()).add(address))
  }
  return new Map([...shown].map(([path, addresses]) => [path, [...addresses].sort()]))
}

/** The page's files and everything they import. */
function within(page: Source, sources: ReadonlyMap<string, Source>): Set<string> {
  const seen = new Set<string>()
  const visit = ({ path, imports }: Source): void => {
    // An operation that a page calls says nothing on the page.
    const isSilent = (target: string) =>
      path.startsWith('web/') && target.startsWith('modules/') && !isForPeople(target)
    seen.add(path)
    for (const { target, typeOnly } of imports) {
      const next = sources.get(target)
      // A page imports another one for its address.
      if (
        next &&
        !typeOnly &&
        !seen.has(target) &&
        !isShared(target) &&
        !isSilent(target) &&
        !target.endsWith('.page.tsx')
      )
        visit(next)
    }
  }
  visit(page)
  return seen
}

/** The address that a page declares, as a literal or built from constants; null for anything else. */
function addressOf(page: Source, sources: ReadonlyMap<string, Source>): string | null {
  const declared = /\n {2}address:\s*('[^'\n]*'|`[^`\n]*`|[\w.]+)/.exec(page.text)?.[1]
  return declared === undefined ? null : textOf(declared, page, sources)
}

function textOf(expression: string, source: Source, sources: ReadonlyMap<string, Source>): string | null {
  if (expression.startsWith("'")) return expression.slice(1, -1)
  if (!expression.startsWith('`')) return constantOf(expression, source, sources)
  const parts = expression.slice(1, -1).split(/\$\{([\w.]+)\}/)
  const values = parts.map((part, at) => (at % 2 === 0 ? part : constantOf(part, source, sources)))
  return values.includes(null) ? null : values.join('')
}

/** `const here = '/a'`, or `reports: '/a'` for `paths.reports`, in the file itself or in one that it imports. */
function constantOf(name: string, source: Source, sources: ReadonlyMap<string, Source>): string | null {
  const own = name.split('.').at(-1)!
  const written = new RegExp(
    name.includes('.') ? `\\b${own}: ('[^'\\n]*')` : `const ${own} = ('[^'\\n]*'|\`[^\`\\n]*\`)`,
  )
  const near = source.imports.flatMap(({ target }) => sources.get(target) ?? [])
  for (const one of [source, ...near]) {
    const found = written.exec(one.text)?.[1]
    if (found && found !== `\`\${${own}}\``) return textOf(found, one, sources)
  }
  return null
}
