import { useEffect, useRef } from 'react'
import { SubmitButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { controlLook, Input } from '../ui/input.tsx'
import { useLocale, useTexts } from '../ui/locale.tsx'
import { PopoverContent, PopoverTrigger } from '../ui/popover.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { cellText, dayText, type FilterMeta } from './cell.shared.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { filtersOf, firstPage, type GridState, hrefOf, pageSizes, withoutFilter } from './grid-state.shared.ts'

type FormProps = { data: GridData; state: GridState; onFilter: (form: HTMLFormElement, typed: boolean) => void }

/** Search, filters, columns and page size: one plain form of the page's address. */
export function GridForm({ data, state, onFilter }: FormProps) {
  const t = useTexts(gridWords)
  const search = useRef<HTMLInputElement>(null)
  const limit = useRef<HTMLSelectElement>(null)
  // The fields follow the address (back, 'Clear filters') but never change while someone types.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = state.search
    if (limit.current) limit.current.value = String(state.limit)
  }, [state])
  return (
    <search className="min-w-0 basis-full lg:flex-1 lg:basis-0">
      {/* The key makes fields follow the address when someone goes back. */}
      <form
        key={JSON.stringify(state.filters)}
        action={data.path}
        onSubmit={(event) => {
          event.preventDefault()
          onFilter(event.currentTarget, false)
          closePanels(event.currentTarget)
        }}
        className="flex flex-wrap items-end gap-2"
      >
        {state.sort_by && <input type="hidden" name="sort_by" value={state.sort_by} />}
        <div className="basis-full sm:basis-64">
          <Input
            ref={search}
            type="search"
            name="search"
            defaultValue={state.search}
            aria-label={t('search')}
            placeholder={t('search')}
            autoComplete="off"
            onChange={(event) => event.currentTarget.form && onFilter(event.currentTarget.form, true)}
          />
        </div>
        <PopoverTrigger opens="grid-filters" variant="outline">
          {t('filters')}
        </PopoverTrigger>
        <PopoverTrigger opens="grid-columns" variant="outline">
          {t('columns')}
        </PopoverTrigger>
        <div className="w-20">
          <select
            ref={limit}
            name="limit"
            defaultValue={state.limit}
            aria-label={t('perPage')}
            title={t('perPage')}
            onChange={(event) => event.currentTarget.form && onFilter(event.currentTarget.form, false)}
            className={controlLook}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </div>
        {/* With scripts, fields apply themselves. */}
        <noscript>
          <SubmitButton variant="outline">{t('apply')}</SubmitButton>
        </noscript>
        <Sheet id="grid-filters" title={t('filters')} side="end">
          <div className="grid gap-4 p-5">
            {filtersOf(data).map((filter) => (
              <FilterField key={filter.name} filter={filter} texts={state.filters[filter.name] ?? []} />
            ))}
            <div className="sticky bottom-0 -mx-5 -mb-5 border-t bg-card px-5 py-3">
              <SubmitButton wide>{t('apply')}</SubmitButton>
            </div>
          </div>
        </Sheet>
        <PopoverContent id="grid-columns" className="max-h-96 overflow-y-auto sm:w-72">
          <div className="grid px-2">
            {data.columns.map(({ name, label, shown }) => (
              <Checkbox
                key={name}
                name="columns"
                value={name}
                label={label}
                defaultChecked={state.columns ? state.columns.includes(name) : shown}
              />
            ))}
            <div className="sticky -bottom-1.5 grid bg-card py-2">
              <SubmitButton size="sm">{t('apply')}</SubmitButton>
            </div>
          </div>
        </PopoverContent>
      </form>
    </search>
  )
}

function closePanels(form: HTMLFormElement): void {
  for (const panel of form.querySelectorAll<HTMLElement>('[popover]')) panel.hidePopover?.()
}

type FieldProps = { filter: FilterMeta; texts: readonly string[] }

function FilterField({ filter, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const { name, kind, label, choices } = filter
  if (kind === 'text') {
    const text = texts[0]?.replace(/^contains:/, '') ?? ''
    return <TextField name={name} label={label} defaultValue={text} autoComplete="off" />
  }
  if (kind === 'flag') {
    const options = [
      { value: 'exact:1', label: t('yes') },
      { value: 'exact:0', label: t('no') },
    ]
    return (
      <SelectField name={name} label={label} options={options} placeholder={t('any')} defaultValue={texts[0] ?? ''} />
    )
  }
  if (kind !== 'status') return <RangeField filter={filter} texts={texts} />
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <div className="max-h-60 overflow-y-auto">
        {choices.map(({ id, word }) => (
          <Checkbox
            key={id}
            name={name}
            value={`exact:${id}`}
            label={word}
            defaultChecked={texts.includes(`exact:${id}`) || texts.includes(String(id))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function RangeField({ filter: { name, kind, label }, texts }: FieldProps) {
  const t = useTexts(gridWords)
  const isDay = kind === 'date' || kind === 'instant'
  const bound = (operator: string) => {
    const text = texts.find((one) => one.startsWith(`${operator}:`))?.slice(operator.length + 1) ?? ''
    return isDay ? isoDay(text) : text
  }
  const type = isDay ? 'date' : 'text'
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="font-semibold">{label}</legend>
      <TextField
        type={type}
        name={`${name}.from`}
        label={t('from')}
        className="grid-cols-1"
        defaultValue={bound('gte')}
        inputMode={isDay ? undefined : 'decimal'}
      />
      <TextField
        type={type}
        name={`${name}.to`}
        label={t('to')}
        className="grid-cols-1"
        defaultValue={bound('lte')}
        inputMode={isDay ? undefined : 'decimal'}
      />
    </fieldset>
  )
}

/** 'MM/DD/YYYY' as a date field wants it. */
const isoDay = (text: string) => text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2')

/** The filters that hold, each a link to the list without it. */
export function FilterChips({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const locale = useLocale()
  const chips = filtersOf(data).flatMap((filter) =>
    (state.filters[filter.name] ?? []).map((text) => ({ filter, text })),
  )
  if (chips.length === 0) return null
  const wordsOf = ({ kind, choices }: FilterMeta, text: string) => {
    const [, operator = '', rest = text] = /^(contains|start|exact|gte|lte):(.*)$/s.exec(text) ?? []
    const isDay = kind === 'date' || kind === 'instant'
    const iso = isoDay(rest)
    const typed = kind === 'status' ? Number(rest) : kind === 'flag' ? rest === '1' || rest === 'true' : rest
    const value = isDay ? dayText(iso, locale) : kind === 'money' ? rest : cellText({ kind, choices }, typed, locale)
    const word = operator === '' ? (kind === 'text' ? 'contains' : 'exact') : operator
    return t(word as 'contains', { value })
  }
  return (
    <ul className="flex flex-wrap gap-2 print:hidden">
      {chips.map(({ filter, text }) => {
        const said = `${filter.label} ${wordsOf(filter, text)}`
        return (
          <li key={`${filter.name} ${text}`}>
            <a
              href={hrefOf(data.path, withoutFilter(state, filter.name, text))}
              aria-label={t('remove', { filter: said })}
              className="inline-flex min-h-9 items-center gap-2 rounded-full bg-accent px-3 text-sm font-semibold text-accent-foreground no-underline md:min-h-7"
            >
              {said}
              <span aria-hidden="true">×</span>
            </a>
          </li>
        )
      })}
      <li>
        <a
          href={hrefOf(data.path, firstPage(state, { filters: {}, search: '' }))}
          className="inline-flex min-h-9 items-center px-2 text-sm underline md:min-h-7"
        >
          {t('clear')}
        </a>
      </li>
    </ul>
  )
}
