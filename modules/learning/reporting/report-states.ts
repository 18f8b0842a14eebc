import { literalNames } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { agencies } from './agencies/index.ts'

/** The state of a completion's report, as lists of staff show it and filter by it. */
export const reportStates = {
  1: ['Due', 'Pendiente'],
  2: ['Sending', 'Enviando'],
  3: ['Will be sent again', 'Se enviará de nuevo'],
  4: ['Accepted', 'Aceptado'],
  5: ['Rejected', 'Rechazado'],
} as const

const names = ['due', 'sending', 'retry', 'accepted', 'rejected']

/** State and agency of the report `r` by their ids in `reportStates` and `agencyChoices`. */
export const reportStateSql = (sql: Sql): Fragment => sql`array_position(${sql.array(names)}::text[], r.state)`
/** Which reports are in a state: compared as it is kept, so that a plan knows how many there are. */
export const isInState = (sql: Sql, state: string | number | boolean): Fragment =>
  sql`(r.state = any(${literalNames(sql, names.slice(Number(state) - 1, Number(state)))}))`
export const reportAgencySql = (sql: Sql): Fragment => sql`array_position(${sql.array(agencies)}::text[], r.agency)`
