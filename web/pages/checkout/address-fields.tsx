import { options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { words } from './checkout.texts.ts'

type Props = {
  /** The kind of address for autofill; names of a billing address start with `billing.`. */
  kind: 'shipping' | 'billing'
  required?: boolean
  input: ViewInput
}

/** The fields of an address. */
export function AddressFields({ kind, required = false, input: { form, locale } }: Props) {
  const t = useTexts(words)
  const props = (name: string, autoComplete: string) => ({
    ...field(form, kind === 'billing' ? `billing.${name}` : name),
    autoComplete: `${kind} ${autoComplete}`,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <TextField
        {...props('address1', 'address-line1')}
        className="sm:col-span-4"
        label={t('address1')}
        required={required}
      />
      <TextField {...props('address2', 'address-line2')} className="sm:col-span-2" label={t('address2')} optional />
      <TextField {...props('city', 'address-level2')} className="sm:col-span-3" label={t('city')} required={required} />
      <SelectField
        {...props('stateId', 'address-level1')}
        className="sm:col-span-2"
        label={t('state')}
        options={options(lk_state, locale)}
        placeholder
        required={required}
      />
      <TextField
        {...props('zip', 'postal-code')}
        label={t('zip')}
        inputMode="numeric"
        maxLength={10}
        required={required}
      />
    </div>
  )
}
