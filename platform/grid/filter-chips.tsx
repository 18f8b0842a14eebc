import type { Locale } from '#platform/texts.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { isoDay } from '#platform/ui/masks.ts'
import { cellText, dayText, type FilterMeta } from './cell.shared.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { filtersOf, firstPage, type GridState, hrefOf, withoutFilter } from './grid-state.shared.ts'

/** The active filters, each a link to the list without it. */
export function FilterChips({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const wordsOf = useFilterWords()
  const chips = filtersOf(data).flatMap((filter) =>
    (state.filters[filter.name] ?? []).map((text) => ({ filter, text })),
  )
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 print:hidden">
      {chips.map(({ filter, text }) => {
        const filterText = `${filter.label} ${wordsOf(filter, text)}`
        return (
          <li key={`${filter.name} ${text}`}>
            <a
              href={hrefOf(data, withoutFilter(state, filter.name, text))}
              aria-label={t('remove', { filter: filterText })}
              className="inline-flex min-h-9 items-center gap-2 rounded-full bg-accent px-3 text-sm font-semibold text-accent-foreground no-underline md:min-h-7"
            >
              {filterText}
              <span aria-hidden="true">×</span>
            </a>
          </li>
        )
      })}
      <li>
        <a
          href={hrefOf(data, firstPage(state, { filters: {}, search: '' }))}
          className="inline-flex min-h-9 items-center px-2 text-sm underline md:min-h-7"
        >
          {t('clear')}
        </a>
      </li>
    </ul>
  )
}

function operandText(filter: Pick<FilterMeta, 'kind' | 'choices'>, text: string, locale: Locale): string {
  if (filter.kind === 'money') return text
  if (filter.kind === 'status') return cellText(filter, Number(text), locale)
  if (filter.kind === 'flag') return cellText(filter, text === '1' || text === 'true', locale)
  return cellText(filter, text, locale)
}

/** Describes a filter: 'from 01/02/1990', 'contains night'. */
function useFilterWords(): (filter: FilterMeta, text: string) => string {
  const t = useTexts(gridWords)
  const locale = useLocale()
  return ({ kind, choices }, text) => {
    const [, operator = '', rest = text] = /^(contains|start|exact|gte|lte|before|after|last):(.*)$/s.exec(text) ?? []
    if (operator === 'last') return rest === '1' ? t('lastOne') : t('last', { value: rest })
    const isDay = kind === 'date' || kind === 'instant'
    const value = isDay ? dayText(isoDay(rest), locale) : operandText({ kind, choices }, rest, locale)
    const isNumber = kind === 'number' || kind === 'money'
    const bound = isNumber && (operator === 'gte' || operator === 'lte') ? (`${operator}Number` as const) : operator
    const defaultOperator = kind === 'text' ? 'contains' : 'exact'
    return t((bound || defaultOperator) as 'contains', { value })
  }
}
