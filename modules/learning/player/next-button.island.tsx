import { useAtomValue } from 'jotai'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { seatTexts } from '#modules/learning/seat-time/seat-clock.texts.ts'
import { seatState } from '#modules/learning/seat-time/seat-state.shared.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { showSeconds, useSecondsLeft } from '#platform/ui/countdown.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { moveToNext } from './move-on.ts'
import { prefetchFiles } from './prefetch.shared.ts'

export type NextButtonProps = {
  studentCourseId: number
  componentId: number
  label: 'next' | 'goOn'
  time_spent: number
  /** 0 if the page can be left at any time. */
  required_seconds: number
  /** The end of a break by the server's clock; `now` is its time when the page was rendered. */
  break_ends: { until: Date; now: Date } | null
  /** Addresses of files that the next component needs; they are fetched shortly before the page may be left. */
  ahead: string[]
}

/**
 * The button that leaves a component of the course. While time is missing it looks disabled and counts down. The
 * server decides, and a refusal appears beside the button. Without a connection it waits and retries automatically.
 * Without scripts it is a plain form.
 */
export default island('learning/next-button', { when: 'load', shares: shared() }, NextButton)

/** The time before the end of a page at which the next one's files are fetched; the browser caches them for minutes. */
const aheadSeconds = 20

type Notice = { kind: 'refused' | 'waiting'; text: string }

function NextButton(props: NextButtonProps) {
  const t = useTexts(seatTexts)
  const missing = useMissingSeconds(props)
  // Nothing counts down without scripts, so the server renders no counter.
  const [counts, setCounts] = useState(false)
  useEffect(() => setCounts(true), [])
  const secondsLeft = counts ? missing : 0
  const [busy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const leavingRef = useRef<AbortController>(null)
  useEffect(() => () => leavingRef.current?.abort(), [])
  const hasTime = secondsLeft === 0
  const isNear = missing <= aheadSeconds
  useEffect(() => {
    if (isNear) prefetchFiles(props.ahead)
  }, [isNear, props.ahead])
  // A refusal for missing time is outdated once the time is over.
  useEffect(() => {
    if (hasTime) setNotice((current) => (current?.kind === 'refused' ? null : current))
  }, [hasTime])

  async function press(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    leavingRef.current = new AbortController()
    setBusy(true)
    setNotice(null)
    const component = { studentCourseId: props.studentCourseId, componentId: props.componentId }
    const onWait = () => setNotice({ kind: 'waiting', text: t('waits') })
    const result = await moveToNext(component, { onWait, signal: leavingRef.current.signal })
    if (result === 'left') return
    if (result === 'form') return form.submit()
    setBusy(false)
    setNotice({ kind: 'refused', text: result.refused })
  }

  return (
    <form method="post" onSubmit={press} className="grid justify-items-end">
      {/* Both exist from the start, so that screen readers announce their text. */}
      <p role="alert" className="text-sm text-red-ink not-empty:mb-1.5">
        {notice?.kind === 'refused' && notice.text}
      </p>
      <p role="status" className={notice ? 'mb-1.5 text-sm text-muted-foreground' : 'text-sm text-muted-foreground'}>
        {notice?.kind === 'waiting' && notice.text}
        {counts && hasTime && props.required_seconds > props.time_spent && (
          <span className="sr-only">{t('canContinue')}</span>
        )}
      </p>
      <div className="flex items-center gap-3">
        {!hasTime && (
          <span aria-hidden="true" className="figures text-lg font-semibold sm:hidden">
            {showSeconds(secondsLeft)}
          </span>
        )}
        <SubmitButton size="lg" variant={hasTime ? 'default' : 'outline'} busy={busy} className="figures">
          {hasTime ? (
            t(props.label)
          ) : (
            <Counting label={t(props.label)} time={showSeconds(secondsLeft)} of={props.label} />
          )}
        </SubmitButton>
      </div>
    </form>
  )
}

/** On a phone the time is beside the button; its name contains it on any screen. */
function Counting({ label, time, of }: { label: string; time: string; of: NextButtonProps['label'] }) {
  const t = useTexts(seatTexts)
  return (
    <>
      <span aria-hidden="true" data-label={label} className="before:content-[attr(data-label)] sm:hidden" />
      <span className="max-sm:sr-only">{t(`${of}In`, { time })}</span>
    </>
  )
}

const epoch = new Date(0)

/** Whole seconds until the page may be left: for a break by the clock, for a lesson by the credited time. */
function useMissingSeconds({ time_spent, required_seconds, break_ends }: NextButtonProps): number {
  const seat = useAtomValue(seatState)
  const breakSeconds = useSecondsLeft(break_ends?.until ?? epoch, break_ends?.now ?? epoch)
  return break_ends ? breakSeconds : Math.max(0, required_seconds - (seat?.spent ?? time_spent))
}
