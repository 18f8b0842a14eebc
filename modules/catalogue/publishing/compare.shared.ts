export type Line = { kind: 'same' | 'added' | 'removed'; text: string }
export type ComparedSection = { title: string; changed: boolean; lines: Line[] }

/** Above this total length, lines are not compared one by one. */
const maxCompared = 4_000
/** The number of line pairs that one request may compare; each takes some nanoseconds. */
const maxPairs = 16_000_000

/** The remaining number of pairs that a request may compare. */
export type CompareBudget = { pairs: number }
export const compareBudget = (): CompareBudget => ({ pairs: maxPairs })

/** Merges two lists of lines, keeping the longest common subsequence in place (as `diff` shows it). */
export function compareTexts(
  title: string,
  before: readonly string[],
  after: readonly string[],
  budget: CompareBudget = compareBudget(),
): ComparedSection {
  const [head, from, to] = stripEnds(before, after)
  const lines: Line[] = before.slice(0, head).map((text) => ({ kind: 'same', text }))
  lines.push(...compareMiddle(before.slice(head, from), after.slice(head, to), budget))
  lines.push(...before.slice(from).map((text): Line => ({ kind: 'same', text })))
  return { title, changed: lines.some(({ kind }) => kind !== 'same'), lines }
}

/** The number of equal lines at the start, and the position of the equal end in each list. */
function stripEnds(before: readonly string[], after: readonly string[]): [head: number, from: number, to: number] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let from = before.length
  let to = after.length
  while (from > head && to > head && before[from - 1] === after[to - 1]) {
    from -= 1
    to -= 1
  }
  return [head, from, to]
}

function compareMiddle(before: readonly string[], after: readonly string[], budget: CompareBudget): Line[] {
  const removedLines = (texts: readonly string[]) => texts.map((text): Line => ({ kind: 'removed', text }))
  const addedLines = (texts: readonly string[]) => texts.map((text): Line => ({ kind: 'added', text }))
  const pairs = before.length * after.length
  if (before.length + after.length > maxCompared || pairs > budget.pairs)
    return [...removedLines(before), ...addedLines(after)]
  budget.pairs -= pairs
  // Equal lines get equal numbers, so that long lines are compared once.
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const [left, right] = [before.map(numberOf), after.map(numberOf)]
  const width = after.length + 1
  // The length of the longest common subsequence after each pair of positions.
  const common = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        left[i] === right[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  const lines: Line[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (left[i] === right[j]) {
      lines.push({ kind: 'same', text: before[i]! })
      i += 1
      j += 1
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) lines.push(...removedLines([before[i++]!]))
    else lines.push(...addedLines([after[j++]!]))
  }
  return [...lines, ...removedLines(before.slice(i)), ...addedLines(after.slice(j))]
}
