import { useEffect, useState } from 'react'
import { formatLocale } from '#platform/locale-format.ts'
import { sinceRequest } from './countdown.tsx'
import { useLocale, useShowDate, useShowInstant } from './locale.tsx'

const minuteMs = 60_000
const weekMs = 7 * 24 * 60 * minuteMs

/** A time of at least so many milliseconds is told in this unit. */
const agoUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A past time in the largest unit that fits: '3 days ago', 'yesterday', 'now' below a minute and for a future one. */
function formatAgo(milliseconds: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(formatLocale(locale), { numeric: 'auto' })
  for (const [unit, length] of agoUnits)
    if (milliseconds >= length) return format.format(-Math.floor(milliseconds / length), unit)
  return format.format(0, 'second')
}

type RelativeTimeProps = {
  /** An instant as text. */
  at: string
  /** The server's time when it rendered the page; the device's, for what a script has loaded. */
  now?: Date
  className?: string
}

/** How long ago an instant was, as '5 minutes ago'; its day after a week. Its title is the exact time. */
export function RelativeTime({ at, now, className }: RelativeTimeProps) {
  const locale = useLocale()
  const showDate = useShowDate()
  const showInstant = useShowInstant()
  const [first] = useState(() => now ?? new Date())
  const [passedMs, setPassedMs] = useState(0)
  useEffect(() => {
    const elapsedMs = now ? sinceRequest() : () => Date.now() - first.getTime()
    const timer = setInterval(() => setPassedMs(elapsedMs()), minuteMs)
    return () => clearInterval(timer)
  }, [now, first])
  const agoMs = first.getTime() + passedMs - Date.parse(at)
  return (
    <time dateTime={at} title={showInstant(at)} className={className}>
      {agoMs < weekMs ? formatAgo(agoMs, locale) : showDate(at)}
    </time>
  )
}
