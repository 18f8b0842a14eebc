import type { DeadlineRule } from '#modules/learning/reporting/deadline.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { type Sentence, saySentence } from '#platform/sentence.ts'
import { lk_state, stateIdOf } from '#platform/states.ts'
import type { Locale, Text } from '#platform/texts.ts'

const eastern = 'America/New_York'
/** What we tell students: 'within 48 hours'. Holds where no rule says more. */
const promised: DeadlineRule = { kind: 'hours', hours: 48 }
/** 15 NYCRR 10.5, NJAC 13:21-24.8, 16 TAC 84.63. */
const byState: Readonly<Record<string, DeadlineRule>> = {
  NY: { kind: 'hours', hours: 0 },
  NJ: { kind: 'days', days: 10, zone: eastern },
  TX: { kind: 'days', days: 5, zone: 'America/Chicago' },
}

/** New York ends access to an internet course 30 days after the registration; a later completion does not count. */
const takenWithin: Readonly<Record<string, DeadlineRule>> = { NY: { kind: 'days', days: 30, zone: eastern } }

type AgencyEntry = {
  /** Its full name; `{state}` is that of the report. */
  name: Text
  /** As lists of staff call it. */
  short: Text
  /** When a completion must have been reported, by the state of the report. */
  deadline: (state_code: string) => DeadlineRule
  /** How long after its registration a course may be completed; absent where the agency sets no limit. */
  completion?: (state_code: string) => DeadlineRule | null
  /** It numbers the certificates itself, and schools buy the numbers ahead. */
  sells_numbers?: true
  /** The status of a course whose completion it refused, where it has one of its own. */
  error_status?: typeof status.completionErrorFlhsmv
}

/**
 * Every receiver of completions. Lists, filters and adapters follow from this table; a new agency is added at its end, and
 * `destinationOf` says whose completions it gets. What only one of them asks for stands where it is made: New York's own
 * notice (`new-york-notice.ts`), the state of the license (`build-record.ts`), the rules of the simulator.
 */
const table = {
  'fl-dhsmv': {
    name: [
      'Florida Department of Highway Safety and Motor Vehicles',
      'Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida',
    ],
    short: ['FLHSMV', 'FLHSMV'],
    deadline: () => promised,
    sells_numbers: true,
    error_status: status.completionErrorFlhsmv,
  },
  'fmcsa-tpr': {
    name: ['FMCSA Training Provider Registry', 'Registro de Proveedores de Capacitación de la FMCSA'],
    short: ['FMCSA', 'FMCSA'],
    // 49 CFR 380.717.
    deadline: () => ({ kind: 'business-days', days: 2, zone: eastern }),
  },
  /** The motor vehicle agency of the state that the report names. */
  dmv: {
    name: ['motor vehicle agency of {state}', 'agencia de vehículos motorizados de {state}'],
    short: ['State agency', 'Agencia estatal'],
    deadline: (state_code) => byState[state_code] ?? promised,
    completion: (state_code) => takenWithin[state_code] ?? null,
  },
} as const satisfies Record<string, AgencyEntry>

export type Agency = keyof typeof table
export const agencies = Object.keys(table) as readonly Agency[]
export type Destination = { agency: Agency; state_code: string }

/** The agencies as a list of staff filters by them: from 1, in the order of the table. */
export const agencyChoices: Readonly<Record<number, Text>> = Object.fromEntries(
  agencies.map((agency, index) => [index + 1, table[agency].short]),
)

export const isAgency = (name: string): name is Agency => Object.hasOwn(table, name)

/**
 * To whom a completion is reported: the agency that the course names; else, for a course for Florida alone, Florida, and
 * for every other one the motor vehicle agency of its single state or the student's ('' when the student has none).
 */
export function destinationOf(
  course: { reports_to: string | null; state_codes: readonly string[] },
  home_state: string,
): Destination {
  const [only, ...others] = course.state_codes
  const single = others.length === 0 ? (only ?? '') : ''
  const named = course.reports_to !== null && isAgency(course.reports_to) ? course.reports_to : null
  const agency = named ?? (single === 'FL' ? 'fl-dhsmv' : 'dmv')
  if (agency === 'fl-dhsmv') return { agency, state_code: 'FL' }
  return { agency, state_code: agency === 'dmv' ? single || home_state : home_state }
}

/** Whether certificates bear numbers that were bought from the agency. */
export function sellsNumbers(agency: Agency): boolean {
  const entry: AgencyEntry = table[agency]
  return entry.sells_numbers ?? false
}

/** The status of a course whose completion the agency refused. */
export function errorStatusOf(agency: Agency) {
  const entry: AgencyEntry = table[agency]
  return entry.error_status ?? status.completionError
}

/** By when an agency must know of a completion. */
export const deadlineRuleOf = ({ agency, state_code }: Destination): DeadlineRule => table[agency].deadline(state_code)

/** Until when after its registration an agency accepts the completion of a course; null without a limit. */
export function completionRuleOf({ agency, state_code }: Destination): DeadlineRule | null {
  const entry: AgencyEntry = table[agency]
  return entry.completion?.(state_code) ?? null
}

const unnamed: Text = ['motor vehicle agency', 'agencia de vehículos motorizados']

/** The agency as people call it. */
export const agencyName = (destination: Destination, locale: Locale): string =>
  saySentence(locale, agencyCalled(destination))

/** The same for a sentence that is said later. */
export function agencyCalled({ agency, state_code }: Destination): Sentence {
  if (agency !== 'dmv') return { text: table[agency].name }
  const state = lk_state[stateIdOf(state_code) ?? 0]
  return state ? { text: table.dmv.name, params: { state: { text: state } } } : { text: unnamed }
}
