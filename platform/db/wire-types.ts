const asIs = (text: string) => text

/** int8: a number if exact, otherwise the text. */
function parseBigint(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

function parseBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex')
}

const parsers = {
  boolean: (text: string) => text === 't',
  bytes: parseBytes,
  bigint: parseBigint,
  number: Number,
  json: (text: string): unknown => JSON.parse(text),
  instant: (text: string) => (text.endsWith('infinity') ? text : new Date(text)),
  text: asIs,
}

// [name, oid, oid of its array, parser]. numeric, date, time and timestamp stay text, so that no digit or day is lost.
const types: readonly [string, number, number, (text: string) => unknown][] = [
  ['bool', 16, 1000, parsers.boolean],
  ['bytea', 17, 1001, parsers.bytes],
  ['int8', 20, 1016, parsers.bigint],
  ['int2', 21, 1005, parsers.number],
  ['int4', 23, 1007, parsers.number],
  ['oid', 26, 1028, parsers.number],
  ['json', 114, 199, parsers.json],
  ['float4', 700, 1021, parsers.number],
  ['float8', 701, 1022, parsers.number],
  ['jsonb', 3802, 3807, parsers.json],
  ['timestamptz', 1184, 1185, parsers.instant],
  ['numeric', 1700, 1231, parsers.text],
  ['date', 1082, 1182, parsers.text],
  ['timestamp', 1114, 1115, parsers.text],
  ['uuid', 2950, 2951, parsers.text],
  ['text', 25, 1009, parsers.text],
  ['varchar', 1043, 1015, parsers.text],
  ['bpchar', 1042, 1014, parsers.text],
  ['name', 19, 1003, parsers.text],
]

/** postgres.js `types`: every value is text by the time the driver sees it, so each serializer passes it through. */
export const wireTypes = Object.fromEntries(
  types.flatMap(([name, oid, arrayOid, parse]) => [
    [`pg_${name}`, { to: oid, from: [oid], serialize: asIs, parse }],
    [
      `pg_${name}_array`,
      { to: arrayOid, from: [arrayOid], serialize: asIs, parse: (text: string) => parseArray(text, parse) },
    ],
  ]),
)

/** Reads PostgreSQL's array text ('{1,NULL,"a b"}', nested too) into an array of parsed elements. */
function parseArray(text: string, parse: (text: string) => unknown): unknown[] {
  // '[0:2]={...}' carries bounds, which are ignored.
  const cursor = { index: text.indexOf('{') }
  return readList(text, cursor, parse)
}

function readList(text: string, cursor: { index: number }, parse: (text: string) => unknown): unknown[] {
  const list: unknown[] = []
  cursor.index++
  while (text[cursor.index] !== '}') {
    if (text[cursor.index] === ',') cursor.index++
    else if (text[cursor.index] === '{') list.push(readList(text, cursor, parse))
    else if (text[cursor.index] === '"') list.push(parse(readQuoted(text, cursor)))
    else list.push(readUnquoted(text, cursor, parse))
  }
  cursor.index++
  return list
}

function readQuoted(text: string, cursor: { index: number }): string {
  let value = ''
  for (cursor.index++; text[cursor.index] !== '"'; cursor.index++) {
    if (text[cursor.index] === '\\') cursor.index++
    value += text[cursor.index]
  }
  cursor.index++
  return value
}

function readUnquoted(text: string, cursor: { index: number }, parse: (text: string) => unknown): unknown {
  const from = cursor.index
  while (text[cursor.index] !== ',' && text[cursor.index] !== '}') cursor.index++
  const value = text.slice(from, cursor.index)
  return value === 'NULL' ? null : parse(value)
}
