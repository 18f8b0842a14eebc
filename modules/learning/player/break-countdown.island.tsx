import { seatTexts } from '#modules/learning/seat-time/seat-clock.texts.ts'
import { showSeconds, useSecondsLeft } from '#platform/ui/countdown.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Ring } from '#platform/ui/ring.tsx'

/** `seconds`: the length of the break. */
type BreakCountdownProps = { until: Date; now: Date; seconds: number }

/** Shows the remaining time of a break, which ends by the server's clock. */
export default island('learning/break-countdown', { when: 'load' }, BreakCountdown)

function BreakCountdown({ until, now, seconds }: BreakCountdownProps) {
  const t = useTexts(seatTexts)
  const secondsLeft = useSecondsLeft(until, now)
  const isOver = secondsLeft === 0
  return (
    <>
      <Ring value={seconds - secondsLeft} max={seconds} className="mb-4 size-48">
        <span aria-hidden="true" className="figures text-3xl font-bold">
          {showSeconds(secondsLeft)}
        </span>
      </Ring>
      <p role={isOver ? 'status' : 'timer'} className={isOver ? 'text-lg' : 'sr-only'}>
        {isOver ? t('breakOver') : t('breakLeft', { time: showSeconds(secondsLeft) })}
      </p>
    </>
  )
}
