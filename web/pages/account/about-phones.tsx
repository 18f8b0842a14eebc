import { lk_phone_number_type } from '#modules/identity/lookups.shared.ts'
import { maxPhones } from '#modules/identity/profile/form/phone-rows.shared.ts'
import { options } from '#platform/lookups.ts'
import { maskPhone } from '#platform/phone.ts'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, SelectField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { accountTexts } from './account.texts.ts'

type Phone = { phone_id: number; phone_number: string; lk_phone_number_type_id: number }
type Props = { numbers: readonly Phone[]; form: FormState }

/** The existing numbers, and an empty row for another; works without scripts. */
export function AboutPhones({ numbers, form }: Props) {
  const t = useTexts(accountTexts)
  const rows: (Phone | null)[] = [...numbers, ...(numbers.length < maxPhones ? [null] : [])]
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-lg font-semibold">{t('phones')}</legend>
      {form.errors.numbers && <FieldError>{form.errors.numbers}</FieldError>}
      {rows.map((phone, n) => (
        <PhoneRow key={phone?.phone_id ?? 'new'} phone={phone} n={n} form={form} first={numbers.length === 0} />
      ))}
    </fieldset>
  )
}

function PhoneRow({ phone, n, form, first }: { phone: Phone | null; n: number; form: FormState; first: boolean }) {
  const t = useTexts(accountTexts)
  const locale = useLocale()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {phone && <input type="hidden" name={`phone_id_${n}`} value={phone.phone_id} />}
      <PhoneField
        {...field(form, `phone_number_${n}`, phone ? maskPhone(phone.phone_number) : '')}
        label={t('phone')}
        required={first}
        optional={!phone && !first}
      />
      <SelectField
        {...field(form, `phone_type_${n}`, String(phone?.lk_phone_number_type_id ?? 1))}
        label={t('phoneType')}
        options={options(lk_phone_number_type, locale)}
      />
      {phone && <Checkbox label={t('removePhone')} name={`phone_remove_${n}`} value="1" className="sm:col-span-2" />}
    </div>
  )
}
