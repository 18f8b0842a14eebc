import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import type { ActionMeta, GridData, TableRow } from './grid-data.ts'
import { mayAct } from './row-rules.ts'

type Props = { actions: readonly ActionMeta[]; ticked: readonly TableRow[]; data: GridData }

/**
 * The actions on all ticked rows; shown by CSS when one is ticked, so that it needs no script. It overlays the page, so
 * that no row moves away from under the pointer that ticks it.
 */
export function BulkBar({ actions, ticked, data }: Props) {
  const t = useTexts(gridWords)
  const all = ticked.length
  return (
    <div className="fixed bottom-4 left-1/2 z-30 hidden w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-3 rounded-lg border bg-accent px-4 py-2 text-sm text-accent-foreground shadow-over group-has-[tbody_input:checked]/grid:flex print:hidden">
      {all > 0 && <span role="status">{t('selected', { n: all })}</span>}
      {actions.map((action) => {
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
            {n < all ? t('fits', { action: label, n, all }) : label}
          </Button>
        )
      })}
    </div>
  )
}
