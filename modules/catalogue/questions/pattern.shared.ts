/** The longest answer that is held against a pattern; a longer one does not match. */
export const longestMatched = 200
// Ways to try at one place of an answer: enough for two unbounded repeats, as in '.+@.+', and little besides.
const mostWays = 100_000

const escaped = String.raw`\\(?:[dDwWsSnrt]|[^A-Za-z0-9])`
/** The signs of a pattern that may be used: no look-around, no back-references, no names. */
const sign = new RegExp(
  String.raw`${escaped}|\[\^?(?:${escaped}|[^\\\]])*\]|\((?:\?:|(?!\?))|[)|^$.]|([*+?]|\{\d+(?:,\d*)?\})\??|[^\\[(){}*+?]`,
  'y',
)

/**
 * An author's regular expression as a test of an answer; null for one that cannot be used. An expression like '(a+)+'
 * drives engines into hours, and the student chooses the answer: so only those are used whose ways can be counted and
 * are few.
 */
export function compilePattern(pattern: string): ((text: string) => boolean) | null {
  if (pattern === '' || waysOf(pattern) > mostWays) return null
  try {
    const expression = new RegExp(pattern)
    return (text) => text.length <= longestMatched && expression.test(text)
  } catch {
    return null
  }
}

/** In how many ways a text can be tried at one place, at most; without end where they cannot be counted. */
function waysOf(pattern: string): number {
  const groups: Group[] = []
  // What a quantifier applies to; a group in which nothing varies is as good as a character.
  let last: Group = { varies: false }
  let ways = 1
  for (let at = 0; at < pattern.length; at = sign.lastIndex) {
    sign.lastIndex = at
    const [found, repeat] = sign.exec(pattern) ?? []
    if (found === undefined) return Number.POSITIVE_INFINITY
    const choices = repeat ? choicesOf(repeat) : found === '|' ? 2 : 1
    if (repeat && repeat !== '?' && last.varies) return Number.POSITIVE_INFINITY
    ways *= choices
    if (choices > 1) for (const group of groups) group.varies = true
    if (found.startsWith('(')) groups.push({ varies: false })
    last = (found === ')' ? groups.pop() : undefined) ?? { varies: false }
  }
  return ways
}
type Group = { varies: boolean }

function choicesOf(repeat: string): number {
  if (repeat === '?') return 2
  const [min, max = min] = repeat.startsWith('{') ? repeat.slice(1, -1).split(',') : ['0', '']
  return Math.max(1, (max === '' ? longestMatched : Number(max)) - Number(min) + 1)
}
