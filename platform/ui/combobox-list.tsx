import { Combobox as Primitive } from '@base-ui/react/combobox'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { popupClasses } from './floating.ts'
import { useTexts } from './locale.tsx'
import type { Option } from './native-select.tsx'
import { menuItemClasses } from './popover.tsx'
import { Spinner } from './spinner.tsx'
import type { SearchResults } from './use-search.ts'

const messages = texts({
  loading: ['Searching…', 'Buscando…'],
  failed: ["We couldn't search.", 'No pudimos buscar.'],
  again: ['Try again', 'Intentar de nuevo'],
  none: ['No results', 'Sin resultados'],
})

type ListProps = { container: HTMLElement; state: SearchResults['state']; onRetry: () => void }

/** The choices below the field, or the state: loading, failed or none. */
export function ComboboxList({ container, state, onRetry }: ListProps) {
  const t = useTexts(messages)
  return (
    <Primitive.Portal container={container}>
      <Primitive.Positioner sideOffset={4} positionMethod="fixed" className="z-50">
        <Primitive.Popup className={`${popupClasses} w-(--anchor-width)`} aria-busy={state === 'loading' || undefined}>
          <Primitive.Status className="text-sm text-muted-foreground">
            {state === 'loading' && (
              <p className="flex items-center gap-2 px-3 py-2">
                <Spinner /> {t('loading')}
              </p>
            )}
            {state === 'failed' && (
              <p className="flex items-center justify-between gap-2 px-3 py-1">
                {t('failed')}
                <Button variant="link" size="sm" onClick={onRetry}>
                  {t('again')}
                </Button>
              </p>
            )}
          </Primitive.Status>
          <Primitive.Empty className="text-sm text-muted-foreground">
            {(state === 'idle' || state === 'ready') && <p className="px-3 py-2">{t('none')}</p>}
          </Primitive.Empty>
          <Primitive.List>
            {(option: Option) => (
              <Primitive.Item
                key={option.value}
                value={option}
                disabled={option.disabled ?? false}
                className={`${menuItemClasses} data-disabled:opacity-55 data-highlighted:bg-accent`}
              >
                <span className="min-w-0 flex-1">{option.label}</span>
                <Primitive.ItemIndicator aria-hidden="true">✓</Primitive.ItemIndicator>
              </Primitive.Item>
            )}
          </Primitive.List>
        </Primitive.Popup>
      </Primitive.Positioner>
    </Primitive.Portal>
  )
}
