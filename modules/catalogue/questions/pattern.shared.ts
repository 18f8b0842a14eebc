/** The maximum length of an answer matched against a pattern; longer ones don't match. */
export const maxMatchedLength = 200
// The number of ways to match that is allowed at one position of an answer: enough for two unbounded repeats, as in
// '.+@.+', and little more.
const maxWays = 100_000

const escaped = String.raw`\\(?:[dDwWsSnrt]|[^A-Za-z0-9])`
/** The allowed syntax: no look-around, back-references or names. */
const sign = new RegExp(
  String.raw`${escaped}|\[\^?(?:${escaped}|[^\\\]])*\]|\((?:\?:|(?!\?))|[)|^$.]|([*+?]|\{\d+(?:,\d*)?\})\??|[^\\[(){}*+?]`,
  'y',
)

/**
 * An author's regular expression as a test for answers; null for one that can't be used. An expression like '(a+)+' can
 * occupy an engine for hours, and the student chooses the answer, so only expressions with a small, countable number of
 * ways to match are allowed.
 */
export function compilePattern(pattern: string): ((text: string) => boolean) | null {
  if (pattern === '' || countMatches(pattern) > maxWays) return null
  try {
    const expression = new RegExp(pattern)
    return (text) => text.length <= maxMatchedLength && expression.test(text)
  } catch {
    return null
  }
}

/** The maximum number of ways to match at one position; infinite if they can't be counted. */
function countMatches(pattern: string): number {
  const groups: Group[] = []
  // The target of a quantifier; a group without variation is like a character.
  let last: Group = { varies: false }
  let ways = 1
  for (let index = 0; index < pattern.length; index = sign.lastIndex) {
    sign.lastIndex = index
    const [token, repeat] = sign.exec(pattern) ?? []
    if (token === undefined) return Number.POSITIVE_INFINITY
    const choices = repeat ? choicesOf(repeat) : token === '|' ? 2 : 1
    if (repeat && repeat !== '?' && last.varies) return Number.POSITIVE_INFINITY
    ways *= choices
    if (choices > 1) for (const group of groups) group.varies = true
    if (token.startsWith('(')) groups.push({ varies: false })
    last = (token === ')' ? groups.pop() : undefined) ?? { varies: false }
  }
  return ways
}
type Group = { varies: boolean }

function choicesOf(repeat: string): number {
  if (repeat === '?') return 2
  const [min, max = min] = repeat.startsWith('{') ? repeat.slice(1, -1).split(',') : ['0', '']
  return Math.max(1, (max === '' ? maxMatchedLength : Number(max)) - Number(min) + 1)
}
