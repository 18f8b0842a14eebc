import { formatLocale } from '#platform/locale-format.ts'
import { texts } from '#platform/texts.ts'
import { LinkButton } from './button.tsx'
import { useLocale, useTexts } from './locale.tsx'

const messages = texts({
  pages: ['Pages', 'Páginas'],
  previous: ['Previous', 'Anterior'],
  next: ['Next', 'Siguiente'],
  range: ['{from}–{to} of {count}', '{from}–{to} de {count}'],
  none: ['No results', 'Sin resultados'],
})

type PaginationProps = { from: number; to: number; count: number; previous: string | null; next: string | null }

/** The range of rows shown, and links to the previous and next pages, if there are any. */
export function Pagination({ from, to, count, previous, next }: PaginationProps) {
  const t = useTexts(messages)
  const locale = useLocale()
  const formatNumber = (n: number) => n.toLocaleString(formatLocale(locale))
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center justify-end gap-3 py-3 text-sm print:hidden">
      <span className="figures text-muted-foreground">
        {count === 0
          ? t('none')
          : t('range', { from: formatNumber(from), to: formatNumber(to), count: formatNumber(count) })}
      </span>
      {previous && (
        <LinkButton href={previous} rel="prev" variant="outline" size="sm">
          <span aria-hidden="true">‹</span> {t('previous')}
        </LinkButton>
      )}
      {next && (
        <LinkButton href={next} rel="next" variant="outline" size="sm">
          {t('next')} <span aria-hidden="true">›</span>
        </LinkButton>
      )}
    </nav>
  )
}
