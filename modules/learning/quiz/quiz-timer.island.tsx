import { useEffect, useRef } from 'react'
import { questionTexts } from '#modules/learning/questions/question.texts.ts'
import { graceSeconds } from '#modules/learning/questions/time-limit.shared.ts'
import { whenReachable } from '#modules/learning/seat-time/reachable.ts'
import { Countdown, SpokenTimeLeft, useSecondsLeft } from '#platform/ui/countdown.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

export type QuizTimerProps = {
  until: Date
  now: Date
  kind: 'quiz' | 'question'
  /** The id of the form that is submitted when the time is over, so that its contents are saved. */
  form: string
}

/** Milliseconds from the deadline until the server accepts no more answers. */
const graceEnd_ms = graceSeconds * 1_000 + 500

/** Shows the remaining time and submits the form in time; the server's clock decides. */
export default island('learning/quiz-timer', { when: 'load' }, QuizTimer)

function QuizTimer({ until, now, kind, form }: QuizTimerProps) {
  const t = useTexts(questionTexts)
  const secondsLeft = useSecondsLeft(until, now)
  // If the page loads after the deadline, the form was already submitted, and the grace period may still be running.
  const wait = useRef(secondsLeft === 0 ? graceEnd_ms : 0)
  useEffect(() => {
    if (secondsLeft > 0) return
    const unmount = new AbortController()
    const send = async () => {
      // The server closes the question by its own clock; the page only has to avoid the browser's error page.
      if (!navigator.onLine) await whenReachable(unmount.signal)
      if (!unmount.signal.aborted) sendExpired(form)
    }
    const timer = setTimeout(() => void send(), wait.current)
    return () => {
      clearTimeout(timer)
      unmount.abort()
    }
  }, [secondsLeft, form])
  const label = kind === 'quiz' ? t('quizTime') : t('questionTime')
  return (
    <p className="text-sm">
      <span className="text-muted-foreground">{label}: </span>
      <Countdown until={until} now={now} expired={t('timeOver')} label={label} />
      <SpokenTimeLeft secondsLeft={secondsLeft} label={label} />
    </p>
  )
}

/** Submits without the browser's validation, which an empty answer would fail. */
function sendExpired(id: string): void {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) {
    location.reload()
    return
  }
  const marker = document.createElement('input')
  marker.type = 'hidden'
  marker.name = 'go'
  marker.value = 'expired'
  form.append(marker)
  form.submit()
}
