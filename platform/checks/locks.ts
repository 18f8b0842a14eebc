import { isTest, type Source } from './source.ts'

const lock =
  /\bfor (?:no key update|update|share|key share)\b(?: of \w+)?(?: skip locked| nowait)?|\bpg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(/g

/** Every database lock that the program takes, as `path: lock`, with `× n` if a file takes it more than once. */
export function listLocks(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && /^(platform|modules|jobs|web)\/.*\.ts$/.test(source.path))
    .filter(({ path }) => !path.startsWith('platform/checks/'))
    .flatMap(({ path, text }) => locksIn(text).map((entry) => `${path}: ${entry}`))
    .toSorted()
}

/** The SQL locks in a text, ignoring comments. */
export function locksIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '')
  const counts = new Map<string, number>()
  for (const [statement] of code.matchAll(lock)) counts.set(statement, (counts.get(statement) ?? 0) + 1)
  return [...counts].map(([statement, count]) => (count > 1 ? `${statement} × ${count}` : statement))
}
