import { Button } from '#platform/ui/button.tsx'
import { ConfirmButton } from '#platform/ui/confirm.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'

type Props = {
  name: string
  /** The name in the confirmation before the item is removed; defaults to `name`. */
  removedName?: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves an item of a list up or down, or removes it. */
export function ItemActions({ name, removedName = name, index, count, onMove, onRemove }: Props) {
  const t = useTexts(courseEditorTexts)
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-disabled={index === 0 || undefined}
        aria-label={t('moveUp', { name })}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        ↑
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={index === count - 1 || undefined}
        aria-label={t('moveDown', { name })}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        ↓
      </Button>
      <ConfirmButton
        label={t('removeShort')}
        size="sm"
        onConfirm={onRemove}
        aria-label={t('remove', { name: removedName })}
        title={t('remove', { name: removedName })}
      >
        {t('removeItemAsk', { name: removedName })}
      </ConfirmButton>
    </div>
  )
}
