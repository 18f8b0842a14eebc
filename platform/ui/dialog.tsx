import { type ReactNode, useEffect, useId, useRef } from 'react'
import { texts } from '../texts.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const words = texts({ close: ['Close', 'Cerrar'] })
const widths = { small: 'max-w-md', medium: 'max-w-2xl', large: 'max-w-5xl' }

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the bottom right, the main one last. */
  actions?: ReactNode
  width?: keyof typeof widths
  /** Fills the screen of a phone: for what is a page of work and not a question. It ends with a bar of its own. */
  roomy?: boolean
  /** For what must not be left by accident: no close button, no Escape. */
  locked?: boolean
}

/** A modal dialog for islands. The browser keeps the focus inside and gives it back. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  width = 'small',
  roomy = false,
  locked = false,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const t = useTexts(words)
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) dialog.showModal()
    if (!open) dialog?.close()
  }, [open])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClose={(event) => {
        // Browsers let a canceled Escape pass where no one has clicked since: what is still open comes back, and asks.
        if (event.target !== ref.current || !open) return
        ref.current.showModal()
        if (!locked) onClose()
      }}
      className={cn(
        'm-auto w-[calc(100%-2rem)] max-h-[calc(100dvh-2rem)] rounded-lg bg-card text-foreground shadow-over',
        'animate-[rise_150ms_ease-out] open:flex flex-col',
        widths[width],
        roomy && 'max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none sm:h-[calc(100dvh-4rem)]',
      )}
    >
      {/* No header element: a dialog of the page's header would make it a second banner. */}
      <div className="flex items-start justify-between gap-4 px-5 pt-4">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {!locked && <CloseButton label={t('close')} onClick={onClose} />}
      </div>
      <div className={cn('overflow-y-auto px-5 pt-4', !roomy && 'pb-4')}>{open && children}</div>
      {actions && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</footer>}
    </dialog>
  )
}

function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="link" size="icon" aria-label={label} onClick={onClick} className="-mt-1 -me-2 shrink-0 text-xl">
      <span aria-hidden="true">×</span>
    </Button>
  )
}
