import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { autosave } from './autosave.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { Saves } from './use-autosave.ts'

/** Asks for confirmation before a link leaves unsaved changes. When a tab is closed, the browser asks. */
export function LeaveDialog({ saves }: { saves: Pick<Saves<unknown>, 'isLeaving' | 'leave' | 'saveNow'> }) {
  const t = useTexts(courseEditorTexts)
  const { state } = useAtomValue(autosave)
  const { isLeaving, leave, saveNow } = saves
  const [to, setTo] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const unsaved = state !== 'saved'
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || event.defaultPrevented || !opensOtherPage(event, link)) return
      event.preventDefault()
      setTo(link.href)
    }
    addEventListener('click', ask)
    return () => removeEventListener('click', ask)
  }, [unsaved])
  useEffect(() => {
    if (to === null) return
    if (isLeaving || (saving && state === 'saved')) location.assign(to)
    else if (saving && (state === 'failed' || state === 'conflict')) {
      // The page shows the outcome.
      setTo(null)
      setSaving(false)
    }
  }, [to, isLeaving, saving, state])
  const stay = () => {
    setTo(null)
    setSaving(false)
  }
  const actions = (
    <>
      <Button variant="outline" onClick={stay}>
        {t('stay')}
      </Button>
      <Button variant="destructive-outline" onClick={leave}>
        {t('leave')}
      </Button>
      <Button
        busy={saving}
        onClick={() => {
          setSaving(true)
          saveNow()
        }}
      >
        {t('saveAndLeave')}
      </Button>
    </>
  )
  return (
    <Dialog open={to !== null} onClose={stay} title={t('leaveTitle')} actions={actions}>
      <p>{t('leaveLead')}</p>
    </Dialog>
  )
}

/** Whether a click opens another page in this tab. */
function opensOtherPage(
  event: MouseEvent,
  { href, target, download, pathname, search, origin }: HTMLAnchorElement,
): boolean {
  const opensElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (opensElsewhere || !href || download || (target !== '' && target !== '_self')) return false
  return origin + pathname + search !== location.origin + location.pathname + location.search
}
