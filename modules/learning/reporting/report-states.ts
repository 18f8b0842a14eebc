import { literalNames } from '#platform/db/literal.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { agencies } from './agencies/index.ts'

/** The states of a completion's report, for staff lists and their filters. */
export const reportStates = {
  1: ['Due', 'Pendiente'],
  2: ['Sending', 'Enviando'],
  3: ['Will be sent again', 'Se enviará de nuevo'],
  4: ['Accepted', 'Aceptado'],
  5: ['Rejected', 'Rechazado'],
  6: ['Waiting for another agency', 'Espera a otra agencia'],
  7: ['Passed on', 'Transmitido'],
} as const

const stateNames = ['due', 'sending', 'retry', 'accepted', 'rejected', 'waiting', 'watched']

/** State and agency of the report `r`, as their ids in `reportStates` and `agencyChoices`. */
export const reportStateSql = (sql: Sql): Fragment => sql`array_position(${sql.array(stateNames)}::text[], r.state)`
/** The reports in a state, compared in stored form so that the planner can estimate their number. */
export const isInState = (sql: Sql, state: string | number | boolean): Fragment =>
  sql`(r.state = any(${literalNames(sql, stateNames.slice(Number(state) - 1, Number(state)))}))`

const unsentStates = ['due', 'sending', 'retry']
/** Whether the report `r` is still to be sent, now or again. */
export const isUnsent = (sql: Sql): Fragment => sql`(r.state = any(${literalNames(sql, unsentStates)}))`
/** Whether the report `r` is still to be sent although its deadline is over. */
export const isLateUnsent = (sql: Sql): Fragment => sql`(${isUnsent(sql)} and r.due_at < platform.now())`
/** The list of completion reports with those that `isLateUnsent`. */
export const lateUnsentReports: URLSearchParams = new URLSearchParams([
  ...unsentStates.map((state) => ['report_state', `exact:${stateNames.indexOf(state) + 1}`]),
  ['late_ind', 'true'],
])

export const reportAgencySql = (sql: Sql): Fragment => sql`array_position(${sql.array(agencies)}::text[], r.agency)`

const byUrgency = ['rejected', 'retry', 'sending', 'due', 'waiting', 'watched', 'accepted']
/** The order of a completion's reports by how urgently someone must act. */
export const urgencyOfReport = (sql: Sql): Fragment => sql`array_position(${sql.array(byUrgency)}::text[], state)`
