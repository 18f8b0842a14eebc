import { ShoppingBag } from 'lucide-react'
import { Badge } from '#platform/ui/badge.tsx'
import { CopiedLink } from '#platform/ui/copied-link.tsx'
import { useLocale, useZone } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { toneOf } from '#platform/ui/status-tones.ts'
import { Tooltip } from '#platform/ui/tooltip.tsx'
import { type ColumnMeta, cellText } from './cell.shared.ts'
import type { TableRow } from './grid-data.ts'
import { StatusIcon } from './status-icon.tsx'

export const isNumeric = ({ kind }: ColumnMeta) => kind === 'number' || kind === 'money'

/** Renders a column's value by its kind. */
export function Cell({ column, row }: { column: ColumnMeta; row: TableRow }) {
  const locale = useLocale()
  const value = row[column.name]
  const zone = useZone()
  const text = cellText(column, value, locale, zone)
  const href = column.link && row[column.link]
  if (href && column.copies)
    return <CopiedLink href={String(href)} label={text || String(href)} message={column.copies} />
  if (text === '') return <span className="text-muted-foreground">—</span>
  if (column.kind === 'status') {
    const choice = column.choices.find(({ id }) => id === value)
    return (
      <Badge
        tone={choice?.tone ?? toneOf(choice?.english ?? '')}
        icon={choice?.icon ? <StatusIcon {...choice.icon} /> : undefined}
      >
        {text}
      </Badge>
    )
  }
  if (href) return <TextLink href={String(href)}>{text}</TextLink>
  const remark = column.remark && row[column.remark.by]
  if (!remark) return text
  return (
    <span className="inline-flex items-center gap-1.5">
      {text}
      <Tooltip text={column.remark?.text.replace('{value}', String(remark))}>
        {(described) => (
          <button type="button" {...described} className="grid size-6 place-items-center" aria-label={String(remark)}>
            <ShoppingBag aria-hidden="true" className="size-4" />
          </button>
        )}
      </Tooltip>
    </span>
  )
}
