import { parseTypedDay } from '#platform/typed-day.ts'

/** 'YYYY-MM-DD' from MM/DD/YYYY, the format of calls, or null if there is no such day. */
export const parseDate = (text: string): string | null => parseTypedDay(text, 'en-us')

/** 'MM/DD/YYYY' of a stored 'YYYY-MM-DD'. */
export function formatDate(iso: string): string {
  const [year, month, day] = iso.split('-')
  return `${month}/${day}/${year}`
}
