import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { ColumnKind } from '#platform/grid/columns.ts'
import type { InScope } from '#platform/grid/grid-source.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { searchPattern } from '#platform/search-form.ts'
import type { Text } from '#platform/texts.ts'

/** A column of a report; money is in cents here, and in dollars in files. */
export type ReportColumn = {
  readonly label: Text
  readonly kind: Exclude<ColumnKind, 'json'>
  readonly sql: (sql: Sql) => Fragment
  /** The words of a status. */
  readonly choices?: Readonly<Record<number, Text>>
  /** What nothing is called. */
  readonly empty?: Text
  /** An instant with its time. */
  readonly precise?: true
}
export type ReportColumns = Readonly<Record<string, ReportColumn>>

/** A record by its number, or records by a part of their name. */
export type Named = { readonly id: number } | { readonly text: string }

/** What the form of a report narrows it by; the days are of the organization's time zone. */
export type ReportValues = {
  readonly course_id?: Named
  readonly website_id?: Named
  readonly organization_id?: Named
  readonly role_id?: number
  readonly random_id?: string
  readonly promo_code?: string
  readonly payment_type?: number
}
export type FilterName = keyof ReportValues

type Conditions = {
  readonly [K in FilterName]?: (sql: Sql, value: NonNullable<ReportValues[K]>) => Fragment
}

/** A business report: hand-written SQL with what a form, a preview, a file and a schedule need to know of it. */
export type Report = {
  /** Its name in addresses. */
  readonly name: string
  /** The form's report_type. */
  readonly report_type: number
  readonly label: Text
  readonly lead: Text
  /** What its reader must hold beside MANAGE_REPORTS:READ. */
  readonly needs: readonly PermissionKey[]
  readonly columns: ReportColumns
  /** Joins, ending in a where clause that keeps to the organizations of the caller. */
  readonly from: (sql: Sql, inScope: InScope) => Fragment
  readonly filters: Conditions
  /** The filter without which it would have no meaning. */
  readonly requires?: FilterName
  /** What the days of the form are about. */
  readonly at: (sql: Sql) => Fragment
  /** What its rows are sums over; without it, each row is a record. */
  readonly groupBy?: (sql: Sql) => Fragment
  readonly order: (sql: Sql) => Fragment
  /** Sums over the whole. */
  readonly totals: ReportColumns
  /** A short table of sums above the rows. */
  readonly breakdown?: { readonly by: ReportColumn; readonly sums: ReportColumns }
  /** What a chart over time shows, where the question is how it develops. */
  readonly trend?: ReportColumn
  /** What 'random id' means here. */
  readonly randomId?: Text
}

export const defineReport = (report: Report): Report => report

/** The condition on a record that is named by its number or by a part of its name. */
export const isNamed = (sql: Sql, id: Fragment, name: Fragment, value: Named): Fragment =>
  'id' in value ? sql`${id} = ${value.id}` : sql`platform.search_form(${name}) like ${searchPattern(value.text)}`

/** A pattern in which nothing of the text is a wildcard. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
