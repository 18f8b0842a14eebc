import { type ESTree, parseSync, Visitor } from 'vite'
import { isTest, readSources, type Source } from '#platform/checks/source.ts'

type Node = { readonly start: number; readonly end: number }

/** Parts of the program in which no number is a limit: page layouts, texts, tools. */
const without =
  /\.texts\.tsx?$|\.mail\.tsx$|platform\/(checks|ui)\/|^(scripts|bench|migrations|openapi|simulators)\/|starters|render\/|-pdf\.ts$|db\/encode/
const bounding =
  /^(per|burst|most|least|max|min|limit|longest|largest|shortest|deepest|size|tries|attempts|retr|timeout|deadline|absolute|idle|usual|file)|(ms|seconds?|minutes?|hours?|days?|bytes|limit|cents|percent|max|min|rate)$/i
const compares: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/**
 * Every number of the program that bounds something, as written: named constants, products of time units, fields named
 * like a limit, and intervals and limits in SQL. `path: text`, in the order of the sources.
 */
export function listConstants(root: string): string[] {
  return readSources(root)
    .filter((source) => !isTest(source) && !without.test(source.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(constantsOf)
}

export function constantsOf({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  if (!/\d/.test(text)) return []
  const places: Node[] = []
  const lines: { at: number; line: string }[] = []
  const add = (node: Node, line = text.slice(node.start, node.end)) => {
    if (places.some(({ start, end }) => start <= node.start && node.end <= end)) return
    places.push(node)
    lines.push({ at: node.start, line: `${path}: ${line.replaceAll(/\s+/g, ' ')}` })
  }
  new Visitor({
    VariableDeclarator(node) {
      const { id, init } = node
      if (!init || !isNumber(init) || id.type !== 'Identifier') return
      const source = text.slice(init.start, init.end)
      if (isLarge(source) || (source !== '0' && bounding.test(id.name))) add(node, `${id.name} = ${source}`)
    },
    Property(node) {
      const { key, value } = node
      if (key.type === 'Identifier' && bounding.test(key.name) && isNumber(value)) add(node)
    },
    BinaryExpression(node) {
      const isProduct = node.operator === '*' && isNumber(node)
      const isBound = compares.has(node.operator) && isNumber(node.right)
      if ((isProduct || isBound) && isLarge(text.slice(node.start, node.end))) add(node)
    },
    TemplateLiteral(node) {
      for (const { value, start } of node.quasis) {
        for (const { index, 0: part } of (value.raw ?? '').matchAll(inSql))
          if (isLarge(part) || part.startsWith('interval'))
            add({ start: start + index, end: start + index + part.length }, part)
      }
    },
  }).visit(parseSync(path, text).program)
  return lines.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
}

const inSql = /interval '[^']*\d[^']*'|\blimit \d+|[<>]=? \d+(?![\w'])/g

/** A text with a number greater than 2: smaller ones are mostly first and next. */
const isLarge = (text: string): boolean =>
  [...text.matchAll(/\b\d[\d_.]*/g)].some(([n]) => Number(n.replaceAll('_', '')) > 2)

/** A number, or an expression of numbers and constants. */
function isNumber(node: ESTree.Node): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' || typeof node.value === 'bigint'
    case 'UnaryExpression':
      return isNumber(node.argument)
    case 'TSAsExpression':
      return isNumber(node.expression)
    case 'BinaryExpression':
      return (
        (isNumber(node.left) || isName(node.left)) &&
        (isNumber(node.right) || isName(node.right)) &&
        !(isName(node.left) && isName(node.right))
      )
    default:
      return false
  }
}

const isName = (node: ESTree.Node): boolean => node.type === 'Identifier' || node.type === 'MemberExpression'
