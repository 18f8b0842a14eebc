import type { TestApp } from './app.ts'

const allSchemas = [
  'platform',
  'settings',
  'identity',
  'catalogue',
  'security',
  'learning',
  'checkout',
  'support',
  'backoffice',
]
/**
 * Tables in which a refused call may leave rows: the audit log, the throttles, sessions; and row counts, which a job
 * may add up at any moment.
 */
export const exemptTables: ReadonlySet<string> = new Set([
  'platform.audit_event',
  'platform.audit_unsealed',
  'platform.audit_seal',
  'platform.audit_verification',
  'platform.clock',
  'platform.migration',
  'identity.session',
  'identity.sign_in_failure',
  'identity.code_failure',
  'identity.account_guess',
  'platform.outgoing_email',
  'platform.realtime_outbox',
  'platform.realtime_log',
  'platform.row_count',
])

/** Every table of the product with a checksum of its rows, except the exempt ones. */
export async function sumTables(
  app: TestApp,
  schemas: readonly string[] = allSchemas,
): Promise<Record<string, string>> {
  const rows = await readTables(app, `sums of ${schemas}`, [], ({ name, schema }) =>
    schemas.includes(schema) && !exemptTables.has(name) ? ['x::text', `${name} x`] : null,
  )
  return Object.fromEntries(rows.map(({ name, rows, sum }) => [name, `${rows} ${sum}`]))
}

/** The column that names a table's person: the first one that exists. */
const ownerColumns = {
  user_id: '$1',
  student_course_id: 'select student_course_id from learning.student_course where user_id = $1',
  quiz_attempt_id: `select quiz_attempt_id from learning.quiz_attempt
                    join learning.student_course using (student_course_id) where user_id = $1`,
  student_certificate_id: 'select student_certificate_id from learning.student_certificate where user_id = $1',
  completion_report_id: `select completion_report_id from learning.completion_report
                         join learning.student_course using (student_course_id) where user_id = $1`,
  order_id: 'select order_id from checkout.customer_order where user_id = $1',
  cart_id: 'select cart_id from checkout.cart where user_id = $1',
}

/** Like `sumTables`, for one person's rows only. */
export async function sumRowsOf(app: TestApp, user_id: number): Promise<Record<string, string>> {
  const rows = await readTables(app, 'rows of a person', [user_id], ({ name, columns }) => {
    const owner = Object.entries(ownerColumns).find(([column]) => columns.includes(column))
    return owner && !exemptTables.has(name) ? ['x::text', `${name} x where ${owner[0]} in (${owner[1]})`] : null
  })
  return Object.fromEntries(rows.map(({ name, rows, sum }) => [name, `${rows} ${sum}`]))
}

export type State = Record<string, { rows: number; sum: string }>

const stateSchemas = ['settings', 'identity', 'security', 'learning', 'checkout', 'support', 'backoffice']
/**
 * From the catalogue, only the tables that authors write, without course contents: megabytes, summed thousands of
 * times.
 */
const authored = new Set([
  'catalogue.course',
  'catalogue.course_version',
  'catalogue.course_question_bank',
  'catalogue.faq',
])
const comesAndGoes = new Set([
  'identity.session',
  'identity.device',
  'identity.sign_in_failure',
  'identity.account_guess',
])

/**
 * Every table's number of rows, and a checksum without the values that a repetition may change: instants, save
 * counters, leases, and the sessions and browsers of people who sign in.
 */
export async function stateOf(app: TestApp): Promise<State> {
  const rows = await readTables(app, 'state', [], ({ name, schema, moving }) =>
    (stateSchemas.includes(schema) || authored.has(name)) && !comesAndGoes.has(name)
      ? [`(to_jsonb(x) - '{${moving}}'::text[])::text`, `${name} x`]
      : null,
  )
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state]))
}

type Table = { name: string; schema: string; columns: string[]; moving: string[] }
/** The parts of a row that count, and their table. */
type Summed = [text: string, from: string] | null
type Sum = { name: string; rows: number; sum: string }

const statements = new WeakMap<TestApp, Map<string, Promise<string>>>()

/** Counts each table's rows and adds up their hashes. */
async function readTables(
  app: TestApp,
  about: string,
  values: readonly unknown[],
  summed: (table: Table) => Summed,
): Promise<Sum[]> {
  const cached = statements.get(app) ?? new Map<string, Promise<string>>()
  statements.set(app, cached)
  // Built once: the server keeps its plan, and the sums are taken thousands of times.
  if (!cached.has(about)) cached.set(about, statementOf(app, summed))
  return app.database.read.text<Sum>(await cached.get(about)!, values)
}

async function statementOf({ database }: TestApp, summed: (table: Table) => Summed): Promise<string> {
  const tables = await database.read<Table>`
    select t.table_schema || '.' || t.table_name as name, t.table_schema as schema,
           array_agg(k.column_name::text) as columns,
           array_agg(k.column_name::text)
             filter (where k.data_type like 'timestamp%' or k.column_name in ('version', 'lease_id')) as moving
    from information_schema.tables t join information_schema.columns k using (table_schema, table_name)
    where t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I.%I', t.table_schema, t.table_name)::regclass)
      and t.table_schema = any(${database.read.array(allSchemas)})
    group by 1, 2
    order by 1`
  const sums = tables.map(({ moving, ...table }) => {
    const [text, from] = summed({ ...table, moving: moving ?? [] }) ?? []
    const sum = `coalesce(sum(hashtextextended(${text}, 0)), 0)::text as sum`
    return text ? [`select '${table.name}' as name, count(*)::int as rows, ${sum} from ${from}`] : []
  })
  return sums.flat().join(' union all ')
}
