import { findStateId } from '#modules/catalogue/entry.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, localText, textsIn } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { type Choice, ChoiceChips } from '#platform/ui/choice-chips.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { CarriedFields } from '#platform/web/carried-fields.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { words } from './catalogue.texts.ts'
import { type SearchQuery, searchAddress } from './search-query.ts'

type FilterProps = {
  query: SearchQuery
  /** The states with courses for sale. */
  states: readonly number[]
  /** The languages of the courses for sale. */
  languages: readonly number[]
  locale: Locale
  carried: string
  filtered: boolean
}

/** A plain GET form, and chips that are links: the choices are in the address. */
export function SearchFilters({ query, states, languages, locale, carried, filtered }: FilterProps) {
  const t = textsIn(locale, words)
  const stateChoices = choicesOf({ query, carried, name: 'lk_state_id', offered: states, chosen: chosenStates(query) })
  const languageChoices = choicesOf({
    query,
    carried,
    name: 'lk_language_id',
    offered: languages,
    chosen: query.lk_language_id.map(Number),
  })
  return (
    <search className="mb-6 grid gap-3">
      <form action={pathTo('/courses/search')} aria-label={t('filters')} className="flex flex-wrap items-end gap-3">
        <CarriedFields carried={carried} />
        <div className="max-sm:basis-full sm:flex-1">
          <TextField
            label={t('name')}
            type="search"
            name="course_name"
            maxLength={200}
            defaultValue={query.course_name}
          />
        </div>
        <div className="max-sm:flex-1">
          <SelectField
            label={t('sort')}
            name="sort_by"
            defaultValue={query.sort_by ?? ''}
            options={sortOptions(locale)}
          />
        </div>
        {query.lk_state_id.map((id) => (
          <input key={id} type="hidden" name="lk_state_id" value={id} />
        ))}
        {query.lk_language_id.map((id) => (
          <input key={id} type="hidden" name="lk_language_id" value={id} />
        ))}
        <SubmitButton>{t('apply')}</SubmitButton>
      </form>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        {stateChoices.length > 1 && (
          <ChoiceChips label={t('state')} choices={withLabels(stateChoices, (id) => label(lk_state, id, locale))} />
        )}
        {languageChoices.length > 1 && (
          <ChoiceChips
            label={t('language')}
            choices={withLabels(languageChoices, (id) => label(lk_course_language, id, locale))}
          />
        )}
        {filtered && (
          <TextLink href={withCarriedParams({ carried }, pathTo('/courses/search'))} alone>
            {t('clear')}
          </TextLink>
        )}
      </div>
    </search>
  )
}

const chosenStates = ({ lk_state_id }: SearchQuery) => lk_state_id.flatMap((state) => findStateId(state) ?? [])

type ChoiceOf = Omit<Choice, 'label'> & { id: number }
type ChoiceInput = Pick<FilterProps, 'query' | 'carried'> & {
  name: 'lk_state_id' | 'lk_language_id'
  offered: readonly number[]
  chosen: readonly number[]
}

/** A choice can be undone even if nothing is sold for it any more. */
function choicesOf({ query, carried, name, offered, chosen }: ChoiceInput): ChoiceOf[] {
  return [...new Set([...offered, ...chosen])]
    .toSorted((a, b) => a - b)
    .map((id) => {
      const isChosen = chosen.includes(id)
      const after = isChosen ? chosen.filter((offered) => offered !== id) : [...chosen, id]
      const href = searchAddress({ ...query, [name]: after.map(String) }, 1)
      return { id, href: withCarriedParams({ carried }, href), chosen: isChosen }
    })
}

const withLabels = (choices: readonly ChoiceOf[], labelOf: (id: number) => string): Choice[] =>
  choices.map(({ id, ...choice }) => ({ ...choice, label: labelOf(id) }))

const sortOptions = (locale: Locale) => [
  { value: '', label: localText(locale, words, 'bestMatch') },
  { value: 'course_name', label: localText(locale, words, 'nameUp') },
  { value: '-course_name', label: localText(locale, words, 'nameDown') },
  { value: 'price', label: localText(locale, words, 'priceUp') },
  { value: '-price', label: localText(locale, words, 'priceDown') },
]
