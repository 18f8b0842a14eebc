export type Change = { before: Record<string, unknown>; after: Record<string, unknown> }

const secret = /(^|_)(password|passwd|hash|secret|token|pin|cvv|ssn|license|licence)(_|$)/
const withheld = '(withheld)'

/**
 * The changed fields, for the `before` and `after` of an audit row. Equal fields are left out; a secret is only marked
 * as changed. A field missing on one side counts as null.
 */
export function changesOf<T extends object>(
  before: Readonly<Partial<T>>,
  after: Readonly<Partial<T>>,
  fields: readonly (keyof T & string)[],
): Change {
  const changedFields = fields.filter((field) => plain(before[field]) !== plain(after[field]))
  const pick = (from: Readonly<Partial<T>>) =>
    Object.fromEntries(changedFields.map((field) => [field, from[field] ?? null]))
  return { before: withoutSecrets(pick(before)), after: withoutSecrets(pick(after)) }
}

/** Returns a copy with '(withheld)' for every value whose name marks it as a secret, at any depth. */
export function withoutSecrets(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, auditedValue(name, value)]))
}

function auditedValue(name: string, value: unknown): unknown {
  // Nulls and booleans don't reveal anything.
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (secret.test(snakeCase(name))) return withheld
  return withholdNested(value)
}

function withholdNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withholdNested)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return withoutSecrets(value as Record<string, unknown>)
}

const snakeCase = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** Compares by text, which also works for dates, lists and records. */
const plain = (value: unknown): string => JSON.stringify(value ?? null)
