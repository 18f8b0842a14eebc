import type { ReactNode } from 'react'
import { localize } from '#platform/texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import { invoiceLanguages } from './invoice-language.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'

export type DateRange = { from: string; to: string }
type GenerateFieldsProps = {
  /** The field for the course and its website. */
  children: ReactNode
  last_month: DateRange
  /** Whether all courses of the website are preselected. */
  areAllCourses?: boolean
  /** Returns a field's value and error. */
  fieldOf: (name: string, initial: string) => FormField
}

/** The fields for creating an invoice, in the dialog and on its page. */
export function GenerateFields({ children, last_month, areAllCourses = false, fieldOf }: GenerateFieldsProps) {
  const t = useTexts(invoiceTexts)
  const locale = useLocale()
  const languages = Object.entries(invoiceLanguages).map(([value, words]) => ({
    value,
    label: localize(locale, words),
  }))
  return (
    <>
      {children}
      <Checkbox name="all" value="1" defaultChecked={areAllCourses} label={t('allCourses')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fieldOf('from', last_month.from)} type="date" label={t('from')} required />
        <TextField {...fieldOf('to', last_month.to)} type="date" label={t('to')} required />
      </div>
      <SelectField {...fieldOf('language', '1')} label={t('language')} hint={t('languageHint')} options={languages} />
    </>
  )
}
