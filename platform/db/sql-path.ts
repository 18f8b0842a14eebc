import type { PageAddress } from '#platform/page-addresses.ts'
import type { NamesOf } from '#platform/path-to.ts'
import type { Fragment, Sql } from './sql.ts'

const texts = new Map<string, TemplateStringsArray>()

/**
 * The path of a page in the text of a statement, with values of SQL: `sqlPath(sql, '/support/:id', { id:
 * sql`t.ticket_id` })`.
 */
export function sqlPath<A extends PageAddress>(
  sql: Sql,
  address: A,
  values: Readonly<Record<NamesOf<A>, Fragment>>,
): Fragment {
  const [first = '', ...rest] = address.split(/:(\w+)/).filter(Boolean)
  const fragments = values as Readonly<Record<string, Fragment>>
  const path = rest.reduce((prefix, part) => sql`${prefix} || ${fragments[part] ?? text(sql, part)}`, text(sql, first))
  return sql`(${path})`
}

function text(sql: Sql, part: string): Fragment {
  const quoted = `'${part}'`
  const strings = texts.get(quoted) ?? Object.assign([quoted], { raw: [quoted] })
  texts.set(quoted, strings)
  return sql(strings)
}
