import { lk_payment_type } from '#modules/checkout/lookups.shared.ts'
import { lk_user_role } from '#modules/identity/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { parseDay } from '#platform/grid/columns.ts'
import { options } from '#platform/lookups.ts'
import { holds } from '#platform/permissions.ts'
import { optionalText, z } from '#platform/schema.ts'
import { type Locale, localize, localText, type PlainKey } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { type Days, daysOf, type Period, periods } from './period.shared.ts'
import type { FilterName, RecordFilter, Report, ReportValues } from './report.ts'
import { reportTexts as words } from './reports.texts.ts'

const maxLength = 100
const plain = optionalText(maxLength).refine((value) => !value.includes('\0'))
/** Also a bare number, because programs send ids. */
const text = () =>
  z
    .preprocess((input) => (typeof input === 'number' ? String(input) : input), plain)
    .openapi({ type: 'string', maxLength: maxLength })

/** The form of §2.15 as the input of calls. A course, website or organization is a number or part of its name. */
export const filterFields = {
  course_id: text(),
  website_id: text(),
  organization_id: text(),
  role_id: text(),
  random_id: text(),
  promo_code: text(),
  payment_type: text(),
  startDate: text(),
  endDate: text(),
  period: z.enum(['', ...periods]).nullish(),
}
const FilterShape = z.object(filterFields)

/** The filters as stored and shown: the input without empty fields. */
export type StoredFilters = { readonly [K in FilterName | 'startDate' | 'endDate']?: string } & {
  readonly period?: Period
}

/** The validated request for a report. */
export type Criteria = { readonly values: ReportValues; readonly days: Days }

export const filterNames = [
  'course_id',
  'website_id',
  'organization_id',
  'role_id',
  'random_id',
  'promo_code',
  'payment_type',
] as const satisfies readonly FilterName[]

/** The input for this report, without fields that it lacks, which the form keeps when switching between reports. */
export function storedOf(report: Report, input: z.output<typeof FilterShape>): StoredFilters {
  const names = [...filterNames.filter((name) => name in report.filters), 'startDate', 'endDate', 'period'] as const
  return Object.fromEntries(names.flatMap((name) => (input[name] ? [[name, input[name]]] : []))) as StoredFilters
}

const number = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)
const recordFilter = (text: string): RecordFilter => {
  const id = number(text)
  return id === null ? { text } : { id }
}

/**
 * Parses stored filters for a point in time. Throws `invalid` with the wrong field, and notFound for an organization
 * out of the caller's scope.
 */
export function readFilters(ctx: Ctx, report: Report, storedFilters: StoredFilters): Criteria {
  const refuse = (path: string, key: PlainKey<typeof words>) =>
    errors.invalid({}, {}, [{ path, message: localText(ctx.locale, words, key) }])
  if (report.requires && !storedFilters[report.requires]) throw refuse(report.requires, 'required')
  const choice = (name: 'role_id' | 'payment_type', choices: Readonly<Record<number, unknown>>) => {
    const text = storedFilters[name]
    if (!text) return null
    const id = number(text)
    if (id === null || !(id in choices)) throw refuse(name, 'chooseOne')
    return id
  }
  const role_id = choice('role_id', lk_user_role)
  const payment_type = choice('payment_type', lk_payment_type)
  const { course_id, website_id, organization_id, random_id, promo_code } = storedFilters
  const organization = organization_id ? recordFilter(organization_id) : null
  if (organization && 'id' in organization && !ctx.organization.scope.includes(organization.id)) throw errors.notFound()
  return {
    values: {
      ...(course_id && { course_id: recordFilter(course_id) }),
      ...(website_id && { website_id: recordFilter(website_id) }),
      ...(organization && { organization_id: organization }),
      ...(role_id !== null && { role_id }),
      ...(random_id && { random_id }),
      ...(promo_code && { promo_code }),
      ...(payment_type !== null && { payment_type }),
    },
    days: readDays(ctx, storedFilters, refuse),
  }
}

type Refuse = (path: string, key: PlainKey<typeof words>) => Error

function readDays(ctx: Ctx, { startDate, endDate, period }: StoredFilters, refuse: Refuse): Days {
  if (period) return daysOf(period, todayOf(ctx))
  const day = (path: 'startDate' | 'endDate', text: string | undefined) => {
    if (!text) return null
    const day = parseDay(text)
    if (day === undefined) throw refuse(path, 'badDate')
    return day
  }
  const from = day('startDate', startDate)
  const to = day('endDate', endDate)
  if (from && to && from > to) throw refuse('endDate', 'endBeforeStart')
  return { from, to }
}

/** Whether the caller may currently read this report. */
export const mayRead = ({ actor }: Pick<Ctx, 'actor'>, { needs }: Report): boolean =>
  holds(actor, 'MANAGE_REPORTS:READ') && needs.every((key) => holds(actor, key))

/** The filters as text, for the history and for a file's description of itself. */
export function filterWords(
  locale: Locale,
  report: Report,
  storedFilters: StoredFilters,
): [label: string, value: string][] {
  const label = (name: keyof StoredFilters) =>
    name === 'random_id' ? localize(locale, report.randomId ?? words.random_id) : localText(locale, words, name)
  const valueText = (name: keyof StoredFilters, value: string) => {
    const choices = name === 'role_id' ? lk_user_role : name === 'payment_type' ? lk_payment_type : null
    if (choices) return options(choices, locale).find((option) => String(option.value) === value)?.label ?? value
    return name === 'period' ? localText(locale, words, periodKey(value as Period)) : value
  }
  // A period overrides the days.
  const names = (Object.keys(storedFilters) as (keyof StoredFilters)[]).filter(
    (name) => !(storedFilters.period && (name === 'startDate' || name === 'endDate')),
  )
  return names.map((name) => [label(name), valueText(name, String(storedFilters[name]))])
}

const periodKey = (period: Period) => `period.${period}` as const
