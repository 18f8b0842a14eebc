import { parseSync } from 'vite'
import { isTest, type Source } from './source.ts'

type Node = { type: string; start: number; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const column = String.raw`\blk_\w+_id\b`
const operator = '(?:=|<>|!=|<=|>=|<|>)'
/** A column, or a coalesce of it. */
const operand = String.raw`(?:\bcoalesce\s*\([^()]*${column}[^()]*\)|${column})`
const inSql = [
  String.raw`${operand}\s*${operator}\s*\d`,
  String.raw`\b\d+\s*${operator}\s*(?:\w+\.)?${operand}`,
  String.raw`${operand}\s+(?:not\s+)?in\s*\([^()]*(?<![\w$.])\d`,
  String.raw`${operand}\s*${operator}\s*(?:any|all)\s*\(\s*(?:'\{|array\s*\[)\s*\d`,
  String.raw`${operand}\s+is\s+(?:not\s+)?distinct\s+from\s+\d`,
  String.raw`${operand}\s+(?:not\s+)?between\s+\d`,
  String.raw`\bcase\s+(?:\w+\.)?${column}\s+when\s+\d`,
].map((pattern) => new RegExp(pattern, 'gi'))

/** Refuses comparisons of a lookup id with a bare number, in TypeScript and SQL: a named constant shows the meaning. */
export function checkBareIds(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sources
    .filter(
      (source) =>
        /^(modules|platform|web|jobs)\//.test(source.path) &&
        !isTest(source as Source) &&
        /\blk_\w+_id\b/.test(source.text),
    )
    .flatMap(({ path, text }) => {
      const lines = text.split('\n')
      return linesOf(path, text).map(
        (line) => `${path}:${line} compares the id of a lookup with a bare number: ${lines[line - 1]!.trim()}`,
      )
    })
}

/** The lines with a comparison, each once. */
function linesOf(path: string, text: string): number[] {
  // The node's fields are read without its type, because the parser's types differ by kind.
  const program = parseSync(path, text).program as unknown as Node
  const names = readNames(program)
  const findings: number[] = []
  eachNode(program, (node) => {
    if (isBareComparison(node, names)) findings.push(node.start)
    if (node.type === 'TemplateLiteral') findings.push(...positionsInSql(node, text))
  })
  return [...new Set(findings.map((index) => text.slice(0, index).split('\n').length))].toSorted((a, b) => a - b)
}

function eachNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of Object.values(node).flat()) if (isNode(child)) eachNode(child, visit)
}

function positionsInSql({ quasis }: Node, text: string): number[] {
  const parts = quasis as (Node & { end: number })[]
  const begin = parts[0]!.start
  // Each value is replaced by spaces of the same length, so that positions in the statement match the file.
  const statement = parts.reduce(
    (before, { start, end }) => before.padEnd(start - begin, '\u0000') + text.slice(start, end),
    '',
  )
  return inSql.flatMap((pattern) => [...statement.matchAll(pattern)].map(({ index }) => begin + index))
}

/** A file's aliases of ids and its lists of bare numbers. */
type Names = { ids: Set<string>; lists: Set<string> }

function readNames(program: Node): Names {
  const names: Names = { ids: new Set(), lists: new Set() }
  eachNode(program, (node) => {
    // `{ lk_user_role_id: role }`
    if (node.type === 'Property' && isNamedId(node.key)) {
      const { value } = node
      const local = isNode(value) && value.type === 'AssignmentPattern' ? value.left : value
      if (isNode(local) && local.type === 'Identifier') names.ids.add(String(local.name))
    }
    if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.type !== 'Identifier') return
    if (isId(node.init, names)) names.ids.add(String(node.id.name))
    if (isNumberList(node.init, names)) names.lists.add(String(node.id.name))
  })
  return names
}

const comparing = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])

function isBareComparison(node: Node, names: Names): boolean {
  if (node.type === 'BinaryExpression' && comparing.has(String(node.operator))) {
    const { left, right } = node
    return (isId(left, names) && isNumber(right)) || (isNumber(left) && isId(right, names))
  }
  if (node.type === 'SwitchStatement') {
    return isId(node.discriminant, names) && (node.cases as Node[]).some(({ test }) => isNumber(test))
  }
  // `when: { lk_user_role_id: [3] }` of a list.
  if (node.type === 'Property' && isNamedId(node.key)) return isNumberList(node.value, names)
  return isBareLookup(node, names)
}

/** `[1, 2].includes(row.lk_user_role_id)`, `new Set([1, 2]).has(…)`, or the same with a list that has a name. */
function isBareLookup({ type, callee, arguments: args }: Node, names: Names): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false
  const { object, property } = callee
  if (!isNode(property) || !['includes', 'has'].includes(String(property.name))) return false
  return isId((args as unknown[])[0], names) && isNumberList(object, names)
}

function isNumberList(argument: unknown, names: Names): boolean {
  const node = unwrap(argument)
  if (!isNode(node)) return false
  if (node.type === 'Identifier') return names.lists.has(String(node.name))
  if (node.type === 'ArrayExpression') return (node.elements as unknown[]).some(isNumber)
  return node.type === 'NewExpression' && isNumberList((node.arguments as unknown[])[0], names)
}

/** Unwraps type assertions, parentheses and optional chains. */
function unwrap(node: unknown): unknown {
  const isWrapper =
    /^(TSAsExpression|TSNonNullExpression|TSSatisfiesExpression|ParenthesizedExpression|ChainExpression)$/
  return isNode(node) && isWrapper.test(node.type) ? unwrap(node.expression) : node
}

function isId(argument: unknown, names: Names): boolean {
  const node = unwrap(argument)
  if (!isNode(node)) return false
  if (node.type === 'LogicalExpression') return isId(node.left, names)
  if (node.type === 'Identifier' && names.ids.has(String(node.name))) return true
  return isNamedId(node.type === 'MemberExpression' ? node.property : node)
}

const isNamedId = (node: unknown): boolean =>
  isNode(node) && node.type === 'Identifier' && /^lk_\w+_id$/.test(String(node.name))

const isNumber = (node: unknown): boolean => isNode(node) && node.type === 'Literal' && typeof node.value === 'number'
