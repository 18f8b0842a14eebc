import { type SubmitEvent, useState } from 'react'
import { classC, licenseClasses } from '#modules/catalogue/programs/license-classes.shared.ts'
import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { maxLicense } from '#modules/learning/questions/license-pattern.shared.ts'
import { licenseTexts } from '#modules/learning/registration/driver-license.texts.ts'
import { options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { localize, type Text } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField, type ResponseOf, useApi } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { ConfirmButton } from '#platform/ui/confirm.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { island } from '#platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'

type Loaded = ResponseOf<'/student/driverLicense'>
type Props = { place: AccountPlace; first: Loaded | null }

/** The driver license of a student, for themselves and for staff. */
export default island('learning/license-tab', { when: 'load' }, LicenseTab)

function LicenseTab({ place, first }: Props) {
  const query = { user_id: place.user_id ?? 0 }
  const loaded = useLoaded<Loaded>(first, (api) => api.GET('/student/driverLicense', { params: { query } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ license }) => <LicenseForm place={place} license={license} reload={loaded.reload} />}
    </ShowLoaded>
  )
}

type FormProps = { place: AccountPlace; license: Loaded['license']; reload: () => Promise<void> }

function LicenseForm({ place, license, reload }: FormProps) {
  const t = useTexts(licenseTexts)
  const { call, busy, failure } = useApi()
  const [unusual, setUnusual] = useState<{ number: string; warning: string } | null>(null)
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const errors = { ...(failure && issuesByField(failure)), ...missing }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = (name: string) => String(new FormData(form).get(name) ?? '').trim()
    const number = text('license_number')
    const lk_state_id = Number(text('lk_state_id'))
    const empty = {
      ...(!number && !isHidden(license) && { license_number: t('enterNumber') }),
      ...(!lk_state_id && { lk_state_id: t('chooseState') }),
    }
    setMissing(empty)
    if (Object.keys(empty).length > 0) return
    const body = {
      user_id: place.user_id ?? 0,
      // An empty field of a number that isn't shown keeps it.
      ...(number && { license_number: number }),
      lk_state_id,
      ...(license.asks_class && { license_class: text('license_class') || null }),
      ...(unusual && unusual.number === number && { confirmed_license: number }),
    }
    const response = await call((api) => api.POST('/student/driverLicense', { body }), {
      quiet: true,
      handledCodes: ['LICENSE_UNUSUAL'],
    })
    if (!response.ok)
      return setUnusual(response.code === 'LICENSE_UNUSUAL' ? { number, warning: response.message } : null)
    setUnusual(null)
    toast({ kind: 'success', text: response.data.message ?? t('saved') })
    await reload()
  }
  async function onRemove() {
    const body = { user_id: place.user_id ?? 0, license_number: null, lk_state_id: null, license_class: null }
    const response = await call((api) => api.POST('/student/driverLicense', { body }))
    if (!response.ok) return
    setUnusual(null)
    toast({ kind: 'success', text: response.data.message ?? t('removed') })
    await reload()
  }
  const isStated = license.number_end !== null || license.lk_state_id !== null || license.license_class !== null
  const message = failure && !unusual && failure.issues.length === 0 ? failure.message : null
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-120 gap-4">
      <p className="text-muted-foreground">{t(place.own ? 'lead' : 'leadStaff')}</p>
      <FormAlert message={message} />
      {unusual && <Alert variant="attention">{unusual.warning}</Alert>}
      <fieldset disabled={!license.updates} className="grid gap-4">
        <LicenseFields key={JSON.stringify(license)} license={license} errors={errors} />
        {license.updates && (
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={busy} busyLabel={t('saving')}>
              {t('save')}
            </SubmitButton>
            {isStated && (
              <ConfirmButton label={t('remove')} title={t('removeTitle')} busy={busy} onConfirm={onRemove}>
                {t('removeAsk')}
              </ConfirmButton>
            )}
          </div>
        )}
      </fieldset>
    </form>
  )
}

/** Staff see only the end of a number. */
const isHidden = ({ license_number, number_end }: Loaded['license']) => license_number === null && number_end !== null

type FieldsProps = Pick<FormProps, 'license'> & { errors: Readonly<Record<string, string>> }

function LicenseFields({ license, errors }: FieldsProps) {
  const t = useTexts(licenseTexts)
  const locale = useLocale()
  const { license_number, number_end, lk_state_id, license_class, asks_class } = license
  const hidden = isHidden(license)
  const classes = Object.entries<Text>({ ...licenseClasses, C: classC }).map(([value, text]) => ({
    value,
    label: localize(locale, text),
  }))
  // A file may have stated a class of a state's own.
  if (license_class && !classes.some(({ value }) => value === license_class))
    classes.push({ value: license_class, label: license_class })
  return (
    <>
      <TextField
        name="license_number"
        label={t('number')}
        hint={hidden ? t('onFile', { end: number_end ?? '' }) : undefined}
        error={errors.license_number}
        defaultValue={license_number ?? ''}
        maxLength={maxLicense}
        autoComplete="off"
        autoCapitalize="characters"
        required={!hidden}
      />
      <SelectField
        name="lk_state_id"
        label={t('state')}
        error={errors.lk_state_id}
        options={options(lk_state, locale)}
        defaultValue={String(lk_state_id ?? '')}
        placeholder
        required
      />
      {asks_class && (
        <SelectField
          name="license_class"
          label={t('licenseClass')}
          hint={t('classHint')}
          error={errors.license_class}
          options={classes}
          defaultValue={license_class ?? ''}
          placeholder
          optional
        />
      )}
    </>
  )
}
