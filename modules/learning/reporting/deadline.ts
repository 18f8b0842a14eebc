import type { ReportDuty } from '#modules/catalogue/index.ts'
import { addDays, dayIn, startOfDay } from '#platform/zone.ts'
import { businessDayAfter } from './business-days.ts'
import { lastMoment } from './last-moment.shared.ts'

/** Days count from the day of the completion in the agency's zone, and end at midnight. */
export type DeadlineRule =
  | { kind: 'hours'; hours: number }
  | { kind: 'days'; days: number; zone: string }
  | { kind: 'business-days'; days: number; zone: string }

/** The deadline promised to students, 'within 48 hours'. It applies unless a rule is stricter. */
export const promisedDeadline: DeadlineRule = { kind: 'hours', hours: 48 }

/** The latest time at which a completion may reach its agency. */
export function deadlineOf(rule: DeadlineRule, completed_at: Date): Date {
  if (rule.kind === 'hours') return new Date(completed_at.getTime() + rule.hours * 3_600_000)
  const day = dayIn(rule.zone, completed_at)
  const last = rule.kind === 'days' ? addDays(day, rule.days) : businessDayAfter(day, rule.days)
  return startOfDay(rule.zone, addDays(last, 1))
}

/** The deadline rule for a period from a program's rules. */
export function ruleOf({ amount, unit }: ReportDuty['within'], zone: string): DeadlineRule {
  if (unit === 'hours') return { kind: 'hours', hours: amount }
  return { kind: unit === 'days' ? 'days' : 'business-days', days: amount, zone }
}

/** The last day on which a deadline can be met. */
export const lastDayOf = (zone: string, due_at: Date): string => dayIn(zone, lastMoment(due_at))
