import { type DeadlineRule, promisedDeadline } from '#modules/learning/reporting/deadline.ts'
import { neutralAdapter } from '#modules/learning/reporting/neutral-adapter.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { defineAgency } from './agency.ts'
import { neutralCodes } from './codes.ts'

const eastern = 'America/New_York'

/** 15 NYCRR 10.5, NJAC 13:21-24.8, 16 TAC 84.63. */
const deadlines: Readonly<Record<string, DeadlineRule>> = {
  NY: { kind: 'hours', hours: 0 },
  NJ: { kind: 'days', days: 10, zone: eastern },
  TX: { kind: 'days', days: 5, zone: 'America/Chicago' },
}

/**
 * New York requires an internet course to be finished within 30 days of registration; a later completion does not
 * count.
 */
const completionLimits: Readonly<Record<string, DeadlineRule>> = { NY: { kind: 'days', days: 30, zone: eastern } }

/** The motor vehicle agency of the report's state. */
export const stateAgency = defineAgency({
  id: 'dmv',
  name: ['Motor vehicle agency of {state}', 'Agencia de vehículos motorizados de {state}'],
  name_without_state: ['Motor vehicle agency', 'Agencia de vehículos motorizados'],
  short: ['State agency', 'Agencia estatal'],
  option: ["The state's motor vehicle agency", 'La agencia de vehículos motorizados del estado'],
  territory: { kind: 'every-state' },
  deadline: (state_code) => deadlines[state_code] ?? promisedDeadline,
  completion: (state_code) => completionLimits[state_code] ?? null,
  codes: neutralCodes,
  retry_codes: null,
  sells_numbers: false,
  error_status: status.completionError,
  adapter: neutralAdapter,
  methods: ['file', 'worksheet', 'neutral'],
})

/** New York as the receiver of a report. */
export const newYork = { agency: stateAgency.id, state_code: 'NY' } as const
