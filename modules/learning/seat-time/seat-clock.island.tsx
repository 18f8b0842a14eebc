import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { type SeatClockProps, startBeats } from './beats.ts'
import { IdleWarning } from './idle-warning.tsx'
import { seatTexts } from './seat-clock.texts.ts'
import { seatState } from './seat-state.shared.ts'
import { TimeSpent } from './time-spent.shared.tsx'

/** Reports every ten seconds that the student is here, and shows what the server has credited. */
export default island('learning/seat-clock', { when: 'load', shares: shared() }, SeatClock)

function SeatClock(props: SeatClockProps) {
  const { course_spent, course_required, idle_minutes } = props
  const [seat, setSeat] = useAtom(seatState)
  const t = useTexts(seatTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the props never change while a lease lasts
  useEffect(() => startBeats(props, setSeat), [])
  // The dialogs open only once the clock runs, so the server need not render them.
  const [running, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  const offline = seat?.state === 'offline'
  return (
    <>
      <TimeSpent spent={seat?.total ?? course_spent} required={course_required} />
      {/* On its own line below the header's, so that it leaves the width to the course's name. */}
      <p
        role="status"
        className={offline ? 'order-last basis-full pb-2 text-center text-sm text-orange-ink' : 'sr-only'}
      >
        {offline && t('offline')}
      </p>
      {running && idle_minutes !== null && <IdleWarning limit={idle_minutes * 60_000} />}
      {running && <Elsewhere open={seat?.state === 'elsewhere'} />}
    </>
  )
}

function Elsewhere({ open }: { open: boolean }) {
  const t = useTexts(seatTexts)
  const actions = (
    <>
      <LinkButton href={pathTo('/dashboard')} variant="outline">
        {t('toDashboard')}
      </LinkButton>
      <Button onClick={() => location.reload()}>{t('continueHere')}</Button>
    </>
  )
  return (
    <Dialog open={open} onClose={() => {}} title={t('elsewhereTitle')} actions={actions} locked>
      <p>{t('elsewhere')}</p>
    </Dialog>
  )
}
