import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { wireTypes } from '#platform/db/wire-types.ts'
import type { Column } from './describe.ts'
import type { Sources } from './project.ts'

/**
 * `fault`: the row isn't what its type says. `spare`: a column that the type lacks. `null`: the type leaves out a null
 * that the table's column (`nullableColumn`) may have; `joined`: one from an outer join; `empty`: one from an aggregate
 * over no rows.
 */
export type Difference = {
  readonly kind: 'fault' | 'spare' | 'null' | 'joined' | 'empty'
  readonly text: string
  readonly nullableColumn?: string
}

type Values = 'string' | 'number' | 'boolean' | 'date' | 'bytes' | 'any'

// The value types that the driver's parsers return. int8 is a number if it is exact; sums and counts are.
const returns: Record<string, Values> = {
  bool: 'boolean',
  bytea: 'bytes',
  int8: 'number',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  json: 'any',
  jsonb: 'any',
  timestamptz: 'date',
}

const parsed = new Map<number, { name: string; values: Values; isArray: boolean }>(
  Object.entries(wireTypes).map(([key, { to }]) => {
    const name = key.replace(/^pg_|_array$/g, '')
    return [to, { name, values: returns[name] ?? 'string', isArray: key.endsWith('_array') }]
  }),
)

/** Compares row types with the columns that the server describes. */
export function rowComparer({ checker }: Sources) {
  /** A type that names its columns; undefined for `Record<string, unknown>` and the like, which promise nothing. */
  function propertiesOf(row: Type) {
    const isOpen = (row.flags & TypeFlags.AnyOrUnknown) !== 0 || checker.getIndexInfosOfType(row).length > 0
    if (isOpen || row.flags & TypeFlags.TypeParameter) return undefined
    return checker
      .getPropertiesOfType(row)
      .map((symbol) => ({ name: symbol.name, type: checker.getTypeOfSymbol(symbol) }))
  }

  function compare(row: Type, columns: readonly Column[]): Difference[] {
    if (row.isUnionType()) {
      // Rows of several kinds: a column and its null may belong to only one of them.
      const each = row.getTypes().map((member) => compare(member, columns))
      const faults = each
        .map((differences) => differences.filter(({ kind }) => kind === 'fault'))
        .toSorted((a, b) => a.length - b.length)[0]
      const shared = each[0]?.filter(
        ({ kind, text }) =>
          kind !== 'fault' && each.every((other) => other.some((difference) => difference.text === text)),
      )
      return [...(faults ?? []), ...(shared ?? [])]
    }
    const properties = propertiesOf(row)
    if (!properties) return []
    const differences: Difference[] = []
    for (const { name, type } of properties) {
      const column = columns.findLast((column) => column.name === name)
      if (!column) {
        if (type && !mayBe(type, TypeFlags.Undefined))
          differences.push({ kind: 'fault', text: `${name} is not selected` })
      } else if (type) differences.push(...compareColumn(type, column))
    }
    const unusedColumns = columns.filter(({ name }) => !properties.some((property) => property.name === name))
    return [
      ...differences,
      ...unusedColumns.map(({ name }): Difference => ({ kind: 'spare', text: `${name} is not in the type` })),
    ]
  }

  function compareColumn(type: Type, column: Column): Difference[] {
    const cached = parsed.get(column.type)
    const values = cached?.values ?? 'string'
    const shapes = shapeOf(type)
    const message = `${column.name} is typed ${checker.typeToString(type)}`
    if (values !== 'any' && !shapes.has('any')) {
      const isArray = cached?.isArray ?? false
      const unfit = [...shapes].filter(
        (shape) => shape !== (isArray ? `${values}[]` : values) && !(isArray && shape === 'any[]'),
      )
      // A union with one fitting and one unused member is too wide, not wrong.
      const fits = shapes.size > unfit.length
      if (!fits && shapes.size > 0) {
        return [
          {
            kind: 'fault',
            text: `${message}, and is ${values}${isArray ? '[]' : ''} (${cached?.name ?? `oid ${column.type}`})`,
          },
        ]
      }
    }
    if (column.nullable && !mayBe(type, TypeFlags.Null) && !shapes.has('any')) {
      return [
        {
          kind: 'null',
          text: `${message}, and ${column.attribute} may be null`,
          ...(column.attribute && { nullableColumn: column.attribute }),
        },
      ]
    }
    if (column.empty && !mayBe(type, TypeFlags.Null)) {
      return [{ kind: 'empty', text: `${message}, and an aggregate of no rows is null` }]
    }
    if (column.joined && !mayBe(type, TypeFlags.Null)) {
      return [
        {
          kind: 'joined',
          text: `${message}, and an outer join may leave it null`,
          nullableColumn: column.attribute ?? column.name,
        },
      ]
    }
    return []
  }

  const mayBe = (type: Type, flag: TypeFlags): boolean =>
    (type.flags & (flag | TypeFlags.AnyOrUnknown)) !== 0 ||
    (type.isUnionType() && type.getTypes().some((member) => mayBe(member, flag)))

  /** The kinds of values that a type allows, except null and undefined. */
  function shapeOf(type: Type): Set<string> {
    if (type.isUnionType()) return new Set(type.getTypes().flatMap((member) => [...shapeOf(member)]))
    const { flags } = type
    if (flags & (TypeFlags.Nullable | TypeFlags.Void)) return new Set()
    if (flags & TypeFlags.StringLike) return new Set(['string'])
    if (flags & TypeFlags.NumberLike) return new Set(['number'])
    if (flags & TypeFlags.BooleanLike) return new Set(['boolean'])
    if (flags & TypeFlags.BigIntLike) return new Set(['bigint'])
    const text = checker.typeToString(type)
    if (text === 'Date') return new Set(['date'])
    if (/^(?:Buffer|Uint8Array)\b/.test(text)) return new Set(['bytes'])
    if (checker.isArrayLikeType(type) && type.isTypeReference()) {
      const elements = checker.getTypeArguments(type).flatMap((member) => [...shapeOf(member)])
      return new Set(elements.map((element) => `${element}[]`))
    }
    if (flags & TypeFlags.Intersection && type.isIntersectionType()) {
      // A branded string is a string.
      const plain = type
        .getTypes()
        .flatMap((member) => [...shapeOf(member)])
        .filter((kind) => kind !== 'object')
      return new Set(plain.length > 0 ? plain : ['object'])
    }
    return new Set([flags & TypeFlags.Object ? 'object' : 'any'])
  }

  return { propertiesOf, compare }
}
