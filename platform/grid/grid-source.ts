import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { Text } from '#platform/texts.ts'
import type { Columns, Narrowings, Switches } from './columns.ts'

/** The condition that keeps a column of organizations to those of the caller. */
export type InScope = (organization_id: Fragment) => Fragment

/** What the engine needs of a grid. */
export type GridSource = {
  readonly calls: { readonly fetch: `GET /${string}`; readonly export: `GET /${string}` }
  /** The name of the rows in the answer. */
  readonly rows: string
  readonly columns: Columns
  /** What the list is narrowed by beside its columns: never shown, chosen, sorted, searched, answered or exported. */
  readonly narrowings?: Narrowings
  /**
   * Named parts of the list, one of which is shown at a time ('Not shipped', 'Shipped', 'All'), as filters by column. The
   * page opens with the first; calls and exports name one (`show=shipped`) and are about the whole list without it.
   */
  readonly switches?: { readonly label: Text; readonly parts: Switches }
  /**
   * Hand-written joins, ending in a where clause with `inScope(organization_id)`, which keeps to the organizations of
   * the caller. `needs` names the optional parts that this statement uses: a join that none of its columns needs may be
   * left out. What is made for a first page is kept: the time of day, for one, is the database's to say.
   */
  readonly from: (sql: Sql, inScope: InScope, needs: ReadonlySet<string>) => Fragment
  /**
   * The column of a table that holds, in lower case, all that the search field looks in, where a table has one: an index may
   * hold it beside the order of the list, so that a name which no one has is not looked for in every row. Otherwise the
   * search looks in each column with `search`.
   */
  readonly searchText?: (sql: Sql) => Fragment
  /** The default order: column names, '-' in front for descending. */
  readonly order: readonly string[]
  /** The column that is unique; a number that is never null. */
  readonly key: string
  /** The name of the exported file. */
  readonly file: string
  /** The column of the record whose rows the list holds: every call names it (`user_id=17`). */
  readonly of?: string
}
