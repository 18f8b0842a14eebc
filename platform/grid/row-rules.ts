import type { ActionMeta, GridData, TableRow } from './grid-data.ts'

/** Whether an action is offered on a row. */
export const offers = (
  when: Readonly<Record<string, readonly unknown[]>>,
  row: Readonly<Record<string, unknown>>,
): boolean => Object.entries(when).every(([field, values]) => values.includes(row[field]))

/**
 * Whether an action can be done to a row: it is offered there, and the row is not the actor's own if that is refused.
 */
export const mayAct = (data: Pick<GridData, 'key' | 'viewer'>, { when, not_own }: ActionMeta, row: TableRow): boolean =>
  offers(when, row) && !(not_own && row[data.key] === data.viewer)

/** The reason why an action can't be done to a row; null if it can, or if no reason is declared. */
export const refusalOf = (data: Pick<GridData, 'key' | 'viewer'>, action: ActionMeta, row: TableRow): string | null => {
  if (mayAct(data, action, row)) return null
  return offers(action.when, row) ? action.not_own : action.why
}
