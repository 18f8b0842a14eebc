import type { Node } from 'typescript/unstable/ast'
import { type Symbol as Name, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Sources } from './project.ts'

/** The ids of the types that the driver names; it leaves the others to the server (0). */
export const parameterTypes = { boolean: 16, bytea: 17, bigint: 20, timestamptz: 1184, jsonb: 3802 }

/** Reads from the compiler what an expression is to a statement. */
export function sqlTypes({ checker }: Sources) {
  /** The `sql` of a context or a connection. */
  function isSqlTag(node: Node): boolean {
    const type = checker.getTypeAtLocation(node)
    return type !== undefined && /^(?:Sql|ReadSql)$/.test(checker.typeToString(type))
  }

  /** A fragment, a statement, or a list of them. */
  function isSqlLike(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some(isSqlLike)
    const text = checker.typeToString(type)
    return /^(?:Fragment|Statement<)/.test(text) || (checker.isArrayLikeType(type) && text.includes('Fragment'))
  }

  /** The declared name, also of an import. */
  function symbolAt(node: Node): Name | undefined {
    const symbol = checker.getSymbolAtLocation(node)
    return symbol && originalOf(symbol)
  }

  const originalOf = (symbol: Name): Name =>
    symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  /** The type that the driver sends with a value of this type. */
  function parameterTypeOf(type: Type): number {
    const kinds = (type.isUnionType() ? type.getTypes() : [type]).filter(
      (member) => !(member.flags & TypeFlags.Nullable),
    )
    const every = (test: (member: Type) => boolean) => kinds.length > 0 && kinds.every(test)
    if (every((member) => (member.flags & TypeFlags.BooleanLike) !== 0)) return parameterTypes.boolean
    if (every((member) => (member.flags & TypeFlags.BigIntLike) !== 0)) return parameterTypes.bigint
    if (every((member) => checker.typeToString(member) === 'Date')) return parameterTypes.timestamptz
    if (every((member) => /^(?:Buffer|Uint8Array)\b/.test(checker.typeToString(member)))) return parameterTypes.bytea
    return 0
  }

  /** The type of a row or, if it is a list of rows, of one of them. */
  function rowTypeOf(node: Node): Type | undefined {
    const type = checker.getTypeAtLocation(node)
    if (!type || !checker.isArrayLikeType(type)) return type
    return type.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
  }

  return { isSqlTag, isSqlLike, symbolAt, originalOf, parameterTypeOf, rowTypeOf }
}

export type SqlTypes = ReturnType<typeof sqlTypes>
