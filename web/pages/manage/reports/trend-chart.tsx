import type { Preview } from '#modules/backoffice/reports/preview-report.ts'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { dayText } from '#platform/grid/cell.shared.ts'
import { dateFormat } from '#platform/locale-format.ts'
import type { Locale } from '#platform/texts.ts'
import { cn } from '#platform/ui/cn.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'

type Trend = NonNullable<Preview['trend']>
type Point = Trend['points'][number]

const height = 100

/**
 * Bars over time, and the same values as a table. The labels are HTML beside the drawing, so they don't shrink with it.
 */
export function TrendChart({ trend }: { trend: Trend }) {
  const t = useTexts(reportTexts)
  const locale = useLocale()
  const { points, grain, label, cut } = trend
  const title = t('trend', { label })
  const namedPoints = points.map((point) => ({ ...point, name: pointName(point, grain, locale) }))
  const [first, last] = [namedPoints[0], namedPoints.at(-1)]
  if (!first || !last) return null
  const top = namedPoints.reduce((most, point) => (point.value > most.value ? point : most))
  const lowest = namedPoints.reduce((least, point) => (point.value < least.value ? point : least))
  const from = Math.min(0, ...namedPoints.map(({ value }) => value))
  const span = Math.max(top.value, 0) - from || 1
  // Limits the bar width: a few bars would otherwise be blocks.
  const bar = Math.min(8, Math.max(2, namedPoints.length * 0.7))
  const middle = namedPoints.length > 4 ? namedPoints[Math.floor(namedPoints.length / 2)] : undefined
  const y = (value: number) => height - ((value - from) / span) * height
  return (
    <figure className="grid gap-2">
      <figcaption className="sr-only">{title}</figcaption>
      <p className="figures text-sm text-muted-foreground">
        {top.text} · {top.name}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <p
          className="figures flex h-40 flex-col justify-between text-right text-sm text-muted-foreground"
          aria-hidden="true"
        >
          <span>{top.text}</span>
          <span>{from < 0 ? lowest.text : 0}</span>
        </p>
        <svg
          viewBox={`0 0 ${namedPoints.length * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${first.name} ${first.text}, ${last.name} ${last.text}`}
          className="h-40 w-full border-y border-input"
        >
          {namedPoints.map((point, index) => (
            <Bar key={point.day} {...point} x={index * 10} width={bar} from={y(0)} to={y(point.value)} />
          ))}
        </svg>
        <p className="figures col-start-2 flex justify-between text-sm text-muted-foreground" aria-hidden="true">
          <span>{first.name}</span>
          {middle && <span>{middle.name}</span>}
          {namedPoints.length > 1 && <span>{last.name}</span>}
        </p>
      </div>
      {cut && <p className="text-sm text-muted-foreground">{t('trendLatest', { n: points.length })}</p>}
      <details>
        <summary className="cursor-pointer py-2 font-semibold text-accent-foreground">{t('trendTable')}</summary>
        <Table label={title}>
          <thead>
            <tr>
              <TableHead>{t(grain)}</TableHead>
              <TableHead numeric>{label}</TableHead>
            </tr>
          </thead>
          <tbody>
            {namedPoints.map(({ day, name, text }) => (
              <tr key={day}>
                <TableCell className="figures">{name}</TableCell>
                <TableCell numeric>{text}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}

type BarProps = Point & { name: string; x: number; width: number; from: number; to: number }

/** A bar. Its whole height shows the value, so that a short bar is as easy to hit as a tall one. */
const Bar = ({ name, text, value, x, width, from, to }: BarProps) => (
  <g className="group">
    <rect x={x} width={10} y={0} height={height} className="fill-transparent group-hover:fill-muted">
      <title>{`${name}: ${text}`}</title>
    </rect>
    <rect
      x={x + (10 - width) / 2}
      width={width}
      y={Math.min(from, to)}
      height={Math.abs(from - to)}
      className={cn('pointer-events-none', value < 0 ? 'fill-destructive' : 'fill-primary')}
    />
  </g>
)

function pointName({ day }: Point, grain: Trend['grain'], locale: Locale): string {
  if (grain !== 'month') return dayText(day, locale)
  return dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
}
