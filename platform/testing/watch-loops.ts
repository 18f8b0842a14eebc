import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

type Node = { readonly start: number; readonly end: number }

/**
 * Fails tests that assert nothing: a loop of assertions over an empty list, `expect(list.every(…))` and `test.each` of an
 * empty list, and `expect(…)` without a matcher. `looped` and `filled` of loops.ts check it at run time.
 */
export const watchLoops = (): Plugin => ({
  name: 'watch-loops',
  enforce: 'pre',
  transform: {
    filter: { id: /(\.(test|fixture)\.tsx?|\/tests\/.*\.ts)$/, code: /\bexpect\b/ },
    handler: (code, id) => ({ code: watched(code, id), map: null }),
  },
})

/** Wraps each list that assertions depend on, keeping the lines. */
export function watched(code: string, id: string): string {
  const edits: { at: number; text: string }[] = []
  const wrap = (name: string, list: Node, label: string) => {
    edits.push({ at: list.start, text: `${name}(${JSON.stringify(label)}, ` }, { at: list.end, text: ')' })
  }
  const asserts = ({ start, end }: Node) => /\bexpect\b/.test(code.slice(start, end))
  const placeOf = ({ start }: Node) => `${id.split('/').at(-1)}:${code.slice(0, start).split('\n').length}`
  new Visitor({
    ForOfStatement({ await: waits, right, body }) {
      if (!waits && asserts(body) && !isFilled(right)) wrap('looped', right, placeOf(right))
    },
    CallExpression({ callee, arguments: [first] }) {
      const list = callee.type === 'Identifier' && callee.name === 'expect' && first ? listOfEvery(first) : null
      if (list && !isFilled(list)) wrap('looped', list, placeOf(list))
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return
      const { name } = callee.property
      if (name === 'forEach' && asserts(first)) wrap('looped', callee.object, placeOf(first))
      const isTest = /^(test|it|describe)\b/.test(code.slice(callee.start, callee.end))
      if (name === 'each' && isTest && !isFilled(first)) wrap('filled', first, placeOf(first))
    },
    ExpressionStatement({ expression }) {
      const actual = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (expectsNothing(actual)) throw new Error(`${placeOf(actual)}: expect(…) says nothing to expect`)
    },
  }).visit(parseSync(id, code).program)
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: insertion }) => text.slice(0, at) + insertion + text.slice(at), code)
}

const isFilled = (list: ESTree.Expression | ESTree.SpreadElement): boolean => {
  if (list.type === 'TSAsExpression') return isFilled(list.expression)
  return list.type === 'ArrayExpression' && list.elements.some((element) => element?.type !== 'SpreadElement')
}

/** The list of `list.every(…)`, which is true of an empty one. */
function listOfEvery(actual: ESTree.Expression | ESTree.SpreadElement): ESTree.Expression | null {
  if (actual.type !== 'CallExpression' || actual.callee.type !== 'MemberExpression') return null
  const { object, property } = actual.callee
  return property.type === 'Identifier' && property.name === 'every' ? object : null
}

/** `expect(x)`, `expect.soft(x)` or `expect(x).not.toBe`: no matcher is called. */
function expectsNothing(actual: ESTree.Expression): boolean {
  if (actual.type === 'MemberExpression') return isExpect(rootOf(actual))
  return isExpect(actual)
}

const rootOf = (expression: ESTree.Expression): ESTree.Expression =>
  expression.type === 'MemberExpression' ? rootOf(expression.object) : expression

function isExpect(expression: ESTree.Expression): boolean {
  if (expression.type !== 'CallExpression') return false
  const { callee } = expression
  const called = callee.type === 'MemberExpression' ? callee.object : callee
  const isSupported =
    callee.type !== 'MemberExpression' || (callee.property.type === 'Identifier' && callee.property.name === 'soft')
  return isSupported && called.type === 'Identifier' && called.name === 'expect'
}
