import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { gridWords } from './grid.texts.ts'
import type { ActionMeta, GridData, TableRow } from './grid-data.ts'
import { useMatchingFigure } from './grid-matching.tsx'
import { useSelection } from './grid-selection.shared.ts'
import { matchingQueryOf } from './grid-state.shared.ts'
import { mayAct } from './row-rules.ts'
import type { LiveGrid } from './use-grid.ts'

type Props = { actions: readonly ActionMeta[]; ticked: readonly TableRow[]; data: GridData; grid: LiveGrid }

/**
 * The actions on all checked rows, also of other pages, or on all matching rows. CSS shows the bar once a row is
 * checked, so it needs no script. It overlays the page, so that rows don't move away from under the pointer.
 */
export function BulkBar({ actions, ticked, data, grid }: Props) {
  const t = useTexts(gridWords)
  const all = ticked.length
  const pageKeys = new Set(grid.current.rows.map((row) => row[data.key]))
  const otherPageCount = ticked.filter((row) => !pageKeys.has(row[data.key])).length
  const { matching, clear } = useSelection(data)
  const offered = matching ? data.actions.filter(({ chosen_only }) => !chosen_only) : actions
  return (
    <div
      data-bulk
      className={cn(
        'fixed bottom-4 left-1/2 z-30 w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-accent px-4 py-2 text-sm text-accent-foreground shadow-over print:hidden',
        all > 0 ? 'flex' : 'hidden group-has-[tbody_input:checked]/grid:flex',
      )}
    >
      {all > 0 && !matching && (
        <StatusLine>
          {t('selected', { n: all })}
          {otherPageCount > 0 && ` ${t('selectedElsewhere', { n: otherPageCount })}`}
        </StatusLine>
      )}
      <AllThatMatch data={data} grid={grid} />
      {offered.map((action) => {
        const { name, label, danger } = action
        const n = ticked.filter((row) => mayAct(data, action, row)).length
        return (
          <Button
            key={name}
            type="submit"
            name="action"
            value={name}
            variant={danger ? 'destructive-outline' : 'outline'}
            size="sm"
          >
            {!matching && n < all ? t('fits', { action: label, n, all }) : label}
          </Button>
        )
      })}
      {all > 0 && (
        <Button variant="link" size="sm" onClick={clear}>
          {t('clearSelection')}
        </Button>
      )}
    </div>
  )
}

/** Extends the selection to the rows of all pages; without scripts it is a checkbox of the form. */
function AllThatMatch({ data, grid }: { data: GridData; grid: LiveGrid }) {
  const t = useTexts(gridWords)
  const figure = useMatchingFigure()
  const { matching, setMatching } = useSelection(data)
  const { state, rows, count, count_estimated } = grid.current
  if (!data.matching || (count <= rows.length && !count_estimated)) return null
  return (
    <>
      <Checkbox
        name="matching"
        value="1"
        label={t(count_estimated ? 'matchingAbout' : 'matching', { n: figure(grid.current) })}
        checked={matching}
        onChange={({ currentTarget }) => setMatching(currentTarget.checked)}
      />
      <input type="hidden" name="query" value={matchingQueryOf(data.of, state)} />
    </>
  )
}
