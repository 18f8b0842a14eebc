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

/** Whether an agency takes nothing in production before an organization has an account there. */
export const needsAccount = (agency: Agency): boolean =>
  byId[agency].service !== undefined || (byId[agency].needs_account ?? false)

/** The student data that the rules of an agency name for a record; empty for an unknown name. */
export const agencyData = (name: string): readonly StudentDatum[] => (isAgency(name) ? (byId[name].needs ?? []) : [])

/** The agencies as a list filter's choices, numbered from 1. */
export const agencyChoices: Readonly<Record<number, Text>> = Object.fromEntries(
  entries.map(({ short }, index) => [index + 1, short]),
)

/** The agency of a course that names none, by the state that its report is for. */
function agencyOfState(state_code: string): AgencyEntry<Agency> {
  const ofState = entries.find(({ territory }) => territory.kind === 'one-state' && territory.state_code === state_code)
  return ofState ?? entries.find(({ territory }) => territory.kind === 'every-state')!
}

/** The agency and state for a completion; the state is '' if neither the course nor the student has one. */
export function destinationOf(
  course: { reports_to: string | null; state_codes: readonly string[] },
  home_state: string,
): Destination {
  const [only, ...others] = course.state_codes
  const single = others.length === 0 ? (only ?? '') : ''
  // A course for several states counts for the student's own state if it is one of them.
  const state = course.state_codes.includes(home_state) ? home_state : ''
  const namedAgency = entries.find(({ id }) => id === course.reports_to)
  const { id: agency, territory } = namedAgency ?? agencyOfState(single || state)
  if ('state_code' in territory && territory.state_code) return { agency, state_code: territory.state_code }
  return { agency, state_code: territory.kind === 'every-state' ? single || home_state : home_state }
}

/** The agencies' own services. */
export const serviceFormats = entries.flatMap(({ service }) => service ?? [])

/** Whether certificates use numbers bought from the agency. */
export const sellsNumbers = (agency: Agency): boolean => byId[agency].sells_numbers

/** The agency of a state (two letters) that schools buy certificate numbers from; null without one. */
export const sellerIn = (state_code: string): Agency | null =>
  entries.find(
    ({ territory, sells_numbers, answers_with_number }) =>
      sells_numbers && !answers_with_number && 'state_code' in territory && territory.state_code === state_code,
  )?.id ?? null

/** The agencies of a state (two letters) that schools buy certificate numbers from. */
export const sellersIn = (state_code: string): Agency[] =>
  entries
    .filter(
      ({ territory, sells_numbers }) =>
        sells_numbers && 'state_code' in territory && territory.state_code === state_code,
    )
    .map(({ id }) => id)

/** Whether another receiver passes on its records, so that nothing is sent to it. */
export const isPassedOn = (agency: Agency): boolean => byId[agency].passed_on_by !== undefined

/** Whether this is the name of an agency that reports are sent to. */
export const isSentTo = (name: string): name is Agency => isAgency(name) && !isPassedOn(name)

/** Whether this is the name of a receiver that another one informs. */
export const isInformed = (name: string): name is Agency => isAgency(name) && isPassedOn(name)

/** The agencies that reports are sent to, without those that another one feeds. */
export const agenciesSentTo: readonly Agency[] = agencies.filter(isSentTo)

/** The receiver that a corrected report for this agency is sent to: itself, or the one that passes its records on. */
export const sentTo = (agency: Agency): Agency =>
  entries.find(({ id }) => id === byId[agency].passed_on_by)?.id ?? agency

/** The time for correcting a report that the agency refused, from the refusal; null without a special limit. */
export const correctionRuleOf = (agency: Agency): DeadlineRule | null => byId[agency].correction ?? null

/** Whether the agency's confirmation of a completion is the number of its certificate. */
export const answersWithNumber = (agency: Agency): boolean => byId[agency].answers_with_number ?? false

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
export const isPassing = (agency: Agency, code: string | null): boolean =>
  byId[agency].passing?.test(code ?? '') ?? false

/** Whether a code means a fault of our account there, which stops every report until it is corrected. */
export const isHolding = (agency: Agency, code: string | null): boolean =>
  byId[agency].holding?.test(code ?? '') ?? false

const alternatives = /^\^\(?([A-Z0-9_|]+)\)?\$$/

/** The codes that the agency is known to return, for staff. */
export function listCodes(agency: Agency): string[] {
  const { meanings = {}, codes } = byId[agency]
  const listed = codes.flatMap(([pattern]) => alternatives.exec(pattern.source)?.[1]?.split('|') ?? [])
  const meaningCodes = Object.keys(meanings)
  return meaningCodes.length > 0 ? meaningCodes : [...new Set(listed)].toSorted()
}

/** The codes of the agency itself, without those of our own format. */
export function listAgencyCodes(agency: Agency): string[] {
  const { meanings = {} } = byId[agency]
  return listCodes(agency).filter(
    (code) => Object.hasOwn(meanings, code) || !neutralCodes.some(([codes]) => codes.test(code)),
  )
}

/** The agency's usual name. */
export const agencyName = (destination: Destination, locale: Locale): string =>
  localizeSentence(locale, agencyCalled(destination))

/** The same as a sentence, to be formatted later. */
export function agencyCalled({ agency, state_code }: Destination): Sentence {
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
