import type { RowState } from '#platform/grid/row-action.ts'
import type { Text } from '#platform/texts.ts'
import { bulkTexts as words } from './bulk.texts.ts'

export type StoredStates = { state_before: RowState | null; state_after: RowState | null }

/** The reason why a row can't be restored: it is no longer as the run left it. Null for a row that can be restored. */
export function reasonToSkip({ state_before, state_after }: StoredStates, current: RowState | null): Text | null {
  if (!current || !state_before || !state_after) return words.gone
  if (current.changed_at === state_after.changed_at) return null
  return hasSameValues(current, state_before) ? words.alreadyBack : words.changedSince
}

const hasSameValues = ({ changed_at: _, ...values }: RowState, { changed_at: __, ...others }: RowState): boolean =>
  Object.entries(others).every(([name, value]) => values[name] === value)
