import { type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '#platform/texts.ts'
import { useTexts } from './locale.tsx'
import { requestedAt } from './requested-at.ts'

const messages = texts({
  days: ['{n} d', '{n} d'],
  left: ['Time left', 'Tiempo restante'],
  minutes: [
    '{n, plural, one {{n} minute} other {{n} minutes}} left',
    '{n, plural, one {Queda {n} minuto} other {Quedan {n} minutos}}',
  ],
  seconds: [
    '{n, plural, one {{n} second} other {{n} seconds}} left',
    '{n, plural, one {Queda {n} segundo} other {Quedan {n} segundos}}',
  ],
})

/** Seconds as '1:02:03' or '02:03'. */
export function showSeconds(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds))
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(wholeSeconds / 3600)
  const minutesAndSeconds = `${twoDigits(Math.floor(wholeSeconds / 60) % 60)}:${twoDigits(wholeSeconds % 60)}`
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds
}

/**
 * Milliseconds since the server's timestamp. The page was requested before that, on a bad network by seconds, and one
 * of the browser's clocks stops while the device sleeps.
 */
export function sinceRequest(): () => number {
  const requestedMs = requestedAt()
  const wall = Date.now() - (performance.now() - requestedMs)
  return () => Math.max(performance.now() - requestedMs, Date.now() - wall)
}

/** Whole seconds until an instant by the server's clock; `now` is the server's time when it rendered the page. */
export function useSecondsLeft(until: Date, now: Date): number {
  const first = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const [secondsLeft, setSecondsLeft] = useState(first)
  useEffect(() => {
    const elapsedMs = sinceRequest()
    const total = until.getTime() - now.getTime()
    const tick = () => {
      const remainingSeconds = Math.max(0, Math.ceil((total - elapsedMs()) / 1000))
      setSecondsLeft(remainingSeconds)
      if (remainingSeconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [until, now])
  return secondsLeft
}

type CountdownProps = { until: Date; now: Date; expired: ReactNode; label?: string }

/** Days, hours, minutes and seconds until an instant, then `expired`. For islands. */
export function Countdown({ until, now, expired, label }: CountdownProps) {
  const t = useTexts(messages)
  const secondsLeft = useSecondsLeft(until, now)
  const days = Math.floor(secondsLeft / 86_400)
  return (
    <>
      {secondsLeft > 0 && (
        <span role="timer" aria-label={label ?? t('left')} className="figures font-semibold">
          {days > 0 && `${t('days', { n: days })} `}
          {showSeconds(secondsLeft % 86_400)}
        </span>
      )}
      <span role="status">{secondsLeft === 0 && expired}</span>
    </>
  )
}

/** Seconds before the end at which screen readers announce the time. */
const announcedAt = [300, 60, 30, 10, 5] as const
/** Seconds after which the announcement is removed, so that no one later takes it for the current time. */
const announcementSeconds = 4

/**
 * Announces the remaining time to screen readers at five minutes, one minute, 30, 10 and 5 seconds; if the page opens
 * within the last minute, also then. `label` names what ends.
 */
export function SpokenTimeLeft({ secondsLeft, label }: { secondsLeft: number; label: string }) {
  const t = useTexts(messages)
  const [spoken, setSpoken] = useState<number | null>(null)
  const before = useRef<number | null>(null)
  useEffect(() => {
    const previous = before.current
    before.current = secondsLeft
    const isDue =
      previous === null
        ? secondsLeft > 0 && secondsLeft <= 60
        : announcedAt.some((moment) => previous > moment && secondsLeft <= moment)
    if (isDue) setSpoken(secondsLeft)
    else setSpoken((last) => (last !== null && last - secondsLeft >= announcementSeconds ? null : last))
  }, [secondsLeft])
  const announced = secondsLeft > 0 ? spoken : null
  // The element exists from the start: screen readers may ignore one that appears with its text.
  return (
    <span role="status" className="sr-only">
      {announced !== null && `${label}: `}
      {announced !== null &&
        (announced < 60
          ? t('seconds', { n: announced })
          : t('minutes', { n: announced < 120 ? 1 : Math.round(announced / 60) }))}
    </span>
  )
}
