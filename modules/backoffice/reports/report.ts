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
  /** The labels of a status. */
  readonly choices?: Readonly<Record<number, Text>>
  /** The label of an empty value. */
  readonly empty?: Text
  /** An instant with its time. */
  readonly precise?: true
}
export type ReportColumns = Readonly<Record<string, ReportColumn>>

/** A record by number, or records by part of their name. */
export type RecordFilter = { readonly id: number } | { readonly text: string }

/** The form's filters for a report; days are in the organization's time zone. */
export type ReportValues = {
  readonly course_id?: RecordFilter
  readonly website_id?: RecordFilter
  readonly organization_id?: RecordFilter
  readonly role_id?: number
  readonly random_id?: string
  readonly promo_code?: string
  readonly payment_type?: number
}
export type FilterName = keyof ReportValues

type Conditions = {
  readonly [K in FilterName]?: (sql: Sql, value: NonNullable<ReportValues[K]>) => Fragment
}

/** A business report: hand-written SQL with the details that forms, previews, files and schedules need. */
export type Report = {
  /** Its name in addresses. */
  readonly name: string
  /** The form's report_type. */
  readonly report_type: number
  readonly label: Text
  readonly lead: Text
  /** The reader's required permissions beside MANAGE_REPORTS:READ. */
  readonly needs: readonly PermissionKey[]
  readonly columns: ReportColumns
  /** Joins, ending with a where clause that limits the rows to the caller's organizations. */
  readonly from: (sql: Sql, inScope: InScope) => Fragment
  readonly filters: Conditions
  /** A required filter. */
  readonly requires?: FilterName
  /** The date that the form's days filter. */
  readonly at: (sql: Sql) => Fragment
  /** The grouping of its rows; without it, each row is a record. */
  readonly groupBy?: (sql: Sql) => Fragment
  readonly order: (sql: Sql) => Fragment
  /** Totals of all rows. */
  readonly totals: ReportColumns
  /** A short table of sums above the rows. */
  readonly breakdown?: { readonly by: ReportColumn; readonly sums: ReportColumns }
  /** The value of a chart over time, if its trend matters. */
  readonly trend?: ReportColumn
  /** The meaning of 'random id' in this report. */
  readonly randomId?: Text
}

/** Declares a report, with its types checked. */
export const defineReport = (report: Report): Report => report

/** The condition for a record given by number or part of its name. */
export const isNamed = (sql: Sql, id: Fragment, name: Fragment, value: RecordFilter): Fragment =>
  'id' in value ? sql`${id} = ${value.id}` : sql`platform.search_form(${name}) like ${searchPattern(value.text)}`
