import type { Lookup } from './lookups.ts'

// State names: the same in both languages unless Spanish has its own.
const stateNames = `Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|Delaware DE|
District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL|Indiana IN|Iowa IA|Kansas KS|Kentucky KY|
Louisiana LA|Maine ME|Maryland MD|Massachusetts MA|Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT|
Nebraska NE|Nevada NV|New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY|North Carolina NC|North Dakota ND|
Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|Rhode Island RI|South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|
Utah UT|Vermont VT|Virginia VA|Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY`
const territoryNames = `American Samoa AS|Guam GU|Northern Mariana Islands MP|Puerto Rico PR|U.S. Virgin Islands VI|
Armed Forces Americas AA|Armed Forces Europe AE|Armed Forces Pacific AP`
const spanishStates: Readonly<Record<string, string>> = {
  DC: 'Distrito de Columbia',
  HI: 'Hawái',
  LA: 'Luisiana',
  MS: 'Misisipi',
  MO: 'Misuri',
  NH: 'Nuevo Hampshire',
  NJ: 'Nueva Jersey',
  NM: 'Nuevo México',
  NY: 'Nueva York',
  NC: 'Carolina del Norte',
  ND: 'Dakota del Norte',
  OR: 'Oregón',
  PA: 'Pensilvania',
  SC: 'Carolina del Sur',
  SD: 'Dakota del Sur',
  WV: 'Virginia Occidental',
  AS: 'Samoa Americana',
  MP: 'Islas Marianas del Norte',
  VI: 'Islas Vírgenes de EE. UU.',
  AA: 'Fuerzas Armadas, América',
  AE: 'Fuerzas Armadas, Europa',
  AP: 'Fuerzas Armadas, Pacífico',
}

type State = { lk_state_id: number; code: string; name: string }

const listOf = (names: string, first: number): readonly State[] =>
  names
    .split('|')
    .map((line, index) => ({ lk_state_id: first + index, code: line.trim().slice(-2), name: line.trim().slice(0, -3) }))

/** The 50 states and DC in alphabetical order; `lk_state_id` is the position from 1. Courses use these. */
export const states: readonly State[] = listOf(stateNames, 1)
/** The states allowed in an address: also territories and the armed forces. */
export const postalStates: readonly State[] = [...states, ...listOf(territoryNames, states.length + 1)]

const lookupOf = (list: readonly State[]): Lookup =>
  Object.fromEntries(
    list.map(({ lk_state_id, code, name }) => [lk_state_id, [name, spanishStates[code] ?? name] as const]),
  )

export const lk_state: Lookup = lookupOf(postalStates)
export const lk_course_state: Lookup = lookupOf(states)

/** The two-letter code of a state ('FL'), or '' for none. */
export const stateCode = (lk_state_id: number | null | undefined): string =>
  postalStates[(lk_state_id ?? 0) - 1]?.code ?? ''

/** The lk_state_id of a two-letter code in any case, or null. */
export const stateIdOf = (code: string): number | null =>
  postalStates.find((state) => state.code === code.trim().toUpperCase())?.lk_state_id ?? null
