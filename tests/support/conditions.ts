import { isTest, readSources, type Source } from '#platform/checks/source.ts'

const without = /\.fixture\.ts$|\.texts\.tsx?$|\.mail\.tsx$|platform\/(checks|testing|ui)\//
const code = /^(jobs|modules|platform|web)\/.*\.tsx?$/

/** A name or a value of SQL, with an alias. */
const name = String.raw`(?:\w+\.)?\w+`
/** Conditions whose absence a test of the usual case does not notice: ends, states, moments, and which row is the first. */
const statesAndMoments = [
  // `ended_at is null`, `name is not distinct from ${name}`
  new RegExp(String.raw`${name} is (?:not )?(?:null|distinct from \S+)`, 'g'),
  // `state in ('waiting', 'running')`, `state <> 'won'`
  /(?<![\w$]|set |const |let )[a-z_]+(?:\.[a-z_]+)? (?:=|<>|in) (?:\('[^)\n]+'\)|'[\w.-]+')/g,
  // `lk_user_status_id <> ${userStatus.Disabled}`, `row.state !== 'open'`, `outcome === chargeback.state`
  /[\w.]+ (?:=|<>|[!=]==) \$?\{?\w*(?:[sS]tatus|[rR]ole\w*|[sS]tate|[kK]ind)\.\w+\}?/g,
  /[\w.]*\b(?:status|state|kind|role|outcome|decision|way|origin)\b(?:\s[!=]==\s)[\w.'-]+/g,
  // Moments and intervals.
  new RegExp(String.raw`(?:${name}|\S+\)) (?:<|<=|>|>=) (?:platform\.now\(\)|\$\{[^}]+\})[^\n)]*`, 'g'),
  /interval '[^']+'|make_interval\(\w+ => [^)]+\)/g,
  // One of several rows.
  /order by [^\n`]+? limit 1\b/g,
]

/** The conditions of each file about ends, states and moments, each in a line below its path, in the order of the paths. */
export const listConditions = (root: string): string[] =>
  readSources(root)
    .filter((source) => !isTest(source) && code.test(source.path) && !without.test(source.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) => {
      const conditions = conditionsOf({ text })
      return conditions.length > 0 ? [path, ...conditions.map((condition) => `  ${condition}`)] : []
    })

export function conditionsOf({ text }: Pick<Source, 'text'>): string[] {
  const statements = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const counts = new Map<string, number>()
  for (const pattern of statesAndMoments)
    for (const [match] of statements.matchAll(pattern)) {
      const condition = match.replaceAll(/\s+/g, ' ').trim()
      counts.set(condition, (counts.get(condition) ?? 0) + 1)
    }
  return [...counts].map(([condition, count]) => (count > 1 ? `${condition} × ${count}` : condition)).toSorted()
}
