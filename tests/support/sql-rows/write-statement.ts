import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { TypeFlags } from 'typescript/unstable/sync'
import { quote } from '#platform/db/compile.ts'
import { openCallers } from './callers.ts'
import { literalText } from './literal-text.ts'
import type { Sources } from './project.ts'
import { type Bound, openResolver, type Scope, Unknowable } from './resolve.ts'
import { parameterTypes, type SqlTypes, sqlTypes } from './sql-types.ts'
import { startOf } from './syntax.ts'

/** A statement's text, and its parameters' types as the driver names them (0: the server infers it). */
export type Written = { readonly text: string; readonly types: readonly number[] }

/**
 * Writes statements as `platform/db/compile.ts` would, from the sources alone. Follows fragments through constants,
 * functions and their calls' arguments.
 */
export function statementWriter(sources: Sources) {
  const types = sqlTypes(sources)
  const scopesOf = openCallers(sources, types)

  /**
   * The texts that this template may have: for each call of its function, one in which all conditions hold and one in
   * which none does. Throws Unknowable if a part is known only at runtime.
   */
  function writeStatement(template: TaggedTemplateExpression): Written[] {
    const statements = scopesOf(template).flatMap((scope) =>
      [true, false].map((holds) => write(sources, types, { template, scope, holds })),
    )
    return [...new Map(statements.map((statement) => [`${statement.text} ${statement.types}`, statement])).values()]
  }

  return { writeStatement, isSqlTag: types.isSqlTag }
}

/** One text of a template. */
type Variant = { template: TaggedTemplateExpression; scope: Scope; holds: boolean }

function write(sources: Sources, types: SqlTypes, { template, scope, holds }: Variant): Written {
  const { checker } = sources
  const { resolve, fieldOf } = openResolver(sources, types, holds)
  const statement = { text: '', types: [] as number[] }

  function writeTemplate({ template }: TaggedTemplateExpression, scope: Scope): void {
    if (is.isNoSubstitutionTemplateLiteral(template)) {
      statement.text += template.text
      return
    }
    if (!is.isTemplateExpression(template)) throw new Unknowable(startOf(template))
    statement.text += template.head.text
    for (const span of template.templateSpans) {
      writeValue({ node: span.expression, scope })
      statement.text += span.literal.text
    }
  }

  /** `${…}` in a template. */
  function writeValue(value: Bound): void {
    const { node, scope } = resolve(value)
    const literal = literalText(node)
    if (literal) statement.text += literal
    else if (is.isTaggedTemplateExpression(node)) writeTemplate(node, scope)
    else if (is.isCallExpression(node) && types.isSqlTag(node.expression)) writeSqlCall(node.arguments, scope)
    else if (is.isArrayLiteralExpression(node)) writeList(node.elements, scope)
    else writeParameter(typeOfValue(node))
  }

  const writeParameter = (type: number) => {
    statement.text += `$${statement.types.push(type)}`
  }

  /** A list of fragments, or one parameter with all values. */
  function writeList(elements: readonly Node[], scope: Scope): void {
    const items = elements.map((item) => resolve({ node: is.isSpreadElement(item) ? item.expression : item, scope }))
    const isFragments = items.some(({ node }) => is.isTaggedTemplateExpression(node))
    if (!isFragments) writeParameter(0)
    for (const item of isFragments ? items : []) {
      statement.text += ' '
      writeValue(item)
    }
  }

  function typeOfValue(node: Node): number {
    // `sql.json(…)`, `sql.array(…)`
    if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression
      if (types.isSqlTag(expression)) return name.text === 'json' ? parameterTypes.jsonb : 0
    }
    const type = checker.getTypeAtLocation(node)
    if (!type) return 0
    if (types.isSqlLike(type) || /\bSqlPart\b/.test(checker.typeToString(type))) throw new Unknowable(startOf(node))
    return types.parameterTypeOf(type)
  }

  /** `${sql(…)}`: names, a list after `in`, a row, or rows. */
  function writeSqlCall(args: readonly Node[], scope: Scope): void {
    const first = resolve({ node: args[0]!, scope })
    const names = namesOf(first.node)
    const wordBefore = /([a-z]*)\s*$/i.exec(statement.text.slice(-24))?.[1]?.toLowerCase()
    if (names.length > 0) statement.text += names.map(quote).join(', ')
    else if (wordBefore === 'in') writeJoined([() => writeParameter(0)], '(', ')')
    else writeRow(first, columnsOf(args.slice(1), scope), wordBefore)
  }

  /** The column names that an expression stands for: literals, or the first or last one that its type allows. */
  function namesOf(node: Node): string[] {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (is.isArrayLiteralExpression(node) && node.elements.every(is.isStringLiteral))
      return node.elements.filter(is.isStringLiteral).map(({ text }) => text)
    const type = checker.getTypeAtLocation(node)
    const kinds = type?.isUnionType() ? type.getTypes() : type ? [type] : []
    const names = kinds.filter((kind) => kind.isStringLiteralType()).map(({ value }) => value)
    return names.slice(holds ? 0 : -1).slice(0, 1)
  }

  function columnsOf(args: readonly Node[], scope: Scope): string[] {
    const columns = args.map((column) => resolve({ node: column, scope }).node)
    if (!columns.every(is.isStringLiteral)) throw new Unknowable(startOf(args.at(-1)!))
    return columns.filter(is.isStringLiteral).map(({ text }) => text)
  }

  function writeRow(row: Bound, columns: readonly string[], wordBefore: string | undefined): void {
    const type = types.rowTypeOf(row.node)
    const chosenType = type?.isUnionType() ? type.getTypes().at(holds ? 0 : -1) : type
    const properties =
      chosenType && !(chosenType.flags & TypeFlags.StringLike) ? checker.getPropertiesOfType(chosenType) : []
    if (properties.length === 0 || checker.getIndexInfosOfType(chosenType!).length > 0)
      throw new Unknowable(startOf(row.node))
    const names = columns.length > 0 ? columns : properties.map(({ name }) => name)
    const values = names.map((name) => () => {
      const value = fieldOf(row, name)
      if (value) return writeValue(value)
      const property = properties.find((property) => property.name === name)
      const typeOfField = property && checker.getTypeOfSymbol(property)
      writeParameter(typeOfField ? types.parameterTypeOf(typeOfField) : 0)
    })
    if (wordBefore === 'set') writeAssignments(names, values)
    else {
      if (wordBefore !== 'values') statement.text += `(${names.map(quote).join(', ')}) values `
      writeJoined(values, '(', ')')
    }
  }

  function writeAssignments(names: readonly string[], values: readonly (() => void)[]): void {
    const assignments = values.map((writeField, index) => () => {
      statement.text += `${quote(names[index]!)} = `
      writeField()
    })
    writeJoined(assignments)
  }

  function writeJoined(parts: readonly (() => void)[], before = '', after = ''): void {
    statement.text += before
    for (const [index, writePart] of parts.entries()) {
      if (index > 0) statement.text += ', '
      writePart()
    }
    statement.text += after
  }

  writeTemplate(template, scope)
  return statement
}
