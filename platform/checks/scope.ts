import { isTest, type Source } from './source.ts'

// Only the composition root holds connections.
const handles = ['platform/db/database.ts', 'platform/db/index.ts', 'platform/open-ctx.ts']
const root = /^(web\/(commands\/)?[\w-]+\.ts|jobs\/worker\.ts|scripts\/|bench\/|migrations\/|platform\/)/

/** Operations access the database only through their context, and never widen their own scope. */
export function checkScope(sources: readonly Source[]): string[] {
  return sources.filter((source) => !isTest(source) && !root.test(source.path)).flatMap(checkOne)
}

function checkOne({ path, text, imports }: Source): string[] {
  const handleImports = imports.filter(({ target, typeOnly }) => !typeOnly && handles.includes(target))
  return [
    ...handleImports.map(({ target }) => `${path} imports ${target}: only the composition root holds the database`),
    ...(/from ['"](postgres|pg)['"]/.test(text) ? [`${path} opens a database of its own`] : []),
    ...(/\.within\(/.test(text) ? [`${path} sets a scope: contexts have theirs, and .unscoped for a look-up`] : []),
  ]
}

/** How often each file uses `unscoped`. */
export function countUnscopedUses(sources: readonly Source[]): Record<string, number> {
  const counts = sources
    .filter((source) => !isTest(source) && /^(modules|web|jobs)\//.test(source.path))
    .map(({ path, text }) => [path, text.match(/\.unscoped\b|[{,]\s*unscoped\b(?=\s*[,:}])/g)?.length ?? 0] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
