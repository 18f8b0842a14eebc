import { Checkbox } from '#platform/ui/checkbox.tsx'
import { Field } from '#platform/ui/field.tsx'
import { Input } from '#platform/ui/input.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { orgTexts } from './organization.texts.ts'

/** The logo of a website or an organization, with a file field to replace it. */
export function LogoField({ logo, error }: { logo: string; error: string | undefined }) {
  const t = useTexts(orgTexts)
  return (
    <div className="grid gap-2">
      {logo && (
        <img src={logo} alt={t('logo')} className="max-h-20 max-w-60 justify-self-start rounded-md border p-2" />
      )}
      <Field label={t('logo')} hint={t('logoHint')} error={error} optional>
        {(inputProps) => <Input {...inputProps} type="file" name="logo" accept="image/png,image/jpeg,image/webp" />}
      </Field>
      {logo && <Checkbox name="removeLogo" value="1" label={t('removeLogo')} />}
    </div>
  )
}
