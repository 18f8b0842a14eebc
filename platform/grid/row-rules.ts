import type { ActionMeta, GridData, TableRow } from './grid-data.ts'

/** Whether a row is one of those that an action is for. */
export const offers = (
  when: Readonly<Record<string, readonly unknown[]>>,
  row: Readonly<Record<string, unknown>>,
): boolean => Object.entries(when).every(([field, values]) => values.includes(row[field]))

/** Whether an action can be done to a row: it is one of those that it is for, and not the actor's own where that is barred. */
export const mayAct = (data: Pick<GridData, 'key' | 'viewer'>, { when, not_own }: ActionMeta, row: TableRow): boolean =>
  offers(when, row) && !(not_own && row[data.key] === data.viewer)

/** Why an action cannot be done to a row; null if it can, or if nothing says why. */
export const refusalOf = (data: Pick<GridData, 'key' | 'viewer'>, action: ActionMeta, row: TableRow): string | null => {
  if (mayAct(data, action, row)) return null
  return offers(action.when, row) ? action.not_own : action.why
}
