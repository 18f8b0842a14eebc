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
  of: 'quiz' | 'question'
  /** The id of the form that is submitted when the time is over, so that its contents are saved. */
  form: string
}

/** Milliseconds after which the server accepts nothing more. */
const graceOver = graceSeconds * 1_000 + 500

/** Shows the remaining time and submits the form in time; the server's clock decides. */
export default island('learning/quiz-timer', { when: 'load' }, QuizTimer)

function QuizTimer({ until, now, of, form }: QuizTimerProps) {
  const t = useTexts(questionTexts)
  const secondsLeft = useSecondsLeft(until, now)
  // The page loaded after the time was over, so the form was already submitted; the grace period still runs.
  const wait = useRef(secondsLeft === 0 ? graceOver : 0)
  useEffect(() => {
    if (secondsLeft > 0) return
    const leaving = new AbortController()
    const send = async () => {
      // The server closes the question by its own clock; the page only has to avoid the browser's error page.
      if (!navigator.onLine) await whenReachable(leaving.signal)
      if (!leaving.signal.aborted) sendExpired(form)
    }
    const timer = setTimeout(() => void send(), wait.current)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [secondsLeft, form])
  const label = of === 'quiz' ? t('quizTime') : t('questionTime')
  return (
    <p className="text-sm">
      <span className="text-muted-foreground">{label}: </span>
      <Countdown until={until} now={now} expired={t('timeOver')} label={label} />
      <SpokenTimeLeft secondsLeft={secondsLeft} label={label} />
    </p>
  )
}

/** A native submit without the browser's validation: an empty answer must not block it. */
function sendExpired(id: string): void {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) {
    location.reload()
    return
  }
  const mark = document.createElement('input')
  mark.type = 'hidden'
  mark.name = 'go'
  mark.value = 'expired'
  form.append(mark)
  form.submit()
}
