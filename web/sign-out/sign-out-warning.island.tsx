import { useCallback, useEffect, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { apiHeaders } from '#platform/ui/api.ts'
import { apiClient } from '#platform/ui/api-client.ts'
import { Button, buttonVariants } from '#platform/ui/button.tsx'
import { SpokenTimeLeft, showSeconds } from '#platform/ui/countdown.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { followUse, type SessionUse } from './session-use.ts'

const messages = texts({
  title: ['Are you still there?', '¿Sigue ahí?'],
  soon: [
    "You'll be signed out in {time} because you haven't been active for a while.",
    'Su sesión se cerrará en {time} por inactividad.',
  ],
  ends: ['Your session ends', 'Su sesión se cierra'],
  stay: ['Stay signed in', 'Mantener la sesión abierta'],
  offline: [
    "We couldn't reach the server. Check your connection and try again.",
    'No pudimos conectarnos con el servidor. Revise su conexión e inténtelo de nuevo.',
  ],
  overTitle: ["You're signed out", 'Se cerró su sesión'],
  over: [
    'What you typed is still on this page. Sign in again in a new tab, then come back and continue.',
    'Lo que escribió sigue en esta página. Inicie sesión de nuevo en otra pestaña; luego vuelva y continúe.',
  ],
  signIn: ['Sign in (opens in a new tab)', 'Iniciar sesión (se abre en otra pestaña)'],
  goOn: ['Continue', 'Continuar'],
  stillOut: ["You're still signed out.", 'Su sesión sigue cerrada.'],
})

const second = 1000
const minute = 60 * second
/** WCAG 2.2.1 asks for 20 seconds at least; a person may be away from the desk. */
const warningTime = 2 * minute
/** The server writes down a session's use at most once a minute, so it may end this much earlier. */
const writeDelay = minute
/** Someone who types or reads for this long without a request keeps the session. */
const touchInterval = 5 * minute

const client = apiClient('/api', apiHeaders)

type Result = 'signed in' | 'signed out' | 'offline'

/** Any request of the session keeps it. */
async function touchSession(): Promise<Result> {
  try {
    const { response } = await client.GET('/user/getCurrentUser')
    return response.status === 401 ? 'signed out' : 'signed in'
  } catch {
    return 'offline'
  }
}

type Props = { user_id: number; idle_seconds: number }

/** Warns two minutes before a session ends that is not used. Renders nothing until then. */
export default island('web/sign-out-warning', { when: 'later' }, SignOutWarning)

function SignOutWarning({ user_id, idle_seconds }: Props) {
  const t = useTexts(messages)
  const { left, touch } = useTimeLeft(user_id, idle_seconds * second - writeDelay)
  const [result, setResult] = useState<Result | null>(null)
  const [closed, setClosed] = useState(false)
  if (left === null || left > warningTime) return null
  const isOver = left <= 0
  if (isOver && closed) return null
  const press = async () => {
    const next = await touch()
    // The title says it the first time.
    setResult(next === 'signed out' && !isOver ? null : next)
  }
  const seconds = Math.max(0, Math.ceil(left / second))
  return (
    <Dialog
      open
      onClose={() => (isOver ? setClosed(true) : void press())}
      title={t(isOver ? 'overTitle' : 'title')}
      actions={
        <>
          {isOver && (
            <a
              href={pathTo('/login')}
              target="_blank"
              rel="noopener"
              className={buttonVariants({ variant: 'outline' })}
            >
              {t('signIn')}
            </a>
          )}
          <Button onClick={press}>{t(isOver ? 'goOn' : 'stay')}</Button>
        </>
      }
    >
      <p className="figures">{isOver ? t('over') : t('soon', { time: showSeconds(seconds) })}</p>
      {!isOver && <SpokenTimeLeft secondsLeft={seconds} label={t('ends')} />}
      {result === 'offline' && (
        <Alert variant="error" className="mt-3">
          {t('offline')}
        </Alert>
      )}
      {result === 'signed out' && (
        <Alert variant="error" className="mt-3">
          {t('stillOut')}
        </Alert>
      )}
    </Dialog>
  )
}

/** The milliseconds until an unused session ends, null at first, and what keeps it. */
function useTimeLeft(user_id: number, limit: number) {
  const [left, setLeft] = useState<number | null>(null)
  const use = useRef<SessionUse | null>(null)
  const touch = useCallback(async (): Promise<Result> => {
    const result = await touchSession()
    if (result === 'signed in') use.current?.note()
    if (result === 'signed in') setLeft(limit)
    if (result === 'signed out') setLeft(0)
    return result
  }, [limit])
  useEffect(() => {
    const following = followUse(user_id)
    use.current = following
    const timer = setInterval(() => {
      const idle = following.idle()
      const isActive = following.untouched() < idle
      if (isActive && idle >= touchInterval && idle < limit - warningTime) void touch()
      setLeft((before) => (before === 0 ? 0 : Math.max(0, limit - idle)))
    }, second)
    return () => {
      clearInterval(timer)
      following.stop()
    }
  }, [user_id, limit, touch])
  return { left, touch }
}
