import { useEffect, useRef } from 'react'
import { SubmitButton } from '#platform/ui/button.tsx'
import { controlClasses, Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import { FilterField } from './filter-fields.tsx'
import { gridWords } from './grid.texts.ts'
import { ColumnChooser } from './grid-columns.tsx'
import type { GridData } from './grid-data.ts'
import { SortChooser } from './grid-sort.tsx'
import { filtersOf, type GridState, pageSizes } from './grid-state.shared.ts'

type FormProps = {
  data: GridData
  state: GridState
  onFilter: (form: HTMLFormElement, typed: boolean) => void
}

/** Search, filters, order, columns and page size: one plain form of the page's address. */
export function GridForm({ data, state, onFilter }: FormProps) {
  const t = useTexts(gridWords)
  const search = useRef<HTMLInputElement>(null)
  const limit = useRef<HTMLSelectElement>(null)
  const { prefix } = data
  // The fields follow the address (back, 'Clear filters') but never change while someone is typing.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = state.search
    if (limit.current) limit.current.value = String(state.limit)
  }, [state])
  return (
    // On a page with several lists, each landmark names its list.
    <search
      aria-label={prefix ? data.title : undefined}
      className="contents min-w-0 basis-full sm:block lg:flex-1 lg:basis-0"
    >
      {/* The key resets the fields when someone goes back. */}
      <form
        key={JSON.stringify([state.filters, state.sort_by])}
        action={data.path}
        onSubmit={(event) => {
          event.preventDefault()
          onFilter(event.currentTarget, false)
          closePanels(event.currentTarget)
        }}
        className="contents sm:flex sm:flex-wrap sm:items-end sm:gap-2"
      >
        <HiddenFields data={data} state={state} />
        <div className="basis-full sm:max-w-64 sm:grow sm:basis-40">
          <Input
            ref={search}
            type="search"
            name={`${prefix}search`}
            defaultValue={state.search}
            aria-label={t('search')}
            aria-keyshortcuts="/"
            placeholder={t('search')}
            autoComplete="off"
            onChange={(event) => event.currentTarget.form && onFilter(event.currentTarget.form, true)}
          />
        </div>
        <PopoverTrigger opens={`${prefix}grid-filters`} variant="outline">
          {t('filters')}
        </PopoverTrigger>
        <SortChooser data={data} state={state} />
        <ColumnChooser key={state.columns?.join() ?? ''} data={data} state={state} />
        <div className="w-20">
          <select
            ref={limit}
            name={`${prefix}limit`}
            defaultValue={state.limit}
            aria-label={t('perPage')}
            title={t('perPage')}
            onChange={(event) => event.currentTarget.form && onFilter(event.currentTarget.form, false)}
            className={controlClasses}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </div>
        {/* With scripts, fields apply immediately. */}
        <noscript>
          <SubmitButton variant="outline">{t('apply')}</SubmitButton>
        </noscript>
        <FilterSheet data={data} state={state} />
      </form>
    </search>
  )
}

type PartProps = Pick<FormProps, 'data' | 'state'>

/** The hidden values of the form. */
function HiddenFields({ data, state }: PartProps) {
  const { prefix } = data
  return (
    <>
      {[...new URLSearchParams(data.rest)].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {state.show && <input type="hidden" name={`${prefix}show`} value={state.show} />}
      {state.view !== null && <input type="hidden" name={`${prefix}view`} value={state.view} />}
      {Boolean(state.view) && <input type="hidden" name={`${prefix}edited`} value="1" />}
    </>
  )
}

function FilterSheet({ data, state }: PartProps) {
  const t = useTexts(gridWords)
  const { prefix } = data
  return (
    <Sheet id={`${prefix}grid-filters`} title={t('filters')} side="end">
      <div className="grid gap-4 p-5">
        {filtersOf(data).map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            name={prefix + filter.name}
            texts={state.filters[filter.name] ?? []}
          />
        ))}
        <div className="sticky bottom-0 -mx-5 -mb-5 border-t bg-card px-5 py-3">
          <SubmitButton wide>{t('apply')}</SubmitButton>
        </div>
      </div>
    </Sheet>
  )
}

function closePanels(form: HTMLFormElement): void {
  for (const panel of form.querySelectorAll<HTMLElement>('[popover]')) panel.hidePopover?.()
}
