import { seatTexts } from '#modules/learning/seat-time/seat-clock.texts.ts'
import { showSeconds, useSecondsLeft } from '#platform/ui/countdown.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

type BreakCountdownProps = { until: Date; now: Date }

/** The rest of a break. It ends by the server's clock, whether this is shown or not. */
export default island('learning/break-countdown', { when: 'load' }, BreakCountdown)

function BreakCountdown({ until, now }: BreakCountdownProps) {
  const t = useTexts(seatTexts)
  const secondsLeft = useSecondsLeft(until, now)
  const over = secondsLeft === 0
  return (
    <p role={over ? 'status' : 'timer'} className="figures text-xl">
      {over ? t('breakOver') : t('breakLeft', { time: showSeconds(secondsLeft) })}
    </p>
  )
}
