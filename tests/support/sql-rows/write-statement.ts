import { type Expression, type Node, SyntaxKind, type TaggedTemplateExpression } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { type Symbol as Name, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import { quote } from '#platform/db/compile.ts'
import type { Sources } from './project.ts'

/** A statement's text, and its parameters' types as the driver names them (0: the server infers it). */
export type Written = { readonly text: string; readonly types: readonly number[] }

/** A part whose text is known only at runtime. */
export class Unknowable extends Error {}

/** The parameters' values within a followed call. */
type Scope = ReadonlyMap<number, Bound>
type Bound = { readonly node: Node; readonly scope: Scope }
type Draft = { text: string; types: number[] }

const parameterTypes = { boolean: 16, bytea: 17, bigint: 20, timestamptz: 1184, jsonb: 3802 }
const deepest = 60

/** Stands for the output of `platform/db/literal.ts`. */
const literalTexts: Readonly<Record<string, string>> = {
  literal: '0',
  literals: '0',
  literalNames: `'{}'::text[]`,
}
const literalText = (node: Node): string | undefined =>
  is.isCallExpression(node) && is.isIdentifier(node.expression) ? literalTexts[node.expression.text] : undefined

/**
 * Writes statements as `platform/db/compile.ts` would, from the sources alone. Follows fragments through constants,
 * functions and their calls' arguments. A condition has the same value throughout one text.
 */
export function statementWriter(sources: Sources) {
  const { checker, project, calls } = sources

  /** Every text that this template may have; throws Unknowable if a part is known only at runtime. */
  function writeStatement(template: TaggedTemplateExpression): Written[] {
    const scopes = scopesOf(template)
    const written = scopes.flatMap((scope) => [true, false].map((holds) => write(template, scope, holds)))
    return [...new Map(written.map((one) => [`${one.text} ${one.types}`, one])).values()]
  }

  function write(template: TaggedTemplateExpression, scope: Scope, holds: boolean): Written {
    const writer = makeWriter(holds)
    writer.template(template, scope)
    return writer.draft
  }

  /** Writes a template with its function's parameters once for each call of the function. */
  function scopesOf(template: Node, floors = 4): Scope[] {
    const around = functionsAround(template)
    const open = around.find((one) => parametersOf(one).some((parameter) => needsCaller(parameter, template)))
    if (!open || floors === 0) return [new Map()]
    const name = nameOf(open)
    const symbol = name && symbolAt(name)
    if (!symbol) return [new Map()]
    const callers = (calls.get(symbol.name) ?? []).filter((call) => {
      const callee = is.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression
      return symbolAt(callee)?.id === symbol.id
    })
    const scopes = callers.flatMap((call) =>
      scopesOf(call, floors - 1).map((scope) => bind(open, call.arguments, scope, makeWriter(true))),
    )
    return scopes.length > 0 ? scopes : [new Map()]
  }

  function needsCaller(parameter: Node, template: Node): boolean {
    const type = checker.getTypeAtLocation(parameter)
    if (!type) return false
    const uses = (node: Node): boolean =>
      (is.isIdentifier(node) &&
        (isSqlLike(type) || namesColumn(node)) &&
        symbolAt(node)?.valueDeclaration?.resolve(project) === parameter) ||
      Boolean(node.forEachChild((child) => uses(child) || undefined))
    return uses(template)
  }

  /** `sql(name)` */
  const namesColumn = (node: Node) => is.isCallExpression(node.parent) && isSqlTag(node.parent.expression)

  function isSqlLike(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some(isSqlLike)
    if (isFragment(type)) return true
    return checker.isArrayLikeType(type) && checker.typeToString(type).includes('Fragment')
  }

  function symbolAt(node: Node): Name | undefined {
    const found = checker.getSymbolAtLocation(node)
    return found && found.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  }

  function isFragment(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some(isFragment)
    const text = checker.typeToString(type)
    return /^(?:Fragment|Statement<)/.test(text)
  }

  function bind(callee: Node, args: readonly Node[], scope: Scope, writer: Writer): Scope {
    const bound = new Map(scope)
    parametersOf(callee).forEach((parameter, at) => {
      const value = args[at] ?? (parameter as { initializer?: Node }).initializer
      if (value && !is.isSpreadElement(value))
        bindName((parameter as { name?: Node }).name!, { node: value, scope }, bound, writer)
    })
    return bound
  }

  function bindName(name: Node, value: Bound, bound: Map<number, Bound>, writer: Writer): void {
    if (is.isIdentifier(name)) {
      const symbol = checker.getSymbolAtLocation(name)
      if (symbol) bound.set(symbol.id, value)
      return
    }
    if (!is.isObjectBindingPattern(name)) return
    const whole = writer.resolve(value)
    for (const element of name.elements) {
      const key = element.propertyName ?? element.name
      const field = is.isIdentifier(key!) && writer.field(whole, key.text)
      if (field && element.name) bindName(element.name, field, bound, writer)
    }
  }

  type Writer = ReturnType<typeof makeWriter>

  function makeWriter(holds: boolean) {
    const draft: Draft = { text: '', types: [] }
    let depth = 0

    /** Whether a condition holds; its negation, or an unequal comparison, then fails. */
    function choose(condition: Node): boolean {
      const text = condition.getText().replaceAll(/\s+/g, ' ')
      const negations = /^!/.test(text) ? 1 : /!==? /.test(text) && !/ (?:&&|\|\|) /.test(text) ? 1 : 0
      const isNull = /[!=]== null|[!=]== undefined/.test(text) ? 1 : 0
      return (negations + isNull) % 2 === 0 ? holds : !holds
    }

    /** Follows names, calls and conditions to a template, a literal, a function, or a node that stays unknown. */
    function resolve({ node, scope }: Bound): Bound {
      if (++depth > deepest) throw new Unknowable('it goes too deep')
      try {
        return resolveOnce({ node, scope })
      } finally {
        depth--
      }
    }

    function resolveOnce({ node, scope }: Bound): Bound {
      if (
        is.isParenthesizedExpression(node) ||
        is.isAsExpression(node) ||
        is.isSatisfiesExpression(node) ||
        is.isNonNullExpression(node) ||
        is.isAwaitExpression(node)
      )
        return resolve({ node: node.expression, scope })
      if (is.isConditionalExpression(node)) {
        return resolve({ node: choose(node.condition) ? node.whenTrue : node.whenFalse, scope })
      }
      if (is.isBinaryExpression(node)) {
        const operator = node.operatorToken.kind
        if (operator === SyntaxKind.QuestionQuestionToken || operator === SyntaxKind.BarBarToken) {
          const left = resolve({ node: node.left, scope })
          return holds && isKnown(left.node) ? left : resolve({ node: node.right, scope })
        }
        if (operator === SyntaxKind.AmpersandAmpersandToken) return resolve({ node: node.right, scope })
      }
      if (is.isIdentifier(node)) return resolveName(node, scope)
      if (is.isPropertyAccessExpression(node)) {
        const whole = resolve({ node: node.expression, scope })
        const found = field(whole, node.name.text)
        if (found) return resolve(found)
        const declared = symbolAt(node.name)?.valueDeclaration?.resolve(project)
        if (declared && is.isPropertyAssignment(declared)) return resolve({ node: declared.initializer, scope })
        return { node, scope }
      }
      if (is.isElementAccessExpression(node)) return resolveElement(node, scope)
      if (is.isCallExpression(node)) return resolveCall(node, scope)
      return { node, scope }
    }

    function resolveElement(node: Node & { expression: Expression; argumentExpression?: Node }, scope: Scope): Bound {
      const whole = resolve({ node: node.expression, scope })
      const key = node.argumentExpression && resolve({ node: node.argumentExpression, scope }).node
      if (key && is.isStringLiteral(key)) {
        const found = field(whole, key.text)
        if (found) return resolve(found)
      }
      // A table of fragments by name: its first or last one.
      if (is.isObjectLiteralExpression(whole.node)) {
        const properties = whole.node.properties.filter(is.isPropertyAssignment)
        const one = holds ? properties[0] : properties.at(-1)
        if (one) return resolve({ node: one.initializer, scope: whole.scope })
      }
      return { node, scope }
    }

    function resolveName(node: Node, scope: Scope): Bound {
      const parent = node.parent
      const symbol =
        parent && is.isShorthandPropertyAssignment(parent) && parent.name === node
          ? checker.getShorthandAssignmentValueSymbol(parent)
          : checker.getSymbolAtLocation(node)
      const target = symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      if (!target) return { node, scope }
      const bound = scope.get(target.id)
      if (bound) return resolve(bound)
      const declaration = target.valueDeclaration?.resolve(project)
      if (!declaration) return { node, scope }
      if (is.isFunctionDeclaration(declaration)) return { node: declaration, scope }
      if (is.isVariableDeclaration(declaration) && declaration.initializer) {
        // A reassigned variable isn't followed.
        const isConstant = /^\s*(?:export )?const\b/.test(declaration.parent.getText())
        return isConstant ? resolve({ node: declaration.initializer, scope }) : { node, scope }
      }
      if (is.isBindingElement(declaration)) return resolveElementOf(declaration, scope) ?? { node, scope }
      return { node, scope }
    }

    /** `const { a } = f()`, and `const [a, b] = …`. */
    function resolveElementOf(element: Node & { name?: Node; propertyName?: Node }, scope: Scope): Bound | undefined {
      const pattern = element.parent
      const declaration = pattern.parent
      if (!is.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
      const whole = resolve({ node: declaration.initializer, scope })
      const key = element.propertyName ?? element.name
      if (is.isObjectBindingPattern(pattern) && key && is.isIdentifier(key)) {
        const found = field(whole, key.text)
        return found && resolve(found)
      }
      if (is.isArrayBindingPattern(pattern) && is.isArrayLiteralExpression(whole.node)) {
        const at = pattern.elements.indexOf(element as never)
        const item = whole.node.elements[at]
        return item && resolve({ node: item, scope: whole.scope })
      }
      return undefined
    }

    function field(whole: Bound, name: string): Bound | undefined {
      if (!is.isObjectLiteralExpression(whole.node)) return undefined
      for (const property of whole.node.properties) {
        if (is.isPropertyAssignment(property) && property.name.getText().replaceAll(/['"]/g, '') === name) {
          return { node: property.initializer, scope: whole.scope }
        }
        if (is.isShorthandPropertyAssignment(property) && property.name.getText() === name) {
          return { node: property.name, scope: whole.scope }
        }
        if (is.isMethodDeclaration(property) && property.name.getText() === name)
          return { node: property, scope: whole.scope }
      }
      return undefined
    }

    function resolveCall(node: Node & { expression: Expression; arguments: readonly Node[] }, scope: Scope): Bound {
      if (isSqlTag(node.expression) || literalText(node)) return { node, scope }
      if (is.isPropertyAccessExpression(node.expression)) {
        const { name, expression } = node.expression
        if (/^(?:map|flatMap|filter|toSorted|reduce)$/.test(name.text)) {
          const type = checker.getTypeAtLocation(node)
          if (!type || !isSqlLike(type)) return { node, scope }
          const callback = node.arguments[0]
          // For a list joined by `reduce`, only the first piece.
          if (/^(?:filter|toSorted|reduce)$/.test(name.text)) return resolve({ node: expression, scope })
          const fn = callback && resolve({ node: callback, scope })
          if (!fn || !bodyOf(fn.node)) return { node, scope }
          const list = resolve({ node: expression, scope })
          const first = is.isArrayLiteralExpression(list.node) ? list.node.elements[0] : undefined
          const inner = first ? bind(fn.node, [first], withScope(fn.scope, list.scope), self) : fn.scope
          return returned(fn.node, inner) ?? { node, scope }
        }
      }
      const callee = resolve({ node: node.expression, scope })
      if (!bodyOf(callee.node)) return { node, scope }
      // Arguments belong to the caller's scope, the body to the callee's.
      const args = bind(callee.node, node.arguments, scope, self)
      return returned(callee.node, withScope(callee.scope, args)) ?? { node, scope }
    }

    function returned(callee: Node, scope: Scope): Bound | undefined {
      const body = bodyOf(callee)
      if (!body) return undefined
      if (!is.isBlock(body)) return resolve({ node: body, scope })
      const result = returnOf(body.statements, scope)
      return result && resolve(result)
    }

    function returnOf(statements: readonly Node[], scope: Scope): Bound | undefined {
      for (const statement of statements) {
        if (is.isReturnStatement(statement)) return statement.expression && { node: statement.expression, scope }
        if (is.isBlock(statement)) {
          const inner = returnOf(statement.statements, scope)
          if (inner) return inner
        }
        if (is.isIfStatement(statement)) {
          const branch = choose(statement.expression) ? statement.thenStatement : statement.elseStatement
          const inner = branch && returnOf([branch], scope)
          if (inner) return inner
        }
        if (is.isSwitchStatement(statement)) {
          const clauses = statement.caseBlock.clauses
            .map((clause) => returnOf(clause.statements, scope))
            .filter(Boolean)
          const inner = holds ? clauses[0] : clauses.at(-1)
          if (inner) return inner
        }
      }
      return undefined
    }

    function template(node: TaggedTemplateExpression, scope: Scope): void {
      if (is.isNoSubstitutionTemplateLiteral(node.template)) {
        draft.text += node.template.text
        return
      }
      if (!is.isTemplateExpression(node.template)) throw new Unknowable((node as Node).getText())
      draft.text += node.template.head.text
      for (const span of node.template.templateSpans) {
        value({ node: span.expression, scope })
        draft.text += span.literal.text
      }
    }

    function value(written: Bound): void {
      const { node, scope } = resolve(written)
      const literal = literalText(node)
      if (literal) draft.text += literal
      else if (is.isTaggedTemplateExpression(node)) template(node, scope)
      else if (is.isCallExpression(node) && isSqlTag(node.expression)) part(node.arguments, scope)
      else if (is.isArrayLiteralExpression(node)) list(node.elements, scope)
      else parameter(typeOfValue(node))
    }

    function list(elements: readonly Node[], scope: Scope): void {
      const items = elements.map((item) => resolve({ node: is.isSpreadElement(item) ? item.expression : item, scope }))
      const isFragments = items.some((item) => is.isTaggedTemplateExpression(item.node))
      if (!isFragments) parameter(0)
      for (const item of isFragments ? items : []) {
        draft.text += ' '
        value(item)
      }
    }

    function typeOfValue(node: Node): number {
      const made =
        is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression) ? node.expression : undefined
      if (made && isSqlTag(made.expression)) return made.name.text === 'json' ? parameterTypes.jsonb : 0
      const type = checker.getTypeAtLocation(node)
      if (!type) return 0
      if (isSqlLike(type) || /\bSqlPart\b/.test(checker.typeToString(type))) throw new Unknowable(startOf(node))
      return parameterType(type)
    }

    function parameter(type: number): void {
      draft.text += `$${draft.types.push(type)}`
    }

    /** `${sql(…)}`: a name, a list, a row, or rows. */
    function part(args: readonly Node[], scope: Scope): void {
      const first = resolve({ node: args[0]!, scope })
      const names = namesOf(first.node)
      const word = /([a-z]*)\s*$/i.exec(draft.text.slice(-24))?.[1]?.toLowerCase()
      if (names.length > 0) draft.text += names.map(quote).join(', ')
      else if (word === 'in') tuple([() => parameter(0)])
      else row(first, columnsOf(args.slice(1), scope), word)
    }

    function namesOf(node: Node): string[] {
      if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [node.text]
      if (is.isArrayLiteralExpression(node) && node.elements.every(is.isStringLiteral)) {
        return node.elements.filter(is.isStringLiteral).map(({ text }) => text)
      }
      const type = checker.getTypeAtLocation(node)
      const literals = (type?.isUnionType() ? type.getTypes() : type ? [type] : []).filter((one) =>
        one.isStringLiteralType(),
      )
      return literals.length > 0 ? [(holds ? literals[0] : literals.at(-1))!.value] : []
    }

    function columnsOf(args: readonly Node[], scope: Scope): string[] {
      const columns = args.map((column) => resolve({ node: column, scope }).node)
      if (!columns.every(is.isStringLiteral)) throw new Unknowable(startOf(args.at(-1)!))
      return columns.filter(is.isStringLiteral).map(({ text }) => text)
    }

    function row(written: Bound, columns: readonly string[], word: string | undefined): void {
      const type = checker.getTypeAtLocation(written.node)
      const rows = type && checker.isArrayLikeType(type) ? elementOf(type) : type
      const one = rows?.isUnionType() ? rows.getTypes().at(holds ? 0 : -1) : rows
      const properties = one && !(one.flags & TypeFlags.StringLike) ? checker.getPropertiesOfType(one) : []
      if (properties.length === 0 || checker.getIndexInfosOfType(one!).length > 0)
        throw new Unknowable(startOf(written.node))
      const names = columns.length > 0 ? columns : properties.map(({ name }) => name)
      const values = names.map((name) => () => {
        const given = field(written, name)
        const property = properties.find((each) => each.name === name)
        const of = property && checker.getTypeOfSymbol(property)
        if (given) value(given)
        else parameter(of ? parameterType(of) : 0)
      })
      if (word !== 'set' && word !== 'values') draft.text += `(${names.map(quote).join(', ')}) values `
      if (word === 'set') assignments(names, values)
      else tuple(values)
    }

    function assignments(names: readonly string[], values: readonly (() => void)[]): void {
      values.forEach((write, at) => {
        draft.text += `${at > 0 ? ', ' : ''}${quote(names[at]!)} = `
        write()
      })
    }

    function tuple(values: readonly (() => void)[]): void {
      draft.text += '('
      values.forEach((write, at) => {
        if (at > 0) draft.text += ', '
        write()
      })
      draft.text += ')'
    }

    const self = { draft, template, resolve, field }
    return self
  }

  function elementOf(type: Type): Type | undefined {
    return type.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
  }

  function isSqlTag(node: Node): boolean {
    const type = checker.getTypeAtLocation(node)
    return type !== undefined && /^(?:Sql|ReadSql)$/.test(checker.typeToString(type))
  }

  function parameterType(type: Type): number {
    const kinds = (type.isUnionType() ? type.getTypes() : [type]).filter((one) => !(one.flags & TypeFlags.Nullable))
    const every = (test: (one: Type) => boolean) => kinds.length > 0 && kinds.every(test)
    if (every((one) => (one.flags & TypeFlags.BooleanLike) !== 0)) return parameterTypes.boolean
    if (every((one) => (one.flags & TypeFlags.BigIntLike) !== 0)) return parameterTypes.bigint
    if (every((one) => checker.typeToString(one) === 'Date')) return parameterTypes.timestamptz
    if (every((one) => /^(?:Buffer|Uint8Array)\b/.test(checker.typeToString(one)))) return parameterTypes.bytea
    return 0
  }

  return { writeStatement, isSqlTag }
}

const startOf = (node: Node) => node.getText().split('\n')[0]!.slice(0, 60)

const withScope = (outer: Scope, inner: Scope): Scope => new Map([...outer, ...inner])

const isKnown = (node: Node) => is.isTaggedTemplateExpression(node) || is.isObjectLiteralExpression(node)

function functionsAround(node: Node): Node[] {
  const around: Node[] = []
  for (let at = node.parent; at; at = at.parent) if (bodyOf(at)) around.push(at)
  return around
}

function bodyOf(node: Node): Node | undefined {
  const isFunction =
    is.isFunctionDeclaration(node) ||
    is.isArrowFunction(node) ||
    is.isFunctionExpression(node) ||
    is.isMethodDeclaration(node)
  return isFunction ? (node as { body?: Node }).body : undefined
}

const parametersOf = (node: Node): readonly Node[] => (node as { parameters?: readonly Node[] }).parameters ?? []

/** The name by which a function is called. */
function nameOf(node: Node): Node | undefined {
  if (is.isFunctionDeclaration(node) || is.isMethodDeclaration(node)) return node.name
  const holder = node.parent
  return holder && (is.isVariableDeclaration(holder) || is.isPropertyAssignment(holder)) ? holder.name : undefined
}
