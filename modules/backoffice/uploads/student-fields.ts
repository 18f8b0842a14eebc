import { composed, decomposed } from '#platform/composed.shared.ts'
import { lk_state, postalStates, stateIdOf } from '#platform/states.ts'
import { type Column, type ColumnField, columnFields, type Field, fields } from './columns.shared.ts'

/** The values of a row by field; '' for missing ones. */
export type StudentFields = Readonly<Record<Field, string>>

/**
 * The values of a row's cells in stored form: without invisible marks, names split into parts, ZIP codes with their
 * leading zeros restored.
 */
export function studentFieldsOf(columns: readonly Column[], cells: readonly string[]): StudentFields {
  const cell = Object.fromEntries(
    columnFields.map((field) => {
      const place = columns.findIndex((column) => column.field === field)
      return [field, place < 0 ? '' : clean(cells[place] ?? '')]
    }),
  ) as Record<ColumnField, string>
  const name = cell.full_name === '' ? cell : { ...cell, ...nameIn(cell.full_name) }
  const values = {
    ...name,
    last_name: withSuffix(name.last_name, cell.suffix),
    email: addressIn(cell.email),
    phone_number: cell.phone_number.replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'),
    zip: zipIn(cell.zip, cell.state),
  }
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as StudentFields
}

/** Invisible marks of direction and width. Joiners are letters in some scripts. */
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g

const clean = (text: string): string => composed(text.replaceAll(invisible, '').replaceAll(/\p{Zs}/gu, ' ')).trim()

/** A corrected last name already has its suffix. */
const withSuffix = (name: string, suffix: string): string =>
  suffix === '' || name.toLowerCase().endsWith(suffix.toLowerCase()) ? name : `${name} ${suffix}`.trim()

/** An address as mail programs copy it: 'mailto:lee@example.com', 'Lee Park <lee@example.com>'. */
function addressIn(text: string): string {
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1]
  return (bracketed ?? text).replace(/^mailto:/i, '').trim()
}

/** Words that belong to the following or preceding last name. */
const particles = new Set(
  'al bin da de del della den der di do dos du el la las le los san santa st ter van vander von y'.split(' '),
)
const endings = /^(?:jr|sr|ii|iii|iv|2nd|3rd)\.?$/i

/** First and last name from one cell: 'Ruiz, Ana María', 'Ana María Ruiz', 'Ana de la Cruz', 'John Smith Jr.'. */
function nameIn(text: string): Pick<StudentFields, 'first_name' | 'last_name'> {
  const comma = text.indexOf(',')
  if (comma > 0 && !endings.test(text.slice(comma + 1).trim()))
    return { first_name: text.slice(comma + 1).trim(), last_name: text.slice(0, comma).trim() }
  const words = text.split(/[\s,]+/).filter(Boolean)
  let index = words.length - 1
  while (index > 1 && endings.test(words[index]!)) index -= 1
  while (index > 1 && particles.has(words[index - 1]!.toLowerCase().replace('.', ''))) index -= 1
  if (index < 1) return { first_name: text, last_name: '' }
  return { first_name: words.slice(0, index).join(' '), last_name: words.slice(index).join(' ') }
}

/** States and territories whose ZIP codes start with 0, which spreadsheets drop from numbers. */
const zeroStates = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'AE'])
const twoZeros = new Set(['PR', 'VI'])

/** A ZIP code of five digits, or of nine with its hyphen. */
function zipIn(text: string, state: string): string {
  const code = stateCodeIn(state)
  const zeros = twoZeros.has(code) ? 2 : zeroStates.has(code) ? 1 : 0
  const digits = text.replace(/^(\d{5}) (\d{4})$/, '$1$2')
  if (!/^\d{3,9}$/.test(digits)) return text
  if (digits.length === 5 - zeros) return digits.padStart(5, '0')
  if (digits.length === 9 - zeros) return digits.padStart(9, '0').replace(/^(\d{5})/, '$1-')
  return text
}

/** Older abbreviations that differ from the two-letter codes. */
const abbreviations: Readonly<Record<string, string>> = Object.fromEntries(
  `ALA AL|ARIZ AZ|ARK AR|CALIF CA|COLO CO|CONN CT|DEL DE|FLA FL|ILL IL|IND IN|KANS KS|MASS MA|MICH MI|MINN MN|MISS MS|MONT MT|
NEB NE|NEBR NE|NEV NV|OKLA OK|ORE OR|OREG OR|PENN PA|PENNA PA|TENN TN|TEX TX|WASH WA|WVA WV|WIS WI|WISC WI|WYO WY|
WASHINGTON DC DC`
    .split('|')
    .map((line) => [line.trim().slice(0, -3), line.trim().slice(-2)]),
)

const plain = (text: string): string =>
  decomposed(text.toUpperCase())
    .replaceAll(/\p{M}|[.,]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const codes = new Map([
  ...postalStates.flatMap(({ lk_state_id, code, name }) =>
    [code, name, ...(lk_state[lk_state_id] ?? [])].map((word) => [plain(word), code] as const),
  ),
  ...Object.entries(abbreviations),
])

/** The two-letter code of a state in any usual spelling; '' for none. */
const stateCodeIn = (text: string): string => codes.get(plain(text)) ?? codes.get(plain(text).replaceAll(' ', '')) ?? ''

/** The lk_state_id of a state: its code in any case, its name in English or Spanish, 'Fla.', 'D.C.'. */
export const stateIn = (text: string): number | null => stateIdOf(stateCodeIn(text))

/** Whether a cell contains a formula's error. */
export const isErrorCell = (text: string): boolean =>
  /^#(?:REF!|NAME\?|N\/A|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|GETTING_DATA)$/i.test(text)
