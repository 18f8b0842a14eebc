import { maxOutside, type Preview } from '#modules/backoffice/reports/preview-report.ts'
import { reportTexts } from '#modules/backoffice/reports/reports.texts.ts'
import { zoneName } from '#modules/identity/people/preferences.shared.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { StatTile, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { TrendChart } from './trend-chart.tsx'

/** The totals of a report, its values over time, and its first rows. */
export function ReportPreview({ preview, allDates }: { preview: Preview; allDates: string }) {
  const t = useTexts(reportTexts)
  const locale = useLocale()
  const { count, count_more, outside, head, totals, breakdown, trend, time_zone } = preview
  if (count === 0)
    return (
      <Empty title={t('noRows')}>
        {outside === 0 && t('noRowsLead')}
        {outside > 0 && (
          <>
            {t(outside < maxOutside ? 'outside' : 'outsideMany', { n: formatNumber(outside, locale) })}{' '}
            <TextLink href={allDates}>{t('withoutDates')}</TextLink>
          </>
        )}
      </Empty>
    )
  const n = head.rows.length
  const rows = count_more
    ? t('manyRows', { n })
    : n < count
      ? t('firstRows', { n, count: formatNumber(count, locale) })
      : t('allRows', { count })
  return (
    <div className="grid grid-cols-1 gap-4">
      <section aria-label={t('totals')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {totals.map(({ label, value }) => (
          <StatTile key={label} label={label} value={value || '—'} />
        ))}
      </section>
      {trend && (
        <Panel title={t('trend', { label: trend.label })}>
          <TrendChart trend={trend} />
        </Panel>
      )}
      {breakdown && <PreviewTable label={breakdown.columns[0]!.label} part={breakdown} />}
      <div>
        <h2 className="mb-2 font-semibold">{rows}</h2>
        <PreviewTable label={rows} part={head} />
        <p className="mt-2 text-sm text-muted-foreground">{t('timeZone', { zone: zoneName(time_zone, locale) })}</p>
      </div>
    </div>
  )
}

function PreviewTable({ label, part: { columns, rows } }: { label: string; part: Preview['head'] }) {
  return (
    <Table label={label} stacked>
      <thead>
        <tr>
          {columns.map((column) => (
            <TableHead key={column.label} numeric={column.numeric}>
              {column.label}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a page that never changes
          <tr key={index}>
            {cells.map((cell, index) => (
              <TableCell key={columns[index]!.label} label={columns[index]!.label} numeric={columns[index]!.numeric}>
                {cell}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
