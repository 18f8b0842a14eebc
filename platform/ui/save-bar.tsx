import { useEffect, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { SubmitButton } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const messages = texts({
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],
  saved: ['Saved', 'Guardado'],
  unsaved: ['You have unsaved changes.', 'Tiene cambios sin guardar.'],
})

const shownForMs = 2000

type SaveBarProps = {
  busy: boolean
  unsaved: boolean
  /** Counts the saves. */
  saved: number
  label?: string
  /** The form can also be posted without scripts. */
  plain?: boolean
}

/** A form's sticky footer: shows whether something is unsaved, and 'Saved' for two seconds. */
export function SaveBar({ busy, unsaved, saved, label, plain = false }: SaveBarProps) {
  const t = useTexts(messages)
  const isJustSaved = useJustSaved(saved)
  return (
    <div
      data-bottom-bar=""
      className={cn(
        'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-t bg-card px-1 py-3',
        !plain && 'scripted',
      )}
    >
      <p
        role="status"
        className={cn('text-sm font-semibold', isJustSaved ? 'text-green-ink' : 'text-muted-foreground')}
      >
        {isJustSaved ? `✓ ${t('saved')}` : unsaved && !busy && t('unsaved')}
      </p>
      <SubmitButton busy={busy} busyLabel={t('saving')}>
        {label ?? t('save')}
      </SubmitButton>
    </div>
  )
}

/** True for two seconds after the count has grown. */
function useJustSaved(count: number): boolean {
  const [seen, setSeen] = useState(count)
  useEffect(() => {
    if (count === seen) return
    const timer = setTimeout(() => setSeen(count), shownForMs)
    return () => clearTimeout(timer)
  }, [count, seen])
  return count !== seen
}
