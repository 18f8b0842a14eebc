import type { ReactNode } from 'react'
import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import type { ChargeChoices } from '#modules/checkout/entry.ts'
import { options } from '#platform/lookups.ts'
import { formatMoney } from '#platform/money.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'

/** The chargeable items, one form each. */
export const chargeKinds = ['course', 'retake', 'reinstatement', 'fee'] as const
export type ChargeKind = (typeof chargeKinds)[number]

type FieldsProps = { choices: ChargeChoices; what: ChargeKind; input: ViewInput; children: ReactNode }

/** The fields of one kind of charge and the common ones; only a text if there is nothing to choose. */
export function ChargeFields({ choices, what, input, children }: FieldsProps) {
  const t = useTexts(chargeTexts)
  const { expired, failed } = choices.lapsedEnrollments
  if (what === 'retake' && failed.length === 0) return <p>{t('noExam')}</p>
  if (what === 'reinstatement' && expired.length === 0) return <p>{t('noExpired')}</p>
  const things = {
    retake: failed.map(({ student_course_id, component_id, course_name, name }) => ({
      value: `${student_course_id}:${component_id}`,
      label: `${course_name} · ${name}`,
    })),
    reinstatement: expired.map(({ student_course_id, course_name }) => ({
      value: `${student_course_id}`,
      label: course_name,
    })),
  }
  return (
    <>
      {what === 'course' && <CourseFields choices={choices} input={input} />}
      {what === 'fee' && <FeeFields {...input} />}
      {(what === 'retake' || what === 'reinstatement') && (
        <>
          <SelectField
            {...field(input.form, 'thing')}
            label={t(what === 'retake' ? 'exam' : 'expiredCourse')}
            options={things[what]}
            required
          />
          <Price {...input} hint={t('usualHint')} />
        </>
      )}
      {children}
    </>
  )
}

function CourseFields({ choices: { courses, invoicedSellers }, input }: { choices: ChargeChoices; input: ViewInput }) {
  const t = useTexts(chargeTexts)
  const { form, locale } = input
  const offers = courses.map(({ course_website_id, course_name, organization_name, website_name, price_cents }) => ({
    value: course_website_id,
    label: [...new Set([course_name, organization_name, website_name, formatMoney(price_cents, locale)])].join(' · '),
  }))
  return (
    <>
      <SelectField
        {...field(form, 'course_website_id')}
        label={t('course')}
        hint={t('courseHint')}
        options={offers}
        placeholder
        required
      />
      <Price {...input} hint={t('priceHint')} />
      <SelectField
        {...field(form, 'lk_shipping_type_id')}
        label={t('shipping')}
        options={options(lk_shipping_type, locale)}
        placeholder={t('usualShipping')}
      />
      <Checkbox name="audio_ind" value="1" label={t('audio')} defaultChecked={form.values.audio_ind === '1'} />
      {invoicedSellers.length > 0 && (
        <Checkbox name="invoiced" value="1" label={t('invoiced')} defaultChecked={form.values.invoiced === '1'} />
      )}
    </>
  )
}

function FeeFields(input: ViewInput) {
  const t = useTexts(chargeTexts)
  return (
    <>
      <TextField {...field(input.form, 'name')} label={t('feeName')} maxLength={100} required />
      <Price {...input} label={t('feeAmount')} required />
    </>
  )
}

type PriceProps = ViewInput & { label?: string; hint?: string; required?: boolean }

function Price({ form, label, hint, required }: PriceProps) {
  const t = useTexts(chargeTexts)
  return (
    <TextField
      {...field(form, 'price')}
      label={label ?? t('price')}
      hint={hint}
      inputMode="decimal"
      maxLength={12}
      className="sm:max-w-60"
      autoComplete="off"
      required={required}
    />
  )
}
