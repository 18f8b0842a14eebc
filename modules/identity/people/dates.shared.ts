import { parseTypedDay } from '#platform/typed-day.ts'

/** 'YYYY-MM-DD' of a day in the order of calls, MM/DD/YYYY, or null where there is no such day. */
export const parseDate = (typed: string): string | null => parseTypedDay(typed, 'en-us')

/** 'MM/DD/YYYY' of a stored 'YYYY-MM-DD'. */
export function formatDate(iso: string): string {
  const [year, month, day] = iso.split('-')
  return `${month}/${day}/${year}`
}
