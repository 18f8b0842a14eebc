import type { OfferChoice } from '#modules/checkout/orders/offer.sql.ts'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import type { ActiveKeys } from './active-keys.sql.ts'
import { organizationsOf } from './key-form.shared.ts'
import { keyTexts } from './keys.texts.ts'

/** The most keys that one request creates or assigns. */
const limit = 1_000

/** A field's value and error. */
type Of = (name: string, initial?: string) => FormField

/** The fields of new keys, in the dialog and on their page. */
export function CreateFields({ offers, of }: { offers: readonly OfferChoice[]; of: Of }) {
  const t = useTexts(keyTexts)
  const courses = offers.map(({ course_website_id, course_name, organization_name, website_name }) => ({
    value: course_website_id,
    label: [course_name, ...new Set([organization_name, website_name])].join(' · '),
  }))
  return (
    <>
      <SelectField
        {...of('course_website_id')}
        label={t('course')}
        hint={t('courseHint')}
        options={courses}
        placeholder
        required
      />
      <SelectField
        {...of('organization_id')}
        label={t('holder')}
        hint={t('holderHint')}
        options={organizationsOf(offers)}
        placeholder={t('sameHolder')}
      />
      <Count field={of('count', '10')} hint={t('countHint')} />
      <TextareaField {...of('note')} label={t('note')} hint={t('noteHint')} maxLength={500} rows={3} optional />
    </>
  )
}

type AssignProps = {
  /** The available choices; null if a single key is already chosen. */
  active: readonly ActiveKeys[] | null
  offers: readonly OfferChoice[]
  of: Of
}

/** The fields of the dialog and its page: which keys, and for whom. */
export function AssignFields({ active, offers, of }: AssignProps) {
  const t = useTexts(keyTexts)
  return (
    <>
      {active && <WhichKeys active={active} of={of} />}
      <SelectField
        {...of('organization_id')}
        label={t('to')}
        hint={t('holderHint')}
        options={organizationsOf(offers)}
        placeholder
        required
      />
    </>
  )
}

function WhichKeys({ active, of }: { active: readonly ActiveKeys[]; of: Of }) {
  const t = useTexts(keyTexts)
  const options = active.map(({ authorization_key_batch_id: batch, organization_id, course_name, name, count }) => ({
    value: `${batch}.${organization_id}`,
    label: t('batchChoice', { course: course_name, organization: name, count, batch }),
  }))
  return (
    <>
      <SelectField {...of('keys')} label={t('whichBatch')} options={options} placeholder required />
      <Count field={of('count', '1')} />
    </>
  )
}

function Count({ field, hint }: { field: FormField; hint?: string }) {
  const t = useTexts(keyTexts)
  return (
    <TextField
      {...field}
      type="number"
      min={1}
      max={limit}
      label={t('count')}
      hint={hint}
      className="sm:max-w-40"
      required
    />
  )
}
