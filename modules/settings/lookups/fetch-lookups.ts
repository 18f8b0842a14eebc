import { type LookupName, lookups, options, stateCode } from '../../../platform/lookups.ts'
import { operation } from '../../../platform/operation.ts'
import { anyone } from '../../../platform/permissions.ts'
import { optionalText, z } from '../../../platform/schema.ts'
import type { Locale } from '../../../platform/texts.ts'
import { type County, counties } from './counties.ts'
import { CountyOption, LookupOption, StateOption } from './lookup.schema.ts'

const names = Object.keys(lookups) as LookupName[]
const lists = Object.fromEntries(names.map((name) => [name, z.array(LookupOption)])) as Record<
  LookupName,
  z.ZodArray<typeof LookupOption>
>

const stateOptions = (locale: Locale) =>
  options('lk_state', locale).map((option) => ({ ...option, code: stateCode(option.value) }))

const countyOption = ({ county_id, lk_state_id, name }: County) => ({
  value: county_id,
  label: `${name}, ${stateCode(lk_state_id)}`,
  lk_state_id,
})

export const fetchAllLookups = operation({
  call: 'GET /lookup/fetchAll',
  summary: "Returns every lookup as {label, value} entries in the caller's language",
  may: anyone,
  takes: z.object({}),
  gives: z.object({ ...lists, states: z.array(StateOption), counties: z.array(CountyOption) }),
  async run({ locale }) {
    const all = Object.fromEntries(names.map((name) => [name, options(name, locale)]))
    return {
      ...(all as Record<LookupName, ReturnType<typeof options>>),
      states: stateOptions(locale),
      counties: counties.map(countyOption),
    }
  },
})

export const fetchLookupStates = operation({
  call: 'GET /lookup/states',
  summary: 'Lists the 50 states and DC',
  may: anyone,
  takes: z.object({}),
  gives: z.object({ states: z.array(StateOption) }),
  run: async ({ locale }) => ({ states: stateOptions(locale) }),
})

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\p{M}\s.]/gu, '')

export const autocompleteCounties = operation({
  call: 'GET /lookup/county/autocomplete',
  summary: 'Lists up to 50 counties whose name, with or without the state, contains the text',
  may: anyone,
  takes: z.object({ filter: optionalText(100) }),
  gives: z.object({ counties: z.array(CountyOption) }),
  async run(_ctx, { filter }) {
    const wanted = plain(filter.replace(/^(contains|start|exact):/, ''))
    const found = counties.map(countyOption).filter(({ label }) => plain(label).includes(wanted))
    // 'Lee' is meant before 'Leelanau', and both before 'Appomattox-Lee'.
    const rank = (label: string) =>
      plain(label.split(',')[0]!) === wanted ? 0 : plain(label).startsWith(wanted) ? 1 : 2
    return { counties: found.toSorted((a, b) => rank(a.label) - rank(b.label)).slice(0, 50) }
  },
})
