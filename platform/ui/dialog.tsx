import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { useTexts } from './locale.tsx'

const messages = texts({
  close: ['Close', 'Cerrar'],
  discardTitle: ['Discard what you entered?', '¿Descartar lo que escribió?'],
  discardText: ["It hasn't been saved.", 'No se ha guardado.'],
  keep: ['Keep editing', 'Seguir editando'],
  discard: ['Discard', 'Descartar'],
})
const widths = { small: 'max-w-md', medium: 'max-w-2xl', large: 'max-w-5xl' }

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the bottom right, the main one last. */
  actions?: ReactNode
  width?: keyof typeof widths
  /** Fills a phone's screen: for working views rather than questions. It ends with its own bar. */
  roomy?: boolean
  /** On a phone it lies at the bottom edge, within reach of the thumb. */
  sheet?: boolean
  /** For dialogs that must not be closed by accident: no close button, no Escape. */
  locked?: boolean
  /** False if closing loses nothing typed, or if `onClose` asks itself. */
  guarded?: boolean
}

/** A modal dialog for islands. The browser traps the focus and restores it. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  width = 'small',
  roomy = false,
  sheet = false,
  locked = false,
  guarded = true,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const t = useTexts(messages)
  const { changed, asking, setAsking, noteInput } = useTypedGuard(open)
  const close = () => (guarded && changed.current ? setAsking(true) : onClose())
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
        if (!locked) close()
      }}
      onClose={(event) => {
        // Browsers ignore a canceled Escape if no one has clicked since: a dialog that is still open reopens, and asks.
        if (event.target !== ref.current || !open) return
        ref.current.showModal()
        if (!locked) close()
      }}
      className={cn(
        'm-auto w-[calc(100%-2rem)] max-h-[calc(100dvh-2rem)] rounded-lg bg-card text-foreground shadow-over',
        'animate-[rise_150ms_ease-out] open:flex flex-col',
        widths[width],
        roomy && 'max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none sm:h-[calc(100dvh-4rem)]',
        sheet && 'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
      )}
    >
      {/* See `announce`. */}
      <p role="status" className="sr-only" />
      {/* Not a header element: a dialog in the page's header would make it a second banner. */}
      <div className="flex items-start justify-between gap-4 px-5 pt-4">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {!locked && <CloseButton label={t('close')} onClick={close} />}
      </div>
      <div className={cn('overflow-y-auto px-5 pt-4', !roomy && 'pb-4')} onInput={noteInput}>
        {open && children}
      </div>
      {actions && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</footer>}
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('discardTitle')}
          actions={
            <>
              <Button variant="outline" onClick={() => setAsking(false)}>
                {t('keep')}
              </Button>
              <Button variant="destructive" onClick={onClose}>
                {t('discard')}
              </Button>
            </>
          }
        >
          <p>{t('discardText')}</p>
        </Dialog>
      )}
    </dialog>
  )
}

/** Fields that people write in. Checkboxes are quickly restored, and searching changes nothing. */
const textFields =
  'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=search], [role=combobox])'

/** Whether something was typed in a dialog since it opened, and whether the close confirmation is open. */
function useTypedGuard(open: boolean) {
  const changedRef = useRef(false)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    changedRef.current = false
    setAsking(false)
    // A dialog that reopens starts without typed text.
    void open
  }, [open])
  const noteInput = ({ target }: FormEvent) => {
    if ((target as Element).matches(textFields)) changedRef.current = true
  }
  return { changed: changedRef, asking, setAsking, noteInput }
}

function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="link" size="icon" aria-label={label} onClick={onClick} className="-mt-1 -me-2 shrink-0 text-xl">
      <span aria-hidden="true">×</span>
    </Button>
  )
}
