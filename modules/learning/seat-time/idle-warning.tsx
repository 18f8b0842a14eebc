import { useEffect, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { Button } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { watchHosted } from './hosted-playing.ts'
import { idleFor, markActive } from './seat-activity.ts'
import { seatTexts } from './seat-clock.texts.ts'

const warning_ms = 30_000
// People who listen or watch do not move the mouse.
const activityEvents = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'scroll', 'timeupdate'] as const
// Media events do not bubble, so they are handled in the capture phase.
const captureOptions = { passive: true, capture: true } as const

/** The warning in the last 30 seconds before the idle limit. While it is open, only its button counts as activity. */
export function IdleWarning({ limit }: { limit: number }) {
  const t = useTexts(seatTexts)
  const [remaining, setRemaining] = useState(limit)
  const hasWarned = useRef(false)
  useEffect(() => {
    const confirmPresence = () => {
      if (!hasWarned.current) markActive()
    }
    const handleActivity = ({ target }: Event) => {
      // A student who is writing to support is not taking the course.
      const isInChat = target instanceof Element && target.closest('[data-chat]') !== null
      if (!isInChat) confirmPresence()
    }
    const endWatch = watchHosted(confirmPresence)
    for (const name of activityEvents) addEventListener(name, handleActivity, captureOptions)
    const timer = setInterval(() => {
      const untilLimit = limit - idleFor()
      hasWarned.current = untilLimit <= warning_ms
      setRemaining(untilLimit)
      if (untilLimit > 0) return
      clearInterval(timer)
      signOut()
    }, 1000)
    return () => {
      endWatch()
      for (const name of activityEvents) removeEventListener(name, handleActivity, captureOptions)
      clearInterval(timer)
    }
  }, [limit])
  const handleStay = () => {
    markActive()
    hasWarned.current = false
    setRemaining(limit)
  }
  const open = remaining <= warning_ms
  return (
    <Dialog
      open={open}
      onClose={handleStay}
      title={t('idleTitle')}
      actions={<Button onClick={handleStay}>{t('stillHere')}</Button>}
    >
      <p className="figures">{t('idle', { seconds: Math.max(0, Math.ceil(remaining / 1000)) })}</p>
    </Dialog>
  )
}

/** A form, as in the header, because a link must not sign anyone out. Without a connection a reload resends it. */
function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = pathTo('/logout')
  const reasonField = document.createElement('input')
  Object.assign(reasonField, { type: 'hidden', name: 'inactive', value: 'true' })
  form.append(reasonField)
  document.body.append(form)
  form.submit()
}
