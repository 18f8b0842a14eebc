import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'

export const bodyOf = (node: Node): Node | undefined =>
  is.isFunctionDeclaration(node) ||
  is.isArrowFunction(node) ||
  is.isFunctionExpression(node) ||
  is.isMethodDeclaration(node)
    ? node.body
    : undefined

export const parametersOf = (node: Node): readonly Node[] => (node as { parameters?: readonly Node[] }).parameters ?? []

/** The functions that a node is in, innermost first. */
export function functionsAround(node: Node): Node[] {
  const functions: Node[] = []
  for (let at = node.parent; at; at = at.parent) if (bodyOf(at)) functions.push(at)
  return functions
}

/** The name by which a function is called. */
export function nameOf(node: Node): Node | undefined {
  if (is.isFunctionDeclaration(node) || is.isMethodDeclaration(node)) return node.name
  const holder = node.parent
  return holder && (is.isVariableDeclaration(holder) || is.isPropertyAssignment(holder)) ? holder.name : undefined
}

/** The expression without parentheses, `as`, `satisfies`, `!` and `await`; undefined if it has none of them. */
export const innerOf = (node: Node): Node | undefined =>
  is.isParenthesizedExpression(node) ||
  is.isAsExpression(node) ||
  is.isSatisfiesExpression(node) ||
  is.isNonNullExpression(node) ||
  is.isAwaitExpression(node)
    ? node.expression
    : undefined

/** The beginning of a node's text, for messages. */
export const startOf = (node: Node): string => node.getText().split('\n')[0]!.slice(0, 60)
