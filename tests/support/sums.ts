import type { TestApp } from './app.ts'

/** Where a refused call may leave something: the trail, the throttles, the sessions of those who sign in. */
const exempt = ['session', 'sign_in_failure', 'code_failure', 'audit_event', 'audit_unsealed', 'audit_seal', 'clock', 'migration']
const allSchemas = ['platform', 'settings', 'identity', 'catalogue', 'learning', 'checkout', 'backoffice'] as const

/** Every table of the product with a sum of its rows, but for those that are exempt. */
export async function sumTables({ database }: TestApp, schemas: readonly string[] = allSchemas) {
  const rows = await database.read<{ name: string; sum: string }>`
    select t.table_schema || '.' || t.table_name as name,
           query_to_xml(format('select count(*), md5(string_agg(md5(x::text), $$$$ order by md5(x::text))) from %I.%I x',
                               t.table_schema, t.table_name), false, false, '')::text as sum
    from information_schema.tables t
    where t.table_type = 'BASE TABLE' and t.table_schema = any(${database.read.array([...schemas])})
      and t.table_name <> all(${database.read.array(exempt)})
    order by 1`
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const ownerColumns = [
  ['user_id', ''],
  ['student_course_id', 'select student_course_id from learning.student_course where user_id = %1$s'],
  [
    'quiz_attempt_id',
    'select quiz_attempt_id from learning.quiz_attempt join learning.student_course using (student_course_id) where user_id = %1$s',
  ],
  ['student_certificate_id', 'select student_certificate_id from learning.student_certificate where user_id = %1$s'],
  [
    'completion_report_id',
    'select completion_report_id from learning.completion_report join learning.student_course using (student_course_id) where user_id = %1$s',
  ],
  ['order_id', 'select order_id from checkout.customer_order where user_id = %1$s'],
  ['cart_id', 'select cart_id from checkout.cart where user_id = %1$s'],
] as const

/** Like `sumTables`, of one person's rows alone. */
export async function sumRowsOf({ database }: TestApp, user_id: number) {
  const { read } = database
  const names = ownerColumns.map(([name]) => name)
  const sets = ownerColumns.map(([name, set]) => `${name} in (${set.replaceAll('%1$s', String(user_id)) || user_id})`)
  const rows = await read<{ name: string; sum: string }>`
    select t.table_schema || '.' || t.table_name as name,
           query_to_xml(format('select count(*), md5(string_agg(md5(x::text), $$$$ order by md5(x::text))) from %I.%I x where %s',
                               t.table_schema, t.table_name, c.owned), false, false, '')::text as sum
    from information_schema.tables t
    cross join lateral (
      select o.owned from unnest(${read.array([...names])}::text[], ${read.array(sets)}::text[]) with ordinality o(name, owned, place)
      join information_schema.columns k on k.column_name = o.name
        and k.table_schema = t.table_schema and k.table_name = t.table_name
      order by o.place limit 1
    ) c
    where t.table_type = 'BASE TABLE' and t.table_schema = any(${read.array([...allSchemas])})
      and t.table_name <> all(${read.array(exempt)})
    order by 1`
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

export type State = Record<string, { rows: number; sum: string }>

/**
 * How many rows every table has, and their sum without what a repetition may move: instants, counters of saves, leases,
 * and the sessions and browsers of those who sign in.
 */
export async function stateOf({ database }: TestApp): Promise<State> {
  const rows = await database.read<{ name: string; state: string }>`
    select t.table_schema || '.' || t.table_name as name,
           query_to_xml(format('select count(*) as rows, md5(string_agg(md5(x::text), $$$$ order by md5(x::text))) as sum
                                from (select to_jsonb(y) - %L::text[] as x from %I.%I y) z',
                               array(select k.column_name::text from information_schema.columns k
                                     where k.table_schema = t.table_schema and k.table_name = t.table_name
                                       and (k.data_type like 'timestamp%' or k.column_name in ('version', 'lease_id'))),
                               t.table_schema, t.table_name), false, true, '')::text as state
    from information_schema.tables t
    where t.table_type = 'BASE TABLE' and t.table_schema in ('settings', 'identity', 'learning', 'checkout')
      and t.table_name not in ('session', 'device', 'sign_in_failure')
    order by 1`
  return Object.fromEntries(
    rows.map(({ name, state }) => {
      const counted = Number(/<rows>(\d+)/.exec(state)![1])
      return [name, { rows: counted, sum: /<sum>(\w+)/.exec(state)?.[1] ?? '' }]
    }),
  )
}
