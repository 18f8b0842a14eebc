import { label } from '../../../platform/lookups.ts'
import { lk_state, stateIdOf } from '../../../platform/states.ts'
import { type Locale, pick, type Text } from '../../../platform/texts.ts'
import type { DeadlineRule } from './deadline.ts'

/** Who is told of completions. `dmv` is the motor vehicle agency of the state that the report names. */
export type Agency = 'fl-dhsmv' | 'fmcsa-tpr' | 'dmv'
export const agencies: readonly Agency[] = ['fl-dhsmv', 'fmcsa-tpr', 'dmv']
export type Destination = { agency: Agency; state_code: string }

/** The template of entry-level driver training (49 CFR 380): its courses are reported to the federal registry. */
const federalTemplate = 3

/**
 * To whom a completion is reported: commercial theory to the federal registry, a course for Florida alone to Florida,
 * every other one to the motor vehicle agency of the student's state ('' when the student has none on file).
 */
export function destinationOf(
  course: { certificate_template_id: number | null; state_codes: readonly string[] },
  home_state: string,
): Destination {
  if (course.certificate_template_id === federalTemplate) return { agency: 'fmcsa-tpr', state_code: home_state }
  const [only, ...others] = course.state_codes
  const single = others.length === 0 ? (only ?? '') : ''
  if (single === 'FL') return { agency: 'fl-dhsmv', state_code: 'FL' }
  return { agency: 'dmv', state_code: single || home_state }
}

const eastern = 'America/New_York'
/** What we tell students: 'within 48 hours'. Holds where no rule says more. */
const promised: DeadlineRule = { kind: 'hours', hours: 48 }
const byState: Readonly<Record<string, DeadlineRule>> = {
  NY: { kind: 'hours', hours: 0 },
  NJ: { kind: 'days', days: 10, zone: eastern },
  TX: { kind: 'days', days: 5, zone: 'America/Chicago' },
}

/** The rule of an agency: 49 CFR 380.717; 15 NYCRR 10.5; NJAC 13:21-24.8; 16 TAC 84.63; Florida as promised. */
export function deadlineRuleOf({ agency, state_code }: Destination): DeadlineRule {
  if (agency === 'fmcsa-tpr') return { kind: 'business-days', days: 2, zone: eastern }
  return agency === 'dmv' ? (byState[state_code] ?? promised) : promised
}

const names: Readonly<Record<Agency, Text>> = {
  'fl-dhsmv': [
    'Florida Department of Highway Safety and Motor Vehicles',
    'Departamento de Seguridad en Carreteras y Vehículos Motorizados de Florida',
  ],
  'fmcsa-tpr': ['FMCSA Training Provider Registry', 'Registro de Proveedores de Capacitación de la FMCSA'],
  dmv: ['motor vehicle agency of {state}', 'agencia de vehículos motorizados de {state}'],
}
const unnamed: Text = ['motor vehicle agency', 'agencia de vehículos motorizados']

/** The agency as people call it. */
export function agencyName({ agency, state_code }: Destination, locale: Locale): string {
  if (agency !== 'dmv') return pick(locale, names[agency])
  const state = label(lk_state, stateIdOf(state_code), locale)
  return state ? pick(locale, names.dmv, { state }) : pick(locale, unnamed)
}
