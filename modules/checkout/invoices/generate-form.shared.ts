import type { PlainKey } from '#platform/texts.ts'
import type { invoiceTexts } from './invoices.texts.ts'

type Values = Readonly<Record<string, string>>
type FormErrors = Partial<Record<'course_website_id' | 'from' | 'to', PlainKey<typeof invoiceTexts>>>

/** The errors of missing or contradictory fields in the form for a new invoice; days are YYYY-MM-DD. */
export function validateForm({ course_website_id, from, to }: Values): FormErrors {
  return {
    ...(!course_website_id && { course_website_id: 'courseWebsiteMissing' }),
    ...((!from || !to) && { from: 'periodMissing' }),
    ...(from && to && from > to && { to: 'periodBackwards' }),
  }
}

/** Builds the request from a form without errors. */
export const buildRequest = ({ course_website_id, from = '', to = '', language, all }: Values) => ({
  created_at: [`gte:${from}`, `lte:${to}`],
  courseWebsiteId: Number(course_website_id),
  allCourses: all === '1',
  lk_invoice_language_id: Number(language || 1),
})
