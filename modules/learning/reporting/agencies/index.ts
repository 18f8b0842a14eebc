import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import type { DeadlineRule } from '#modules/learning/reporting/deadline.ts'
import { localizeSentence, type Sentence } from '#platform/sentence.ts'
import { lk_state, stateIdOf } from '#platform/states.ts'
import { type Locale, localize, type Text } from '#platform/texts.ts'
import type { AgencyEntry } from './agency.ts'
import { arizonaCourts } from './az-courts.ts'
import { californiaDmv } from './ca-dmv.ts'
import { california } from './ca-tvcc.ts'
import { type LocalCorrection, localCorrections, neutralCodes, ownCorrections } from './codes.ts'
import { stateAgency } from './dmv.ts'
import { floridaClerk } from './fl-clerk.ts'
import { florida } from './fl-dhsmv.ts'
import { trainingRegistry } from './fmcsa-tpr.ts'
import { georgiaDds } from './ga-dds.ts'
import { michiganState } from './mi-sos.ts'
import { newJerseyMvc } from './nj-mvc.ts'
import { newYorkDmv } from './ny-dmv.ts'
import { ohioDps } from './oh-dps.ts'
import { texas } from './tx-tdlr.ts'
import { virginiaDmv } from './va-dmv.ts'

/** Every receiver of completions. Saved list filters store an agency's position, so new ones go at the end. */
const list = [
  florida,
  trainingRegistry,
  stateAgency,
  california,
  texas,
  floridaClerk,
  newYorkDmv,
  newJerseyMvc,
  michiganState,
  virginiaDmv,
  arizonaCourts,
  georgiaDds,
  ohioDps,
  californiaDmv,
] as const

export type Agency = (typeof list)[number]['id']
export type Destination = { agency: Agency; state_code: string }

const entries: readonly AgencyEntry<Agency>[] = list
const byId = Object.fromEntries(entries.map((entry) => [entry.id, entry])) as Readonly<Record<Agency, AgencyEntry>>

export const agencies: readonly Agency[] = entries.map(({ id }) => id)
export const isAgency = (name: string): name is Agency => Object.hasOwn(byId, name)

/** The entry of an agency. */
export const agencyEntry = (agency: Agency): AgencyEntry => byId[agency]

/** Whether reports to an agency require an account of the organization, at least in production. */
export const needsAccount = (agency: Agency): boolean =>
  byId[agency].service !== undefined || (byId[agency].needs_account ?? false)

/** The student data that the rules of an agency require in a record; empty for an unknown name. */
export const agencyData = (name: string): readonly StudentDatum[] =>
  isAgency(name) ? (byId[name].required_data ?? []) : []

/** The agencies as a list filter's choices, numbered from 1. */
export const agencyChoices: Readonly<Record<number, Text>> = Object.fromEntries(
  entries.map(({ short }, index) => [index + 1, short]),
)

/** The agency for a course without a named agency, by the state of its report. */
function agencyOfState(state_code: string): AgencyEntry<Agency> {
  const singleStateAgency = entries.find(
    ({ territory }) => territory.kind === 'one-state' && territory.state_code === state_code,
  )
  return singleStateAgency ?? entries.find(({ territory }) => territory.kind === 'every-state')!
}

/** The agency and state for a completion; the state is '' if neither the course nor the student has one. */
export function destinationOf(
  course: { reports_to: string | null; state_codes: readonly string[] },
  home_state: string,
): Destination {
  const [only, ...others] = course.state_codes
  const soleState = others.length === 0 ? (only ?? '') : ''
  // A course for several states counts for the student's own state if it is one of them.
  const state = course.state_codes.includes(home_state) ? home_state : ''
  const namedAgency = entries.find(({ id }) => id === course.reports_to)
  const { id: agency, territory } = namedAgency ?? agencyOfState(soleState || state)
  if ('state_code' in territory && territory.state_code) return { agency, state_code: territory.state_code }
  return { agency, state_code: territory.kind === 'every-state' ? soleState || home_state : home_state }
}

/** The agencies' own services. */
export const serviceFormats = entries.flatMap(({ service }) => service ?? [])

/** Whether certificates use numbers bought from the agency. */
export const sellsNumbers = (agency: Agency): boolean => byId[agency].sells_numbers

/** The agency of a state (two letters) that schools buy certificate numbers from; null without one. */
export const findNumberSeller = (state_code: string): Agency | null =>
  entries.find(
    ({ territory, sells_numbers, assigns_number }) =>
      sells_numbers && !assigns_number && 'state_code' in territory && territory.state_code === state_code,
  )?.id ?? null

/** The agencies of a state (two letters) that schools buy certificate numbers from. */
export const listNumberSellers = (state_code: string): Agency[] =>
  entries
    .filter(
      ({ territory, sells_numbers }) =>
        sells_numbers && 'state_code' in territory && territory.state_code === state_code,
    )
    .map(({ id }) => id)

/** Whether an agency gets its records from another agency, so that nothing is sent to it. */
export const isInformedByAnother = (agency: Agency): boolean => byId[agency].informed_by !== undefined

/** Whether a name is that of an agency that reports are sent to. */
export const isDirectAgency = (name: string): name is Agency => isAgency(name) && !isInformedByAnother(name)

/** Whether a name is that of an agency that gets its records from another agency. */
export const isInformedAgency = (name: string): name is Agency => isAgency(name) && isInformedByAnother(name)

/** The agencies that reports are sent to. */
export const directAgencies: readonly Agency[] = agencies.filter(isDirectAgency)

/** The agency that reports for this one are sent to: itself, or the agency that it gets its records from. */
export const submissionAgency = (agency: Agency): Agency =>
  entries.find(({ id }) => id === byId[agency].informed_by)?.id ?? agency

/** The time limit for correcting a refused report, from the refusal; null without a special limit. */
export const correctionRuleOf = (agency: Agency): DeadlineRule | null => byId[agency].correction ?? null

/** Whether the agency's confirmation of a completion is the certificate number. */
export const assignsNumber = (agency: Agency): boolean => byId[agency].assigns_number ?? false

/** The status of a course whose completion the agency refused. */
export const errorStatusOf = (agency: Agency) => byId[agency].error_status

/** The deadline for reporting a completion. */
export const deadlineRuleOf = ({ agency, state_code }: Destination): DeadlineRule => byId[agency].deadline(state_code)

/** The deadline for completing a course after registration; null without a limit. */
export const completionRuleOf = ({ agency, state_code }: Destination): DeadlineRule | null =>
  byId[agency].completion?.(state_code) ?? null

/** The correction for a code of the agency, and who makes it; staff handle unlisted codes. */
export const localCorrectionOf = (agency: Agency, code: string | null): LocalCorrection =>
  [...ownCorrections, ...byId[agency].codes].find(([codes]) => codes.test(code ?? ''))?.[1] ?? localCorrections.unknown

/** The correction in the reader's language. */
export const localCorrectionText = (agency: Agency, code: string | null, locale: Locale): string =>
  localize(locale, localCorrectionOf(agency, code).text)

/** Whether a refusal is a fault of the agency's own system or of our account there, so that it is retried. */
export const isRetryCode = (agency: Agency, code: string | null): boolean =>
  byId[agency].retry_codes?.test(code ?? '') ?? false

/** Whether a code means a fault of our account there, which stops every report until it is corrected. */
export const isAccountFault = (agency: Agency, code: string | null): boolean =>
  byId[agency].account_fault_codes?.test(code ?? '') ?? false

const alternatives = /^\^\(?([A-Z0-9_|]+)\)?\$$/

/** The codes that the agency is known to return, for staff. */
export function listCodes(agency: Agency): string[] {
  const { meanings = {}, codes } = byId[agency]
  const patternCodes = codes.flatMap(([pattern]) => alternatives.exec(pattern.source)?.[1]?.split('|') ?? [])
  const meaningCodes = Object.keys(meanings)
  return meaningCodes.length > 0 ? meaningCodes : [...new Set(patternCodes)].toSorted()
}

/** The codes of the agency itself, without those of our own format. */
export function listAgencyCodes(agency: Agency): string[] {
  const { meanings = {} } = byId[agency]
  return listCodes(agency).filter(
    (code) => Object.hasOwn(meanings, code) || !neutralCodes.some(([codes]) => codes.test(code)),
  )
}

/** The agency's name. */
export const agencyName = (destination: Destination, locale: Locale): string =>
  localizeSentence(locale, agencyNameSentence(destination))

/** The agency's name as a sentence that is formatted later. */
export function agencyNameSentence({ agency, state_code }: Destination): Sentence {
  const { name, name_without_state } = byId[agency]
  if (!name_without_state) return { text: name }
  const state = lk_state[stateIdOf(state_code) ?? 0]
  return state ? { text: name, params: { state: { text: state } } } : { text: name_without_state }
}

/** The agency's name as a choice for a course. */
export function agencyOption(agency: Agency, locale: Locale): string {
  const { option } = byId[agency]
  return option ? localize(locale, option) : agencyName({ agency, state_code: '' }, locale)
}
