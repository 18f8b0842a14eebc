import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './app.ts'
import { exemptTables } from './sums.ts'

/** The values that a call wrote to one row. */
type Write = {
  name: string
  kind: 'I' | 'U' | 'D'
  old: Row | null
  new: Row | null
  at: string
  owner: number | null
}
type Row = Record<string, unknown>
/** People by the names that the table gives them, the ids of the call's records by their columns, and its input. */
export type Known = {
  people: Readonly<Record<string, number | null>>
  ids: Readonly<Record<string, unknown>>
  input: unknown
}

/** Tables that other requests or a job may write at any moment. */
const exempt = [
  'platform.row_count',
  'platform.clock',
  'platform.audit_unsealed',
  'platform.audit_seal',
  'platform.audit_verification',
]
/** Tables and columns that depend on how long the test before took, or on the length of a random name. */
const timed = {
  tables: new Set(['learning.seat_lease', 'learning.seat_range']),
  columns: new Set(['credited_ms', 'file_size', 'size_bytes']),
}
/** The columns of these tables whose values depend on the written row. */
const shownColumns: Readonly<Record<string, readonly string[]>> = {
  'queue.job': ['data', 'name', 'start_after'],
  'platform.audit_event': [
    'action',
    'actor_user_id',
    'after',
    'before',
    'organization_id',
    'subject',
    'subject_user_id',
  ],
  'platform.event': ['data', 'needs', 'organization_id', 'subject', 'type'],
}

/**
 * Records each row that anything writes from now on; `linesSince` lists them. A dropped second write, a wrong
 * constant or person, and a statement that reaches rows of others each change the list.
 */
export async function recordWrites({ database }: TestApp) {
  await database.read.text('create schema recorded')
  await database.read.text(`
    create unlogged table recorded.write (write_id bigint generated always as identity primary key, name text not null,
      kind text not null, old jsonb, new jsonb, at timestamptz not null)`)
  await database.read.text(`
    create function recorded.record() returns trigger language plpgsql security definer as $$ begin
      insert into recorded.write (name, kind, old, new, at) values (tg_argv[0], left(tg_op, 1),
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end,
        platform.now());
      return null;
    end $$`)
  const tables = await database.read<{ name: string }>`
    select n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname in ('platform', 'settings', 'identity', 'catalogue', 'security', 'learning', 'checkout', 'support',
                        'backoffice', 'queue')
      and (n.nspname <> 'queue' or c.relname = 'job')
      and not n.nspname || '.' || c.relname = any(${database.read.array(exempt)})`
  for (const { name } of tables)
    await database.read.text(`
      create trigger zz_recorded after insert or update or delete on ${name}
        for each row execute function recorded.record('${name}')`)
  const references = await listReferences(database)
  const keys = await listKeys(database)
  const demo = await findLastIds(database, references)

  return {
    last: async (): Promise<number> => {
      const [row] = await database.read<{ last: number }>`select coalesce(max(write_id), 0) as last from recorded.write`
      return row!.last
    },
    /** The tables of which rows were written since then, other than those that a refused call may write. */
    async tablesSince(last: number): Promise<string[]> {
      const rows = await database.read<{ name: string }>`
        select distinct name from recorded.write
        where write_id > ${last} and (kind <> 'U' or old is distinct from new) order by name`
      return rows.map(({ name }) => name).filter((name) => !exemptTables.has(name) && !/^(platform|queue)\./.test(name))
    },
    /** The rows written since then, as sorted lines. */
    async linesSince(last: number, known: Known): Promise<string[]> {
      const writes = await database.read<Write>`
        select w.name, w.kind, w.old, w.new, w.at::text as at,
          coalesce((coalesce(w.new, w.old) ->> 'user_id')::bigint, s.user_id) as owner
        from recorded.write w
        left join learning.student_course s
          on s.student_course_id = (coalesce(w.new, w.old) ->> 'student_course_id')::bigint
        where w.write_id > ${last} and not w.name = any(${database.read.array([...timed.tables])}) order by w.write_id`
      const names = namesOf(writes, known, { keys, references, demo })
      return countLines(writes.flatMap((write) => lineOf(write, names)))
    },
  }
}

type References = ReadonlyMap<string, string>
type Catalog = { keys: References; references: References; demo: References }

/** The key of each table that has a single one. */
async function listKeys({ read }: TestApp['database']): Promise<References> {
  const rows = await read<{ name: string; key: string }>`
    select n.nspname || '.' || c.relname as name, a.attname as key
    from pg_constraint k, pg_class c, pg_namespace n, pg_attribute a
    where k.contype = 'p' and c.oid = k.conrelid and n.oid = c.relnamespace and not c.relispartition
      and array_length(k.conkey, 1) = 1 and a.attrelid = c.oid and a.attnum = k.conkey[1]`
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** `table.column` of each reference, with the `table.column` that it names. */
async function listReferences({ read }: TestApp['database']): Promise<References> {
  const rows = await read<{ from: string; to: string }>`
    select n.nspname || '.' || c.relname || '.' || a.attname as from,
           fn.nspname || '.' || f.relname || '.' || b.attname as to
    from pg_constraint k, lateral unnest(k.conkey, k.confkey) as pair (here, there),
      pg_class c, pg_namespace n, pg_class f, pg_namespace fn, pg_attribute a, pg_attribute b
    where k.contype = 'f' and c.oid = k.conrelid and n.oid = c.relnamespace and f.oid = k.confrelid
      and fn.oid = f.relnamespace and a.attrelid = c.oid and a.attnum = here and b.attrelid = f.oid and b.attnum = there
      and not c.relispartition and not f.relispartition
      and (array_length(k.conkey, 1) = 1 or a.attname not like '%organization_id')
    order by array_length(k.conkey, 1) desc`
  return new Map(rows.map(({ from, to }) => [from, to]))
}

/** The last id of each referenced column before any test: those up to it are the demo's. */
async function findLastIds({ read }: TestApp['database'], references: References): Promise<References> {
  const lasts = [...new Set(references.values())].map((column) => {
    const index = column.lastIndexOf('.')
    const id = column.slice(index + 1)
    return `select '${column}' as column, max(${id}::text::numeric)::text as last from ${column.slice(0, index)}
      where ${id}::text ~ '^[0-9]+$'`
  })
  const rows = await read.text<{ column: string; last: string | null }>(lasts.join(' union all '))
  return new Map(rows.flatMap(({ column, last }) => (last === null ? [] : [[column, last]])))
}

type Names = {
  /** The name of a value of a column: whose it is, not its number. */
  nameOf: (table: string, column: string, value: unknown) => string | null
  keyOf: (table: string) => string | null
  /** A text by the field of the input that it comes from. */
  text: (value: string) => string | null
}

function namesOf(writes: readonly Write[], { people, ids, input }: Known, { keys, references, demo }: Catalog): Names {
  const fields = new Map(fieldsOf('', input))
  const person = (id: unknown) =>
    Object.entries(people).find(([, user_id]) => user_id === Number(id))?.[0] ??
    (created.has(`user_id ${id}`) ? 'new person' : 'someone else')
  const ownIds = new Map(Object.entries(ids).map(([name, value]) => [snake(name), String(value)]))
  const created = new Set(
    writes
      .filter(({ kind, name }) => kind === 'I' && keys.has(name))
      .map((write) => `${keys.get(write.name)} ${write.new![keys.get(write.name)!]}`),
  )
  function record(column: string, target: string | undefined, value: unknown): string {
    if (/organization_id$/.test(column) && Number(value) <= Number(demo.get(target ?? '') ?? 0)) return String(value)
    const id = target?.split('.')[2] ?? column
    if (ownIds.get(column) === String(value) || ownIds.get(id) === String(value)) return 'own'
    if (created.has(`${id} ${value}`)) return 'new'
    if (!target) return '#'
    return Number(value) <= Number(demo.get(target) ?? -1) ? 'demo' : 'other'
  }
  return {
    keyOf: (table) => keys.get(table) ?? null,
    text: (value) => fields.get(value) ?? null,
    nameOf(table, column, value) {
      const target = references.get(`${table}.${column}`)
      if (target === 'identity.person.user_id' || /(^|_)(user_id|by)$/.test(column))
        return typeof value === 'number' ? person(value) : null
      if (value === null) return null
      if (/(^|_)lk_\w+_id$/.test(column)) return String(value)
      if (/organization_id$/.test(column))
        return value === 1 ? '1' : record('organization_id', 'identity.organization.organization_id', value)
      if (/^(revision|id|partition|from|replaces|last_number)$/.test(column) && typeof value === 'number') return '#'
      if (target || (/_id$/.test(column) && typeof value !== 'object')) return record(column, target, value)
      const [, key, id] = /^([a-z]\w*):([1-9]\d*)$/i.exec(String(value)) ?? []
      if (!key) return null
      const name = snake(key).replace(/(?<!_id)$/, '_id')
      return `${key}:${name === 'user_id' ? person(id) : record(name, undefined, id)}`
    },
  }
}

/** The texts of an input, each with its field. */
function fieldsOf(name: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return value.length > 1 ? [[value, `input ${name}`]] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) => fieldsOf(/^\d+$/.test(key) ? name : key, item))
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function lineOf(write: Write, names: Names): string[] {
  const { name, kind } = write
  const columnsOf = (row: Row) =>
    Object.entries(row)
      .filter(([column, value]) => !(column === 'organization_id' && value === 1))
      .filter(([column]) => shownColumns[name]?.includes(column) ?? !timed.columns.has(column))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([column, value]) =>
          [column, names.nameOf(name, column, value) ?? describeColumn(column, value, write, names)] as const,
      )
      .map(([column, value]) => `${column}=${value}`)
      .join(', ')
  if (kind === 'I') {
    const key = names.keyOf(name)
    const filled = Object.entries(write.new!).filter(([column, value]) => value !== null && column !== key)
    return [`+ ${name}: ${columnsOf(Object.fromEntries(filled))}`]
  }
  const row = write.old!
  const key = names.keyOf(name)
  const which = key && ['own', 'new'].find((word) => names.nameOf(name, key, row[key]) === word)
  const owner = write.owner === null ? '' : ` of ${names.nameOf(name, 'user_id', write.owner)}`
  const site =
    row.organization_id && row.organization_id !== 1
      ? ` at ${names.nameOf(name, 'organization_id', row.organization_id)}`
      : ''
  const label = `${which ? `${which} ` : ''}${name}${owner}${site}`
  if (kind === 'D') return [`- ${label}`]
  const changes = Object.entries(write.new!).filter(
    ([column, value]) => !timed.columns.has(column) && JSON.stringify(value) !== JSON.stringify(row[column]),
  )
  return changes.length > 0 ? [`~ ${label}: ${columnsOf(Object.fromEntries(changes))}`] : []
}

/** Columns of random keys, which may look like words. */
const randomColumns: ReadonlySet<string> = new Set(['attempt'])

const describeColumn = (column: string, value: unknown, write: Write, names: Names): string =>
  randomColumns.has(column) && typeof value === 'string' ? 'text' : describeValue(value, write, names)

/** A value without what differs from run to run. */
function describeValue(value: unknown, write: Write, names: Names): string {
  if (value === null) return 'null'
  // Revisions and other numbers of a sequence.
  if (typeof value === 'number' && value >= 1_000_000) return '#'
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return momentOf(value, write.at)
    if (/^wp_/.test(value)) return 'key'
    return names.text(value) ?? (/^[a-z][a-zA-Z_.: -]{0,40}$/.test(value) ? value : 'text')
  }
  const show = (name: string, item: unknown) =>
    names.nameOf(write.name, name, item) ?? describeValue(item, write, names)
  if (Array.isArray(value) && value.some((item) => typeof item === 'number')) return '[numbers]'
  if (Array.isArray(value))
    return `[${value.length > 3 ? `${value.length} items` : value.map((item) => show('', item)).join(' ')}]`
  const fields = Object.entries(value as Row).filter(([name, field]) => field !== null && !timed.columns.has(name))
  const text = `{${fields.map(([name, field]) => `${name}=${show(name, field)}`).join(' ')}}`
  return text.length > 300 ? `{${fields.length} fields}` : text
}

/** The distance of a moment from the time of the write, unless it is one of the calendar. */
function momentOf(value: string, at: string): string {
  const moment = new Date(value).getTime()
  if (moment % 60_000 === 0) return 'day'
  const minutes = Math.round((moment - new Date(at).getTime()) / 60_000)
  // Rows may have been made any time before the call.
  if (minutes > -120 && minutes <= 1) return 'now'
  const sign = minutes < 0 ? '-' : '+'
  const distance = Math.abs(minutes)
  if (distance < 120) return `${sign}${distance} min`
  // Not at a usual distance, such as 48 hours, which is a minute more or less in each run.
  return distance < 47 * 60 ? `${sign}${Math.round(distance / 60)} h` : `${sign}${Math.round(distance / 1440)} d`
}

function countLines(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  // How many other people there are depends on the tests before.
  const times = (line: string, count: number) => (line.includes('someone else') ? 'several' : count)
  return [...counts].map(([line, count]) => (count > 1 ? `${line} × ${times(line, count)}` : line)).toSorted()
}

const file = join(import.meta.dirname, '../writes.matrix.txt')
const head = `The rows that each changing call writes in its example (tests/support/writes.ts; UPDATE_MATRIX=1 writes this table, read
the difference): + inserts, ~ updates with what it changed, - deletes. People and records have names instead of ids: the
owner of the records, the admin who calls, 'own' records of the input, and 'new' ones of this call.
`

/** The lines of each call in the table. */
export function readWrites(): Record<string, string[]> {
  if (!existsSync(file)) return {}
  const blocks = readFileSync(file, 'utf8').slice(head.length).trim().split('\n\n')
  return Object.fromEntries(
    blocks.map((block) => {
      const [call = '', ...lines] = block.split('\n')
      return [call, lines.map((line) => line.trim())]
    }),
  )
}

export const writeWrites = (written: Writes): void => writeFileSync(file, head + textOf(written))

type Writes = Readonly<Record<string, readonly string[]>>

/** The lines of each call, in the order of the calls. */
export const textOf = (written: Writes): string =>
  Object.entries(written)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([call, lines]) => `\n${[call, ...lines.map((line) => `  ${line}`)].join('\n')}\n`)
    .join('')
