import { BadStatement } from './errors.ts'

/** A parameter as PostgreSQL text, with its type's oid (0: the server infers it from the statement). */
export type Param = { readonly text: string | null; readonly type: number }

const boolean = 16
const bytea = 17
const bigint = 20
const timestamptz = 1184
const jsonb = 3802

/** Encodes a value immediately, so that nothing can fail later in the middle of a pipeline. */
export function encode(value: unknown): Param {
  if (value === null) return { text: null, type: 0 }
  switch (typeof value) {
    case 'string':
      return { text: value, type: 0 }
    case 'number':
      return { text: String(value), type: 0 }
    case 'boolean':
      return { text: value ? 't' : 'f', type: boolean }
    case 'bigint':
      return { text: String(value), type: bigint }
    case 'undefined':
      throw new BadStatement('a value is undefined: use null for SQL NULL')
  }
  if (value instanceof Date) return { text: instant(value), type: timestamptz }
  if (value instanceof Uint8Array) return { text: hex(value), type: bytea }
  if (Array.isArray(value)) return { text: arrayText(value, scalarText), type: 0 }
  throw new BadStatement('an object cannot be a parameter: write sql.json(value), or sql(row) for columns')
}

/** Writes a value as JSON for json and jsonb columns; null becomes SQL NULL. */
export function encodeJson(value: unknown): Param {
  if (value === null) return { text: null, type: jsonb }
  const text = JSON.stringify(value)
  if (text === undefined) throw new BadStatement('sql.json got a value that JSON cannot represent')
  return { text, type: jsonb }
}

/**
 * Encodes like drivers with text parameters: objects become JSON, undefined becomes null, the server infers all types.
 */
export function encodeLoose(value: unknown): Param {
  if (value === undefined) return { text: null, type: 0 }
  if (Array.isArray(value)) return { text: arrayText(value, looseText), type: 0 }
  return { text: looseText(value), type: 0 }
}

function looseText(value: unknown): string | null {
  const object = typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Uint8Array)
  return object ? JSON.stringify(value) : scalarText(value)
}

function scalarText(value: unknown): string | null {
  if (value !== null && typeof value === 'object' && !(value instanceof Date || value instanceof Uint8Array)) {
    throw new BadStatement('an array parameter contains an object')
  }
  return encode(value).text
}

function arrayText(values: readonly unknown[], text: (value: unknown) => string | null): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value, text)
    if (typeof value === 'number') return String(value)
    const item = text(value)
    return item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}

function instant(value: Date): string {
  if (Number.isNaN(value.getTime())) throw new BadStatement('a date is invalid')
  return value.toISOString()
}

function hex(value: Uint8Array): string {
  return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
}
