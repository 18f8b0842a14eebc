import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CourseTab } from '#modules/catalogue/authoring/tabs.shared.ts'
import { initialsOf } from '#platform/initials.shared.ts'
import { courseChannel } from '#platform/realtime/channels.ts'
import { callApi } from '#platform/ui/api.ts'
import { island } from '#platform/ui/island.tsx'
import { useLive } from '#platform/ui/live.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { editedPart } from './autosave.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'
import { announceIntervalMs, applyPresenceHint, type PresentUser, removeExpired } from './present-users.shared.ts'

type Props = { course_id: number; organization_id: number; tab: CourseTab }

/**
 * Milliseconds before a reply to newcomers: several of them get one reply, and the delay is random so that not all pages
 * reply immediately.
 */
const replyDelayMs = () => 300 + Math.random() * 900

/**
 * Shows who else has the course open in the editor, and what they edit. It locks nothing: revisions detect conflicting
 * saves.
 */
export default island('catalogue/active-users', { when: 'load', shares: shared() }, ActiveUsers)

function ActiveUsers({ course_id, organization_id, tab }: Props) {
  const t = useTexts(courseEditorTexts)
  const [users, setUsers] = useState<readonly PresentUser[]>([])
  const [mine, setMine] = useState(0)
  const part = useAtomValue(editedPart)
  const replyTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announce = useCallback(() => {
    clearTimeout(replyTimer.current)
    replyTimer.current = undefined
    const body = { course_id, left: false, tab, part: part.slice(0, 200) }
    void callApi((api) => api.POST('/course/present', { body }), { quiet: true }).then(
      (response) => response.ok && setMine(response.data.user_id),
    )
  }, [course_id, tab, part])
  useAnnouncedPart(part, announce)
  useLive([courseChannel(organization_id, course_id)], announce, (hint) => {
    const now = Date.now()
    setUsers((previous) => applyPresenceHint(previous, hint, { now, mine }))
    const newcomer = hint.type === 'present' && hint.user_id !== mine
    if (newcomer && !users.some((user) => user.user_id === hint.user_id))
      replyTimer.current ??= setTimeout(announce, replyDelayMs())
  })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') announce()
      setUsers((previous) => removeExpired(previous, Date.now()))
    }, announceIntervalMs)
    const leave = () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ course_id, left: true })
      void fetch('/api/course/present', { method: 'POST', headers, body, keepalive: true }).catch(() => {})
    }
    addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      clearTimeout(replyTimer.current)
      removeEventListener('pagehide', leave)
    }
  }, [course_id, announce])
  // The page's own first hint may arrive before the response with its id.
  const otherUsers = users.filter(({ user_id }) => user_id !== mine)
  if (otherUsers.length === 0) return null
  return (
    <StatusLine className="mb-2 flex flex-wrap items-center gap-2 text-sm">
      <span className="font-semibold">{t('activeUsers')}</span>
      <ul className="flex flex-wrap gap-1">
        {otherUsers.map(({ user_id: id, name, tab: theirTab, part: theirPart }) => (
          <li key={id} className="flex items-center gap-1.5 rounded-full bg-accent py-1 ps-1 pe-3">
            <span
              aria-hidden="true"
              className="flex size-7 items-center justify-center rounded-full bg-primary text-xs font-bold text-primary-foreground"
            >
              {initialsOf(name)}
            </span>
            <span>
              {name}
              {theirTab && (
                <span className="text-muted-foreground">
                  {' · '}
                  {[t(theirTab), theirPart].filter(Boolean).join(': ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </StatusLine>
  )
}

/** Long enough to open several lessons in a row and announce only the last. */
const announceDelayMs = 1_000

/** Announces the edited part after it has changed. */
function useAnnouncedPart(part: string, announce: () => void): void {
  const announced = useRef(part)
  useEffect(() => {
    if (announced.current === part) return
    const timer = setTimeout(() => {
      announced.current = part
      announce()
    }, announceDelayMs)
    return () => clearTimeout(timer)
  }, [part, announce])
}
