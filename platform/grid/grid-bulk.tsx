import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import type { ActionMeta } from './grid-data.ts'

/**
 * The actions on all ticked rows; shown by CSS when one is ticked, so that it needs no script. It overlays the page, so
 * that no row moves away from under the pointer that ticks it.
 */
export function BulkBar({ actions, count }: { actions: readonly ActionMeta[]; count: number }) {
  const t = useTexts(gridWords)
  return (
    <div className="fixed bottom-4 left-1/2 z-30 hidden w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-3 rounded-lg border bg-accent px-4 py-2 text-sm text-accent-foreground shadow-over group-has-[tbody_input:checked]/grid:flex print:hidden">
      {count > 0 && <span role="status">{t('selected', { n: count })}</span>}
      {actions.map(({ name, label, danger }) => (
        <Button
          key={name}
          type="submit"
          name="action"
          value={name}
          variant={danger ? 'destructive-outline' : 'outline'}
          size="sm"
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
