import { decomposed } from '#platform/composed.shared.ts'
import { lk_entity_type } from '#platform/entity-types.ts'
import { type Lookup, options } from '#platform/lookups.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { lk_state, stateCode } from '#platform/states.ts'
import type { Locale } from '#platform/texts.ts'
import { type County, counties } from './counties.ts'
import { CountyOption, LookupOption, StateOption } from './lookup.schema.ts'

const stateOptions = (locale: Locale) =>
  options(lk_state, locale).map((option) => ({ ...option, code: stateCode(option.value) }))

const countyOption = ({ county_id, lk_state_id, name }: County) => ({
  value: county_id,
  label: `${name}, ${stateCode(lk_state_id)}`,
  lk_state_id,
})

/** Builds the operation that returns these lookups by name. */
export function fetchAllLookups(lookups: Readonly<Record<string, Lookup>>) {
  const names = Object.keys(lookups)
  return operation({
    call: 'GET /lookup/fetchAll',
    clients: 'listLookups',
    summary: "Returns every lookup as {label, value} entries in the caller's language",
    may: anyone,
    takes: z.object({}),
    gives: z.object({
      ...Object.fromEntries(names.map((name) => [name, z.array(LookupOption)])),
      states: z.array(StateOption),
      counties: z.array(CountyOption),
    }),
    run: async ({ locale }) => ({
      ...Object.fromEntries(names.map((name) => [name, options(lookups[name]!, locale)])),
      states: stateOptions(locale),
      counties: counties.map(countyOption),
    }),
  })
}

export const fetchLookupStates = operation({
  call: 'GET /lookup/states',
  clients: 'listStates',
  summary: 'Lists the 50 states and DC',
  may: anyone,
  takes: z.object({}),
  gives: z.object({ states: z.array(StateOption) }),
  run: async ({ locale }) => ({ states: stateOptions(locale) }),
})

const normalize = (text: string) => decomposed(text.toLowerCase()).replaceAll(/[\p{M}\s.]/gu, '')

export const autocompleteCounties = operation({
  call: 'GET /lookup/county/autocomplete',
  clients: 'findCounties',
  summary: 'Lists up to 50 counties whose name, with or without the state, contains the text',
  may: anyone,
  takes: z.object({ filter: optionalText(100) }),
  gives: z.object({ counties: z.array(CountyOption) }),
  async run(_ctx, { filter }) {
    const query = normalize(filter.replace(/^(contains|start|exact):/, ''))
    const matches = counties.map(countyOption).filter(({ label }) => normalize(label).includes(query))
    // Sorts 'Lee' before 'Leelanau', and both before 'Appomattox-Lee'.
    const rank = (label: string) => {
      if (normalize(label.split(',')[0]!) === query) return 0
      return normalize(label).startsWith(query) ? 1 : 2
    }
    return { counties: matches.toSorted((a, b) => rank(a.label) - rank(b.label)).slice(0, 50) }
  },
})

export const autocompleteEntityTypes = operation({
  call: 'GET /lookup/entity_type/autocomplete',
  summary: 'Lists the entity types whose name contains the text',
  may: anyone,
  takes: z.object({ search: optionalText(100) }),
  gives: z.object({ data: z.array(LookupOption) }),
  async run({ locale }, { search }) {
    const query = normalize(search)
    return { data: options(lk_entity_type, locale).filter(({ label }) => normalize(label).includes(query)) }
  },
})
