import { useSyncExternalStore } from 'react'
import { showSeconds } from '../../../platform/ui/countdown.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { seatTexts } from './seat-clock.texts.ts'
import { readSeat, subscribeSeat } from './seat-store.ts'

type PageTimerProps = { time_spent: number; required_seconds: number }

/** How long the open page still needs, beside the button that leaves it. Announced only when it is over. */
export default island('learning/page-timer', { when: 'load' }, PageTimer)

function PageTimer({ time_spent, required_seconds }: PageTimerProps) {
  const seat = useSyncExternalStore(subscribeSeat, readSeat, () => null)
  const t = useTexts(seatTexts)
  const left = required_seconds - (seat?.spent ?? time_spent)
  if (left <= 0) {
    return (
      <p role="status" className="text-sm text-muted">
        {t('canContinue')}
      </p>
    )
  }
  return <p className="figures text-sm font-semibold">{t('canContinueIn', { time: showSeconds(left) })}</p>
}
