import { findStateId } from '#modules/catalogue/entry.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, say } from '#platform/texts.ts'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { CarriedFields } from '#platform/web/carried-fields.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { words } from './catalogue.texts.ts'
import type { SearchQuery } from './search-query.ts'

type FilterProps = {
  query: SearchQuery
  /** The states with courses for sale. */
  states: readonly number[]
  locale: Locale
  carried: string
  filtered: boolean
}

/** A plain GET form: the choices are in the address. */
export function SearchFilters({ query, states, locale, carried, filtered }: FilterProps) {
  const t = (key: keyof typeof words) => say(locale, words, key)
  const chosen = new Set(query.lk_state_id.flatMap((state) => findStateId(state) ?? []))
  // A choice can be undone even if nothing is sold for it any more.
  const offered = [...new Set([...states, ...chosen])].sort((a, b) => a - b)
  return (
    <search>
      <form
        action={pathTo('/courses/search')}
        aria-label={t('filters')}
        className="grid gap-4 rounded-lg border bg-card p-4"
      >
        <CarriedFields carried={carried} />
        <TextField
          label={t('name')}
          type="search"
          name="course_name"
          maxLength={200}
          defaultValue={query.course_name}
        />
        <SelectField label={t('sort')} name="sort_by" defaultValue={query.sort_by} options={sortOptions(locale)} />
        {offered.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-[1rem] font-semibold">{t('state')}</legend>
            <div className="flex flex-wrap gap-x-5 lg:grid">
              {offered.map((id) => (
                <Checkbox
                  key={id}
                  name="lk_state_id"
                  value={id}
                  defaultChecked={chosen.has(id)}
                  label={label(lk_state, id, locale)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <div className="flex flex-wrap gap-2 lg:grid">
          <SubmitButton>{t('apply')}</SubmitButton>
          {filtered && (
            <LinkButton variant="link" href={withCarriedParams({ carried }, pathTo('/courses/search'))}>
              {t('clear')}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  )
}

const sortOptions = (locale: Locale) => [
  { value: 'course_name', label: say(locale, words, 'nameUp') },
  { value: '-course_name', label: say(locale, words, 'nameDown') },
  { value: 'price', label: say(locale, words, 'priceUp') },
  { value: '-price', label: say(locale, words, 'priceDown') },
]
