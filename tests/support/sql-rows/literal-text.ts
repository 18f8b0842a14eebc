import type { Node } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'

/** Texts that stand for the output of `platform/db/literal.ts`. */
const texts: Readonly<Record<string, string>> = { literal: '0', literals: '0', literalNames: `'{}'::text[]` }

export const literalText = (node: Node): string | undefined =>
  is.isCallExpression(node) && is.isIdentifier(node.expression) ? texts[node.expression.text] : undefined
