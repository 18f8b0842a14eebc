import type { fetchRecent } from '#modules/backoffice/home/fetch-recent.ts'
import { homeTexts } from '#modules/backoffice/home/home.texts.ts'
import { setupTexts } from '#modules/backoffice/home/setup.texts.ts'
import type { fetchSetup } from '#modules/backoffice/home/setup.ts'
import { dayText } from '#platform/grid/cell.shared.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'

type SetupAnswer = Awaited<ReturnType<typeof fetchSetup.run>>
type Figure = Awaited<ReturnType<typeof fetchRecent.run>>['figures'][number]

/** The open steps of a new school. The list disappears with its last step. */
export function Setup({ setup: { steps, done, total, can_skip } }: { setup: SetupAnswer }) {
  const t = useTexts(setupTexts)
  const others = total - done - steps.length
  if (steps.length === 0) return null
  return (
    <Panel title={t('title')} className="mb-6">
      <Progress label={t('title')} value={done} max={total} note={t('progress', { done, total })} quiet />
      <p className="figures mt-1 text-sm text-muted-foreground">{t('progress', { done, total })}</p>
      <ol className="mt-2 divide-y divide-border">
        {steps.map(({ step, label, hint, href }) => (
          <li key={step} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <TextLink href={href} alone>
                {label}
              </TextLink>
              <p className="text-sm text-muted-foreground">{hint}</p>
            </div>
            {can_skip && (
              <form method="post">
                <SubmitButton
                  name="skip"
                  value={step}
                  variant="ghost"
                  size="sm"
                  aria-label={`${t('notNeeded')}: ${label}`}
                >
                  {t('notNeeded')}
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ol>
      {others > 0 && <p className="mt-2 text-sm text-muted-foreground">{t('others', { n: others })}</p>}
    </Panel>
  )
}

/** The last two weeks, with a bar for each day; hidden while a school has no activity. */
export function Recent({ figures }: { figures: readonly Figure[] }) {
  const t = useTexts(homeTexts)
  if (figures.every(({ total }) => total === 0)) return null
  return (
    <section aria-labelledby="recent" className="mt-6">
      <h2 id="recent" className="mb-2 text-lg font-semibold">
        {t('recent')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {figures.map((figure) => (
          <li key={figure.kind} className="rounded-lg border bg-card p-4">
            <DayBars {...figure} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const barWidth = 10
const chartHeight = 40

function DayBars({ label, total, days }: Figure) {
  const t = useTexts(homeTexts)
  const locale = useLocale()
  const max = Math.max(1, ...days.map(({ n }) => n))
  const [first, last] = [days[0]!, days.at(-1)!]
  const heightOf = (n: number) => (n / max) * chartHeight
  return (
    <figure>
      <figcaption className="flex items-baseline justify-between gap-2">
        <span>{label}</span>
        <span className="figures text-xl font-semibold">{formatNumber(total, locale)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * barWidth} ${chartHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('barsOf', { label, from: dayText(first.day, locale), n: total })}
        className="mt-2 h-16 w-full border-b border-input"
      >
        {days.map(({ day, n }, index) => (
          <rect
            key={day}
            x={index * barWidth + 1}
            width={barWidth - 2}
            y={chartHeight - heightOf(n)}
            height={heightOf(n)}
            className="fill-primary"
          >
            <title>{`${dayText(day, locale)}: ${n}`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="figures flex justify-between text-xs text-muted-foreground">
        <span>{dayText(first.day, locale)}</span>
        <span>{dayText(last.day, locale)}</span>
      </p>
    </figure>
  )
}
