import type { OfferChoice } from '#modules/checkout/orders/offer.sql.ts'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import type { ActiveKeys } from './active-keys.sql.ts'
import { organizationOptions } from './key-form.shared.ts'
import { keyTexts } from './keys.texts.ts'

/** The maximum number of keys that one request creates or assigns. */
const maxKeys = 1_000

/** Returns a field's value and error. */
type FieldOf = (name: string, initial?: string) => FormField

/** The fields for creating keys, in the dialog and on its page. */
export function CreateFields({ offers, of }: { offers: readonly OfferChoice[]; of: FieldOf }) {
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
        options={organizationOptions(offers)}
        placeholder={t('sameHolder')}
      />
      <CountField field={of('count', '10')} hint={t('countHint')} />
      <TextareaField {...of('note')} label={t('note')} hint={t('noteHint')} maxLength={500} rows={3} optional />
    </>
  )
}

type AssignProps = {
  /** The batches to choose from; null if a single key is already chosen. */
  active: readonly ActiveKeys[] | null
  offers: readonly OfferChoice[]
  of: FieldOf
}

/** The fields for assigning keys, in the dialog and on its page: the keys and their new holder. */
export function AssignFields({ active, offers, of }: AssignProps) {
  const t = useTexts(keyTexts)
  return (
    <>
      {active && <BatchFields active={active} of={of} />}
      <SelectField
        {...of('organization_id')}
        label={t('to')}
        hint={t('holderHint')}
        options={organizationOptions(offers)}
        placeholder
        required
      />
    </>
  )
}

function BatchFields({ active, of }: { active: readonly ActiveKeys[]; of: FieldOf }) {
  const t = useTexts(keyTexts)
  const options = active.map(({ authorization_key_batch_id: batch, organization_id, course_name, name, count }) => ({
    value: `${batch}.${organization_id}`,
    label: t('batchChoice', { course: course_name, organization: name, count, batch }),
  }))
  return (
    <>
      <SelectField {...of('keys')} label={t('whichBatch')} options={options} placeholder required />
      <CountField field={of('count', '1')} />
    </>
  )
}

function CountField({ field, hint }: { field: FormField; hint?: string }) {
  const t = useTexts(keyTexts)
  return (
    <TextField
      {...field}
      type="number"
      min={1}
      max={maxKeys}
      label={t('count')}
      hint={hint}
      className="sm:max-w-40"
      required
    />
  )
}
