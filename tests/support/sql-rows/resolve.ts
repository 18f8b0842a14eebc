import {
  type BinaryExpression,
  type BindingElement,
  type CallExpression,
  type Expression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { literalText } from './literal-text.ts'
import type { Sources } from './project.ts'
import type { SqlTypes } from './sql-types.ts'
import { bodyOf, innerOf, parametersOf } from './syntax.ts'

/** A part whose text is known only at runtime. */
export class Unknowable extends Error {}

/** The parameters' values within a followed call, by the ids of their names. */
export type Scope = ReadonlyMap<number, Bound>
/** An expression and the values of the parameters that it names. */
export type Bound = { readonly node: Node; readonly scope: Scope }

const deepest = 60
const isKnown = (node: Node) => is.isTaggedTemplateExpression(node) || is.isObjectLiteralExpression(node)
const withScope = (outer: Scope, inner: Scope): Scope => new Map([...outer, ...inner])

/**
 * Follows names, calls and conditions to the expression that they stand for: a template, a literal, a function, or one
 * that stays unknown. Every condition has the same result, `holds`; its negation has the opposite one.
 */
export function openResolver({ checker, project }: Sources, types: SqlTypes, holds: boolean) {
  let depth = 0

  function resolve(bound: Bound): Bound {
    if (++depth > deepest) throw new Unknowable('it goes too deep')
    try {
      return resolveOnce(bound)
    } finally {
      depth--
    }
  }

  function resolveOnce({ node, scope }: Bound): Bound {
    const inner = innerOf(node)
    if (inner) return resolve({ node: inner, scope })
    if (is.isConditionalExpression(node))
      return resolve({ node: choose(node.condition) ? node.whenTrue : node.whenFalse, scope })
    if (is.isBinaryExpression(node)) return resolveBinary(node, scope)
    if (is.isIdentifier(node)) return resolveName(node, scope)
    if (is.isPropertyAccessExpression(node)) return resolveProperty(node, scope)
    if (is.isElementAccessExpression(node)) return resolveElement(node, scope)
    if (is.isCallExpression(node)) return resolveCall(node, scope)
    return { node, scope }
  }

  /** Whether a condition holds. */
  function choose(condition: Node): boolean {
    const text = condition.getText().replaceAll(/\s+/g, ' ')
    const isNegated = /^!/.test(text) || (/!==? /.test(text) && !/ (?:&&|\|\|) /.test(text))
    const isNull = /[!=]== null|[!=]== undefined/.test(text)
    return isNegated === isNull ? holds : !holds
  }

  /** `a ?? b` and `a || b`: one of them. `a && b`: the second. */
  function resolveBinary(node: BinaryExpression, scope: Scope): Bound {
    const operator = node.operatorToken.kind
    if (operator === SyntaxKind.AmpersandAmpersandToken) return resolve({ node: node.right, scope })
    if (operator !== SyntaxKind.QuestionQuestionToken && operator !== SyntaxKind.BarBarToken) return { node, scope }
    const leftBound = resolve({ node: node.left, scope })
    return holds && isKnown(leftBound.node) ? leftBound : resolve({ node: node.right, scope })
  }

  function resolveName(node: Node, scope: Scope): Bound {
    const parent = node.parent
    const isShorthand = parent && is.isShorthandPropertyAssignment(parent) && parent.name === node
    const symbol = isShorthand ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node)
    if (!symbol) return { node, scope }
    const original = types.originalOf(symbol)
    const bound = scope.get(original.id)
    if (bound) return resolve(bound)
    const declaration = original.valueDeclaration?.resolve(project)
    if (!declaration) return { node, scope }
    if (is.isFunctionDeclaration(declaration)) return { node: declaration, scope }
    if (is.isBindingElement(declaration)) return resolveBinding(declaration, scope) ?? { node, scope }
    if (!is.isVariableDeclaration(declaration) || !declaration.initializer) return { node, scope }
    // A reassigned variable isn't followed.
    const isConstant = /^\s*(?:export )?const\b/.test(declaration.parent.getText())
    return isConstant ? resolve({ node: declaration.initializer, scope }) : { node, scope }
  }

  /** The value of `a` after `const { a } = f()` or `const [a, b] = …`. */
  function resolveBinding(element: BindingElement, scope: Scope): Bound | undefined {
    const pattern = element.parent
    const declaration = pattern.parent
    if (!is.isVariableDeclaration(declaration) || !declaration.initializer) return undefined
    const whole = resolve({ node: declaration.initializer, scope })
    const key = element.propertyName ?? element.name
    if (is.isObjectBindingPattern(pattern) && key && is.isIdentifier(key)) {
      const value = fieldOf(whole, key.text)
      return value && resolve(value)
    }
    if (!is.isArrayBindingPattern(pattern) || !is.isArrayLiteralExpression(whole.node)) return undefined
    const item = whole.node.elements[pattern.elements.indexOf(element)]
    return item && resolve({ node: item, scope: whole.scope })
  }

  /** `row.name`: the field of a known object, otherwise the value that its declaration has. */
  function resolveProperty(
    node: Node & { expression: Expression; name: Node & { text: string } },
    scope: Scope,
  ): Bound {
    const value = fieldOf(resolve({ node: node.expression, scope }), node.name.text)
    if (value) return resolve(value)
    const declaration = types.symbolAt(node.name)?.valueDeclaration?.resolve(project)
    if (declaration && is.isPropertyAssignment(declaration)) return resolve({ node: declaration.initializer, scope })
    return { node, scope }
  }

  /** `table[key]`: the field if the key is known, otherwise the first or last entry of a table of fragments. */
  function resolveElement(node: Node & { expression: Expression; argumentExpression?: Node }, scope: Scope): Bound {
    const whole = resolve({ node: node.expression, scope })
    const key = node.argumentExpression && resolve({ node: node.argumentExpression, scope }).node
    const value = key && is.isStringLiteral(key) ? fieldOf(whole, key.text) : undefined
    if (value) return resolve(value)
    if (!is.isObjectLiteralExpression(whole.node)) return { node, scope }
    const entries = whole.node.properties.filter(is.isPropertyAssignment)
    const entry = holds ? entries[0] : entries.at(-1)
    return entry ? resolve({ node: entry.initializer, scope: whole.scope }) : { node, scope }
  }

  function fieldOf({ node, scope }: Bound, name: string): Bound | undefined {
    if (!is.isObjectLiteralExpression(node)) return undefined
    for (const property of node.properties) {
      if (is.isSpreadAssignment(property) || property.name.getText().replaceAll(/['"]/g, '') !== name) continue
      if (is.isPropertyAssignment(property)) return { node: property.initializer, scope }
      if (is.isShorthandPropertyAssignment(property)) return { node: property.name, scope }
      if (is.isMethodDeclaration(property)) return { node: property, scope }
    }
    return undefined
  }

  function resolveCall(node: CallExpression, scope: Scope): Bound {
    const { expression } = node
    if (types.isSqlTag(expression) || literalText(node)) return { node, scope }
    if (is.isPropertyAccessExpression(expression)) {
      const { text } = expression.name
      // These leave a list as it is, or join it; of a joined list, only the first piece is written.
      if (/^(?:filter|toSorted|reduce)$/.test(text))
        return isSqlLike(node) ? resolve({ node: expression.expression, scope }) : { node, scope }
      if (/^(?:map|flatMap)$/.test(text)) return (isSqlLike(node) && resolveMap(node, scope)) || { node, scope }
    }
    const callee = resolve({ node: expression, scope })
    if (!bodyOf(callee.node)) return { node, scope }
    // Arguments belong to the caller's scope, the body to the callee's.
    return resultOf(callee, bind(callee.node, node.arguments, scope)) ?? { node, scope }
  }

  function isSqlLike(node: Node): boolean {
    const type = checker.getTypeAtLocation(node)
    return type !== undefined && types.isSqlLike(type)
  }

  /** `list.map(fn)`: the fragment of the first item. */
  function resolveMap({ expression, arguments: [callback] }: CallExpression, scope: Scope): Bound | undefined {
    const fn = callback && resolve({ node: callback, scope })
    if (!fn || !bodyOf(fn.node) || !is.isPropertyAccessExpression(expression)) return undefined
    const list = resolve({ node: expression.expression, scope })
    const first = is.isArrayLiteralExpression(list.node) ? list.node.elements[0] : undefined
    return resultOf(fn, first ? bind(fn.node, [first], withScope(fn.scope, list.scope)) : new Map())
  }

  /** The result of a function, called with these values of its parameters. */
  function resultOf({ node, scope }: Bound, parameters: Scope): Bound | undefined {
    const body = bodyOf(node)
    if (!body) return undefined
    const inner = withScope(scope, parameters)
    if (!is.isBlock(body)) return resolve({ node: body, scope: inner })
    const result = returnedBy(body.statements)
    return result && resolve({ node: result, scope: inner })
  }

  /** The expression of the first `return` that is reached. */
  function returnedBy(statements: readonly Node[]): Node | undefined {
    for (const statement of statements) {
      if (is.isReturnStatement(statement)) return statement.expression
      const inner = returnedWithin(statement)
      if (inner) return inner
    }
    return undefined
  }

  function returnedWithin(statement: Node): Node | undefined {
    if (is.isBlock(statement)) return returnedBy(statement.statements)
    if (is.isIfStatement(statement)) {
      const branch = choose(statement.expression) ? statement.thenStatement : statement.elseStatement
      return branch && returnedBy([branch])
    }
    if (!is.isSwitchStatement(statement)) return undefined
    const results = statement.caseBlock.clauses.flatMap((clause) => returnedBy(clause.statements) ?? [])
    return holds ? results[0] : results.at(-1)
  }

  /** The values of a function's parameters in a call with these arguments. */
  function bind(callee: Node, args: readonly Node[], scope: Scope): Scope {
    const bound = new Map(scope)
    parametersOf(callee).forEach((parameter, index) => {
      const { name, initializer } = parameter as { name?: Node; initializer?: Node }
      const value = args[index] ?? initializer
      if (name && value && !is.isSpreadElement(value)) bindName(name, { node: value, scope }, bound)
    })
    return bound
  }

  function bindName(name: Node, value: Bound, bound: Map<number, Bound>): void {
    if (is.isIdentifier(name)) {
      const symbol = checker.getSymbolAtLocation(name)
      if (symbol) bound.set(symbol.id, value)
      return
    }
    if (!is.isObjectBindingPattern(name)) return
    const whole = resolve(value)
    for (const element of name.elements) {
      const key = element.propertyName ?? element.name
      const field = key && is.isIdentifier(key) ? fieldOf(whole, key.text) : undefined
      if (field && element.name) bindName(element.name, field, bound)
    }
  }

  return { resolve, fieldOf, bind }
}
