import { isTest, readSources, type Source } from '#platform/checks/source.ts'

const without = /\.fixture\.ts$|\.texts\.tsx?$|platform\/(checks|testing)\//
const code = /^(jobs|modules|platform|web)\/.*\.tsx?$/

/** Calls that guard a change, and those that record it or are its consequences. */
const calls = [
  /(?<!function |const )\b(?<name>(?:lock|require|audit|refuse|hold|pause|end|drop|note|notify|revoke|forget|settle|release|disconnect)[A-Z]\w*|count\w*Try)\(/g,
  /\bthrow (?<name>\w*[eE]rrors\.\w+)/g,
  /\b(?<name>redirect: 'error')/g,
  // A consequence: a call whose result is not used.
  /^\s+await (?:\w+\.)?(?<name>(?!lock|require|audit|refuse|hold|pause|end|drop|note|notify|revoke|forget|settle|release|disconnect|sql|tx|read|emit|count\w*Try)\w+)\(/gm,
  /\.(?<name>emit)\((?<what>\w+)/g,
  /\.(?<name>audit)\((?:\{\s*action: '(?<what>[\w.-]+)')?/g,
]

/**
 * The guards of each file and its effects besides the response: locks, requirements, refusals, events of the audit log and
 * facts. `path: call, call × 2`, in the order of the paths.
 */
export const listGuards = (root: string): string[] =>
  readSources(root)
    .filter((source) => !isTest(source) && code.test(source.path) && !without.test(source.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) => {
      const guards = guardsOf({ text })
      return guards.length > 0 ? [`${path}: ${guards.join(', ')}`] : []
    })

export function guardsOf({ text }: Pick<Source, 'text'>): string[] {
  const statements = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const counts = new Map<string, number>()
  for (const pattern of calls) {
    for (const { groups } of statements.matchAll(pattern)) {
      const call = [groups!.name, groups!.what].filter(Boolean).join(' ')
      counts.set(call, (counts.get(call) ?? 0) + 1)
    }
  }
  return [...counts].map(([call, count]) => (count > 1 ? `${call} × ${count}` : call)).toSorted()
}
