import { useCallback, useEffect, useRef, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { apiHeaders } from '#platform/ui/api.ts'
import { apiClient } from '#platform/ui/api-client.ts'
import { Button, buttonVariants } from '#platform/ui/button.tsx'
import { SpokenTimeLeft, showSeconds, sinceRequest } from '#platform/ui/countdown.tsx'
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
  endsTitle: ["It's almost time to sign in again", 'Pronto deberá iniciar sesión de nuevo'],
  endsSoon: [
    "You'll be signed out in {time}. For your security, everyone signs in again after a while, even when active. Save your work now. What you've typed will stay on this page, and you can sign in again to continue.",
    'Su sesión se cerrará en {time}. Por seguridad, todos deben iniciar sesión de nuevo cada cierto tiempo, aunque estén activos. Guarde su trabajo ahora. Lo que haya escrito seguirá en esta página, y podrá iniciar sesión de nuevo para continuar.',
  ],
  understood: ['OK', 'Entendido'],
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
/** The maximum length of a session can't be extended, so people get more time to save their work. */
const endWarningTime = 10 * minute
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

type Props = { user_id: number; idle_seconds: number; seconds_left: number }

/**
 * Warns two minutes before an unused session ends, and ten minutes before the end of its longest time. Renders nothing
 * until then.
 */
export default island('web/sign-out-warning', { when: 'later' }, SignOutWarning)

type Touch = () => Promise<Result>

function SignOutWarning({ user_id, idle_seconds, seconds_left }: Props) {
  const { left, touch } = useTimeLeft(user_id, idle_seconds * second - writeDelay)
  const { left: total, check } = useSessionEnd(seconds_left * second, touch)
  const [isDismissed, setIsDismissed] = useState(false)
  if (left === 0 || total === 0) return <SignedOut touch={check} />
  if (left !== null && left <= warningTime) return <IdleWarning left={left} touch={touch} />
  return total !== null && total <= endWarningTime && !isDismissed ? (
    <EndWarning left={total} onClose={() => setIsDismissed(true)} />
  ) : null
}

const secondsOf = (leftMs: number) => Math.ceil(leftMs / second)

function IdleWarning({ left, touch }: { left: number; touch: Touch }) {
  const t = useTexts(messages)
  const [result, setResult] = useState<Result | null>(null)
  const press = async () => setResult(await touch())
  return (
    <Dialog open onClose={() => void press()} title={t('title')} actions={<Button onClick={press}>{t('stay')}</Button>}>
      <p className="figures">{t('soon', { time: showSeconds(secondsOf(left)) })}</p>
      <SpokenTimeLeft secondsLeft={secondsOf(left)} label={t('ends')} />
      {result === 'offline' && <Problem text={t('offline')} />}
    </Dialog>
  )
}

function EndWarning({ left, onClose }: { left: number; onClose: () => void }) {
  const t = useTexts(messages)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('endsTitle')}
      actions={<Button onClick={onClose}>{t('understood')}</Button>}
    >
      <p className="figures">{t('endsSoon', { time: showSeconds(secondsOf(left)) })}</p>
      <SpokenTimeLeft secondsLeft={secondsOf(left)} label={t('ends')} />
    </Dialog>
  )
}

function SignedOut({ touch }: { touch: Touch }) {
  const t = useTexts(messages)
  const [result, setResult] = useState<Result | null>(null)
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <Dialog
      open
      onClose={() => setClosed(true)}
      title={t('overTitle')}
      actions={
        <>
          <a href={pathTo('/login')} target="_blank" rel="noopener" className={buttonVariants({ variant: 'outline' })}>
            {t('signIn')}
          </a>
          <Button onClick={async () => setResult(await touch())}>{t('goOn')}</Button>
        </>
      }
    >
      <p>{t('over')}</p>
      {result === 'offline' && <Problem text={t('offline')} />}
      {result === 'signed out' && <Problem text={t('stillOut')} />}
    </Dialog>
  )
}

const Problem = ({ text }: { text: string }) => (
  <Alert variant="error" className="mt-3">
    {text}
  </Alert>
)

/**
 * `left`: the milliseconds until the maximum length of the session ends; null before the first tick. `check` tests
 * whether the person has signed in again: the new session has another end, which only a new page knows.
 */
function useSessionEnd(total: number, touch: Touch) {
  const [left, setLeft] = useState<number | null>(null)
  const replacedRef = useRef(false)
  const check = useCallback(async (): Promise<Result> => {
    const result = await touch()
    if (result === 'signed in') replacedRef.current = true
    if (result === 'signed in') setLeft(null)
    return result
  }, [touch])
  useEffect(() => {
    const elapsedMs = sinceRequest()
    const tick = () => {
      if (!replacedRef.current) setLeft(Math.max(0, total - elapsedMs()))
    }
    const timer = setInterval(tick, second)
    return () => clearInterval(timer)
  }, [total])
  return { left, check }
}

/** The milliseconds until an unused session ends (null before the first tick), and the function that extends it. */
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
