import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { NativeSelect } from '#platform/ui/native-select.tsx'
import { PopoverContent, PopoverTrigger } from '#platform/ui/popover.tsx'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { type GridState, maxSorts } from './grid-state.shared.ts'

/** Sorts by up to three columns; the fields belong to the surrounding form. */
export function SortChooser({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const { prefix } = data
  const sorts = state.sort_by ? state.sort_by.split(',') : []
  const options = data.columns.filter(({ sort }) => sort).map(({ name, label }) => ({ value: name, label }))
  const directions = [
    { value: '', label: t('ascending') },
    { value: '-', label: t('descending') },
  ]
  return (
    <>
      <PopoverTrigger opens={`${prefix}grid-sort`} variant="outline">
        {t('sort')}
      </PopoverTrigger>
      <PopoverContent id={`${prefix}grid-sort`} className="sm:w-96">
        <div className="grid gap-3 p-2">
          {Array.from({ length: maxSorts }, (_, at) => at).map((at) => {
            const label = t(at === 0 ? 'sortFirst' : 'sortThen')
            const sort = sorts[at] ?? ''
            return (
              <fieldset key={at} className="grid grid-cols-[minmax(0,1fr)_9rem] gap-2">
                <legend className="font-semibold">{label}</legend>
                <NativeSelect
                  name={`${prefix}sort`}
                  aria-label={label}
                  options={options}
                  placeholder={t(at === 0 ? 'sortUsual' : 'sortNone')}
                  defaultValue={sort.replace(/^-/, '')}
                />
                <NativeSelect
                  name={`${prefix}sort.way`}
                  aria-label={`${label}: ${t('direction')}`}
                  options={directions}
                  defaultValue={sort.startsWith('-') ? '-' : ''}
                />
              </fieldset>
            )
          })}
          <SubmitButton size="sm">{t('apply')}</SubmitButton>
        </div>
      </PopoverContent>
    </>
  )
}
