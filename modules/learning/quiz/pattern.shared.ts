import { type Node, parsePattern, Unsupported } from './pattern-parse.shared.ts'

type Step =
  | { kind: 'char'; matches: (char: string) => boolean; next: number }
  | { kind: 'split'; next: number; other: number }
  | { kind: 'start' | 'end'; next: number }
  | { kind: 'found' }

// An author's {200}{200} must not fill the memory.
const mostSteps = 5_000

/**
 * An author's regular expression as a test that takes time in proportion to pattern times text: the engines of
 * browsers and servers can be driven into hours by one bad pattern. Null for an empty pattern and for what is not
 * supported (look-around, back references, word boundaries): such a rule is not applied.
 */
export function compilePattern(pattern: string): ((text: string) => boolean) | null {
  if (pattern === '') return null
  try {
    const steps: Step[] = [{ kind: 'found' }]
    const first = build(steps, parsePattern(pattern), 0)
    return (text) => run(steps, first, [...text])
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

/** Adds the steps of a node, which go on to `next`, and gives the first of them. */
function build(steps: Step[], node: Node, next: number): number {
  if (steps.length > mostSteps) throw new Unsupported('too long')
  switch (node.kind) {
    case 'char':
      return steps.push({ kind: 'char', matches: node.matches, next }) - 1
    case 'start':
    case 'end':
      return steps.push({ kind: node.kind, next }) - 1
    case 'sequence':
      return node.nodes.reduceRight((after, part) => build(steps, part, after), next)
    case 'either':
      return node.nodes
        .map((part) => build(steps, part, next))
        .reduceRight((other, first) => steps.push({ kind: 'split', next: first, other }) - 1)
    case 'repeat':
      return buildRepeat(steps, node, next)
  }
}

function buildRepeat(steps: Step[], { node, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number {
  let first = next
  if (max === null) {
    const loop: Step = { kind: 'split', next: 0, other: next }
    first = steps.push(loop) - 1
    loop.next = build(steps, node, first)
  }
  for (let more = min; max !== null && more < max; more++) {
    first = steps.push({ kind: 'split', next: build(steps, node, first), other: next }) - 1
  }
  for (let times = 0; times < min; times++) first = build(steps, node, first)
  return first
}

/** All ways at once, so that no way is walked twice; a match may begin anywhere, as with RegExp.test. */
function run(steps: readonly Step[], first: number, chars: readonly string[]): boolean {
  let current = new Set<number>()
  for (let at = 0; at <= chars.length; at++) {
    if (follow(steps, first, current, at, chars.length)) return true
    const after = new Set<number>()
    for (const index of current) {
      const step = steps[index]!
      if (step.kind !== 'char' || at === chars.length || !step.matches(chars[at]!)) continue
      if (follow(steps, step.next, after, at + 1, chars.length)) return true
    }
    current = after
  }
  return false
}

/** Adds a step and all that it leads to without reading; true when the end of the pattern is among them. */
function follow(steps: readonly Step[], from: number, into: Set<number>, at: number, length: number): boolean {
  const waiting = [from]
  while (waiting.length > 0) {
    const index = waiting.pop()!
    if (into.has(index)) continue
    into.add(index)
    const step = steps[index]!
    if (step.kind === 'found') return true
    if (step.kind === 'split') waiting.push(step.other, step.next)
    if (step.kind === 'start' && at === 0) waiting.push(step.next)
    if (step.kind === 'end' && at === length) waiting.push(step.next)
  }
  return false
}
