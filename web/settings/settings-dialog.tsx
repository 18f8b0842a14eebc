import { type FormEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button } from '#platform/ui/button.tsx'
import { focusFirstProblem } from '#platform/ui/check-in-place.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { Lines } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { accountWords } from '#web/account/account.texts.ts'
import { fetchPart, type Part, type Sending } from './fetch-part.ts'
import { readSettingsPath } from './settings-paths.shared.ts'

const messages = texts({
  title: ['Settings', 'Configuración'],
  loading: ['Loading…', 'Cargando…'],
  again: ['Try again', 'Intentar de nuevo'],
  failed: [
    "We couldn't reach the server. Check your connection and try again. What you typed is still here.",
    'No pudimos conectarnos con el servidor. Revise su conexión e inténtelo de nuevo. Lo que escribió sigue aquí.',
  ],
})

/** A settings page over the cards: the page and its forms, which are submitted without leaving. */
export default function SettingsDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const t = useTexts(messages)
  const ask = useTexts(accountWords)
  const { part, busy, failed, open } = usePart(path)
  const [changed, setChanged] = useState(false)
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    setChanged(false)
    if (part && part.at > 1 && content.current && !focusFirstProblem(content.current)) content.current.focus()
  }, [part])

  function onSubmit(event: FormEvent<HTMLDivElement>) {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !part) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void open(form.getAttribute('action') ?? part.path, new FormData(form, submitter))
  }
  function onClick(event: MouseEvent<HTMLDivElement>) {
    const link = (event.target as Element).closest('a')
    const next = link && isPlain(event) ? readSettingsPath(link) : null
    if (next === null) return
    event.preventDefault()
    void open(next)
  }

  const title = part?.title ?? t('title')
  return (
    <Dialog open guarded={false} width="large" title={title} onClose={() => (changed ? setAsking(true) : onClose())}>
      {failed && (
        <Alert
          variant="error"
          className="mb-4"
          action={
            !part && (
              <Button variant="outline" size="sm" onClick={() => open(path)}>
                {t('again')}
              </Button>
            )
          }
        >
          {t('failed')}
        </Alert>
      )}
      {part ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: only the links and forms inside are pressed
        // biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by the keyboard, too
        <div
          key={part.at}
          ref={content}
          tabIndex={-1}
          aria-busy={busy}
          className="outline-none"
          onSubmit={onSubmit}
          onClick={onClick}
          onInput={() => setChanged(true)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a page of our own server
          dangerouslySetInnerHTML={part.html}
        />
      ) : (
        !failed && (
          <div role="status" aria-label={t('loading')}>
            <Lines />
          </div>
        )
      )}
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={ask('leaveTitle')}
        confirm={ask('leaveNow')}
        onConfirm={onClose}
        danger
      >
        {ask('leave', { name: title })}
      </AlertDialog>
    </Dialog>
  )
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Loads the dialog's page, one request at a time. A link to another kind of page leaves the dialog. */
function usePart(first: string) {
  const [part, setPart] = useState<(Part & { at: number }) | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const runningRef = useRef(false)
  const count = useRef(0)
  const open = useCallback(async (path: string, sending?: Sending) => {
    if (runningRef.current) return
    runningRef.current = true
    setBusy(true)
    const answer = await fetchPart(path, sending)
    runningRef.current = false
    setBusy(false)
    setFailed(answer === null)
    if (answer && 'leave' in answer) return location.assign(answer.leave)
    if (answer) {
      count.current += 1
      setPart({ ...answer, at: count.current })
    }
    // Resets the submit button, as when a page comes back from the browser's history.
    else dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, [])
  useEffect(() => void open(first), [first, open])
  return { part, busy, failed, open }
}
