import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Sources } from './project.ts'
import { openResolver, type Scope } from './resolve.ts'
import type { SqlTypes } from './sql-types.ts'
import { functionsAround, nameOf, parametersOf } from './syntax.ts'

const maxDepth = 4

/**
 * The values that the parameters of the functions around a template have, one scope for each call of them; one empty
 * scope if the template's text depends on no parameter.
 */
export function openCallers(sources: Sources, types: SqlTypes) {
  const { checker, project, calls } = sources
  const { bind } = openResolver(sources, types, true)

  function scopesOf(template: Node, floors = maxDepth): Scope[] {
    const open = functionsAround(template).find((node) =>
      parametersOf(node).some((parameter) => decidesText(parameter, template)),
    )
    if (!open || floors === 0) return [new Map()]
    const scopes = callsOf(open).flatMap((call) =>
      scopesOf(call, floors - 1).map((scope) => bind(open, call.arguments, scope)),
    )
    return scopes.length > 0 ? scopes : [new Map()]
  }

  function callsOf(fn: Node) {
    const name = nameOf(fn)
    const symbol = name && types.symbolAt(name)
    if (!symbol) return []
    return (calls.get(symbol.name) ?? []).filter(({ expression }) => {
      const callee = is.isPropertyAccessExpression(expression) ? expression.name : expression
      return types.symbolAt(callee)?.id === symbol.id
    })
  }

  /** Whether the template contains the parameter as a fragment or as the name of a column. */
  function decidesText(parameter: Node, template: Node): boolean {
    const type = checker.getTypeAtLocation(parameter)
    if (!type) return false
    const uses = (node: Node): boolean =>
      (is.isIdentifier(node) &&
        (types.isSqlLike(type) || namesColumn(node)) &&
        types.symbolAt(node)?.valueDeclaration?.resolve(project) === parameter) ||
      Boolean(node.forEachChild((child) => uses(child) || undefined))
    return uses(template)
  }

  /** `sql(name)` */
  const namesColumn = (node: Node) => is.isCallExpression(node.parent) && types.isSqlTag(node.parent.expression)

  return scopesOf
}
