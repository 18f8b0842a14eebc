import { Card } from '#platform/ui/card.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, Unseen } from '#platform/ui/parts.tsx'
import { lastMoment } from './last-moment.shared.ts'
import type { ReportedDuty } from './reporting-state.ts'
import { trackerTexts } from './tracker.texts.ts'

type Step = ReportedDuty['steps'][number]

/** The progress of a completion at each receiver, with the person who must act next. Plain HTML, for any page. */
export function CompletionTracker({ duties }: { duties: readonly ReportedDuty[] }) {
  return (
    <div className="grid gap-4">
      {duties.map((duty) => (
        <Card key={duty.completion_report_id} className="grid gap-4">
          <h3 className="font-semibold">{duty.agency_name}</h3>
          <TrackerSteps steps={duty.steps} />
          <p className="max-w-reading">{duty.text}</p>
          <Next duty={duty} />
        </Card>
      ))}
    </div>
  )
}

function Next({ duty: { acts, state, due_at, steps } }: { duty: ReportedDuty }) {
  const t = useTexts(trackerTexts)
  const showDate = useShowDate()
  const postedOn = steps.at(-1)?.at
  const next = acts === null ? t(postedOn ? 'nothing' : 'posting') : t(nextStepKey(acts, state))
  const isOpen = state !== 'accepted' && state !== 'sent'
  return (
    <Facts facts={[[t('next'), next], ...(isOpen ? [[t('deadline'), showDate(lastMoment(due_at))] as const] : [])]} />
  )
}

function nextStepKey(acts: NonNullable<ReportedDuty['acts']>, state: ReportedDuty['state']) {
  if (state === 'watched') return 'refusal_next'
  return acts === 'school' && state === 'rejected' ? 'school_corrects' : (`${acts}_next` as const)
}

/** The steps in order, each with its day; side by side if there is room for their text. */
export function TrackerSteps({ steps }: { steps: readonly Step[] }) {
  const current = steps.findIndex(({ at }) => at === null)
  return (
    <div className="@container">
      <ol className="grid gap-2 @2xl:grid-cols-5">
        {steps.map((step, index) => (
          <TrackerStep key={step.step} step={step} current={index === current} />
        ))}
      </ol>
    </div>
  )
}

function TrackerStep({ step: { step, at }, current }: { step: Step; current: boolean }) {
  const t = useTexts(trackerTexts)
  const showDate = useShowDate()
  return (
    <li
      aria-current={current ? 'step' : undefined}
      className={cn(
        'flex items-center gap-2 border-s-4 ps-3 @2xl:block @2xl:border-s-0 @2xl:border-t-4 @2xl:ps-0 @2xl:pt-2',
        at ? 'border-green-ink' : 'border-border text-muted-foreground',
      )}
    >
      <span className="flex items-center gap-1 font-semibold">
        {at && <Icon name="check" className="size-4 text-green-ink" />}
        <Unseen>{t(at ? 'done' : 'toCome')} </Unseen>
        {t(step)}
      </span>
      <span className="figures text-sm">{at ? showDate(at) : ''}</span>
    </li>
  )
}
