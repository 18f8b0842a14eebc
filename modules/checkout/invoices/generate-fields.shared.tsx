import type { ReactNode } from 'react'
import { localize } from '#platform/texts.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import { invoiceLanguages } from './invoice-language.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'

export type Days = { from: string; to: string }
type GenerateFieldsProps = {
  /** The field of the course and its website. */
  children: ReactNode
  last_month: Days
  /** All courses of the website were requested before. */
  all?: boolean
  /** A field's value and error. */
  of: (name: string, initial: string) => FormField
}

/** The fields of a new invoice, in the dialog and on its page. */
export function GenerateFields({ children, last_month, all = false, of }: GenerateFieldsProps) {
  const t = useTexts(invoiceTexts)
  const locale = useLocale()
  const languages = Object.entries(invoiceLanguages).map(([value, words]) => ({
    value,
    label: localize(locale, words),
  }))
  return (
    <>
      {children}
      <Checkbox name="all" value="1" defaultChecked={all} label={t('allCourses')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...of('from', last_month.from)} type="date" label={t('from')} required />
        <TextField {...of('to', last_month.to)} type="date" label={t('to')} required />
      </div>
      <SelectField {...of('language', '1')} label={t('language')} hint={t('languageHint')} options={languages} />
    </>
  )
}
