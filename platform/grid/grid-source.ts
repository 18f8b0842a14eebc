import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import type { Text } from '#platform/texts.ts'
import type { Columns, Narrowings, Switches } from './columns.ts'

/** The condition that limits an organization column to the caller's scope. */
export type InScope = (organization_id: Fragment) => Fragment

/** The engine's view of a grid. */
export type GridSource = {
  readonly calls: { readonly fetch: `GET /${string}`; readonly export: `GET /${string}` }
  /** The name of the rows in the response. */
  readonly rows: string
  readonly columns: Columns
  /** Filters without a column: never shown, chosen, sorted, searched, returned or exported. */
  readonly narrowings?: Narrowings
  /**
   * Named subsets of the list, one shown at a time ('Not shipped', 'Shipped', 'All'), as filters by column. The page
   * opens with the first; calls and exports name one (`show=shipped`) and cover the whole list otherwise.
   */
  readonly switches?: { readonly label: Text; readonly parts: Switches }
  /**
   * The joins, ending in a where clause with `inScope(organization_id)`, which limits the rows to the caller's
   * organizations. `needs` names the optional joins that this statement uses; others may be left out. The fragment for
   * a first page is cached, so values such as the current time must come from the database.
   */
  readonly from: (sql: Sql, inScope: InScope, needs: ReadonlySet<string>) => Fragment
  /**
   * A column with all searchable text in lower case, if a table has one: an index may combine it with the list's order,
   * so that a search without hits does not read every row. Otherwise the search looks in each column with `search`.
   */
  readonly searchText?: (sql: Sql) => Fragment
  /**
   * Finds the keys of all rows with these words, if they are few and an index can find them; null if the list has to be
   * read in its order. The list's own conditions apply to what it finds.
   */
  readonly findKeys?: (ctx: Ctx, words: readonly string[]) => Promise<readonly number[] | null>
  /**
   * Finds the keys of all rows that a search identifies with its whole text, such as a phone number in any form; null
   * if it names none. They are rows of the search without its words in their texts.
   */
  readonly findNamed?: (ctx: Ctx, search: string) => Promise<readonly number[] | null>
  /** The default order: column names, '-' in front for descending. */
  readonly order: readonly string[]
  /** The column that is unique; a number that is never null. */
  readonly key: string
  /** The name of the exported file. */
  readonly file: string
  /** The column of the record that the rows belong to: every call names it (`user_id=17`). */
  readonly of?: string
}
