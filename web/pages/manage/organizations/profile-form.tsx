import type { ReactNode } from 'react'
import BrandPreview from '#modules/backoffice/organizations/brand-preview.island.tsx'
import type { fetchOrganizationProfile } from '#modules/backoffice/organizations/fetch-organizations.ts'
import { lk_contact_type, lk_phone_number_type } from '#modules/identity/lookups.shared.ts'
import { placeZones } from '#modules/identity/people/preferences.shared.ts'
import { options } from '#platform/lookups.ts'
import { maskPhone } from '#platform/phone.ts'
import { lk_state } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { LogoField } from './logo-field.tsx'
import type { Org } from './organization-shell.tsx'
import { profileTexts } from './profile-form.texts.ts'
import { maxContactPhones, maxPhones } from './profile-input.ts'

type Profile = Awaited<ReturnType<typeof fetchOrganizationProfile.run>>['data']
type Props = {
  profile: Profile | null
  form: FormState
  /** The page on which another manager is chosen or invited. */
  manager?: string
  /** The organizations that a new one can be placed below; the first choice is `parent`. */
  parents?: readonly Org[]
  parent?: number
  /** The people who can be its recruiter; null for staff without the right to name one. */
  recruiters?: readonly { user_id: number; first_name: string; last_name: string }[] | null
  /** A part beside the form, above the preview. */
  aside?: ReactNode
}

/** Everything about an organization, as one plain form, beside a preview of its site. */
export function ProfileForm({ aside, site, ...props }: Props & { site: string }) {
  const t = useTexts(profileTexts)
  const { profile, form, manager } = props
  const data = profile?.organizationData
  return (
    <form method="post" encType="multipart/form-data" className="grid gap-5 xl:grid-cols-[minmax(0,48rem)_20rem]">
      <div className="grid gap-5">
        <FormAlert message={form.message} />
        {data && <input type="hidden" name="updated_at" value={data.updated_at} />}
        <div id="profile">
          <General {...props} />
        </div>
        <Phones profile={profile} form={form} />
        <div id="brand">
          <Brand profile={profile} form={form} />
        </div>
        <Manager profile={profile} form={form} manager={manager} />
        <AddressPanel name="address" title={t('mailing')} address={profile?.address ?? null} form={form} />
        <AddressPanel name="billingAddress" title={t('billing')} address={profile?.billingAddress ?? null} form={form}>
          <Checkbox
            name="use_mailing_as_billing_ind"
            value="1"
            label={t('useMailing')}
            defaultChecked={data?.use_mailing_as_billing_ind ?? true}
          />
        </AddressPanel>
        <Contacts profile={profile} form={form} />
        <RecruitedBy {...props} />
        <div className="w-full sm:w-48">
          <BusySubmit label={t('save')} busyLabel={t('saving')} />
        </div>
      </div>
      <div className="grid content-start gap-5 max-xl:row-start-1 xl:sticky xl:top-4 xl:self-start">
        {aside}
        <div className="max-xl:hidden">
          <BrandPreview
            name={data?.name ?? ''}
            code={data?.code ?? ''}
            site={site}
            color={data?.brand_color ?? ''}
            text={data?.sign_in_text ?? ''}
            logo={data?.logo ?? ''}
          />
        </div>
      </div>
    </form>
  )
}

function Brand({ profile, form }: Props) {
  const t = useTexts(profileTexts)
  const data = profile?.organizationData
  return (
    <Panel title={t('brand')}>
      <div className="grid gap-4">
        <LogoField logo={data?.logo ?? ''} error={form.errors.logo} />
        <TextField
          {...field(form, 'brand_color', data?.brand_color ?? '')}
          label={t('color')}
          hint={t('colorHint')}
          maxLength={7}
          className="max-w-60"
        />
        <TextareaField
          {...field(form, 'sign_in_text', data?.sign_in_text ?? '')}
          label={t('signInText')}
          maxLength={500}
          rows={2}
        />
      </div>
    </Panel>
  )
}

/** The phones of the organization itself, with one free row. */
function Phones({ profile, form }: Props) {
  const t = useTexts(profileTexts)
  const locale = useLocale()
  const types = options(lk_phone_number_type, locale).map(({ label, value }) => ({ label, value: String(value) }))
  const phones = profile?.phones ?? []
  const rows = Math.min(maxPhones, phones.length + 1)
  return (
    <Panel title={t('phones')}>
      <p className="mb-3 text-muted-foreground">{t('phonesLead')}</p>
      <div className="grid gap-4">
        {Array.from({ length: rows }, (_, n) => `phones.${n}`).map((name, n) => (
          <div key={name} className="grid gap-3 sm:grid-cols-2">
            <PhoneField
              {...field(form, `${name}.phone_number`, maskPhone(phones[n]?.phone_number ?? ''))}
              label={t('phoneNumber', { n: n + 1 })}
              autoComplete="off"
            />
            <SelectField
              {...field(form, `${name}.lk_phone_number_type_id`, String(phones[n]?.lk_phone_number_type_id ?? 3))}
              label={t('phoneType', { n: n + 1 })}
              options={types}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

function General({ profile, form, parents, parent }: Props) {
  const t = useTexts(profileTexts)
  const locale = useLocale()
  const data = profile?.organizationData
  const zones = placeZones.map(([value, label]) => ({ value, label: localize(locale, label) }))
  // Shows an unlisted time zone unchanged. Otherwise the form would silently select the first one in the list.
  if (data?.time_zone && !zones.some(({ value }) => value === data.time_zone))
    zones.unshift({ value: data.time_zone, label: data.time_zone })
  return (
    <Panel title={t('general')}>
      <div className="grid gap-4">
        <TextField {...field(form, 'name', data?.name)} label={t('name')} maxLength={200} required />
        <TextField
          {...field(form, 'code', data?.code)}
          label={t('code')}
          hint={t(data?.code_fixed ? 'codeFixed' : 'codeHint')}
          readOnly={data?.code_fixed ?? false}
          maxLength={3}
          className="max-w-60"
          required
        />
        {parents && (
          <SelectField
            {...field(form, 'parentOrganizationId', String(parent))}
            label={t('parent')}
            hint={t('parentHint')}
            options={parents.map(({ organization_id, name, code }) => ({
              value: String(organization_id),
              label: `${name} (${code})`,
            }))}
          />
        )}
        <TextareaField
          {...field(form, 'description', data?.description)}
          label={t('description')}
          maxLength={2_000}
          rows={3}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field(form, 'tax_id', data?.tax_id)} label={t('taxId')} maxLength={40} />
          <TextField
            {...field(form, 'check_payable_to', data?.check_payable_to)}
            label={t('checkPayableTo')}
            maxLength={200}
          />
        </div>
        <SelectField
          {...field(form, 'time_zone', data?.time_zone ?? 'America/New_York')}
          label={t('timeZone')}
          hint={t('timeZoneHint')}
          options={zones}
        />
        <div>
          <Checkbox name="hosting_ind" value="1" label={t('hosting')} defaultChecked={data?.hosting_ind ?? false} />
          <Checkbox name="invoice_ind" value="1" label={t('invoiced')} defaultChecked={data?.invoice_ind ?? false} />
        </div>
      </div>
    </Panel>
  )
}

function Manager({ profile, form, manager }: Props) {
  const t = useTexts(profileTexts)
  const data = profile?.organizationData
  return (
    <Panel title={t('manager')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field(form, 'first_name', data?.first_name)} label={t('firstName')} maxLength={100} />
        <TextField {...field(form, 'last_name', data?.last_name)} label={t('lastName')} maxLength={100} />
        <TextField {...field(form, 'email', data?.email)} label={t('email')} type="email" maxLength={200} />
        <PhoneField
          {...field(form, 'phone_number', maskPhone(data?.phone_number ?? ''))}
          label={t('phone')}
          autoComplete="off"
        />
      </div>
      {manager && (
        <p className="mt-3">
          <TextLink href={manager}>{t('changeManager')}</TextLink>
        </p>
      )}
    </Panel>
  )
}

type AddressProps = {
  name: string
  title: string
  address: Profile['address']
  form: FormState
  children?: ReactNode
}

function AddressPanel({ name, title, address, form, children }: AddressProps) {
  const t = useTexts(profileTexts)
  const locale = useLocale()
  const states = options(lk_state, locale).map(({ label, value }) => ({ label, value: String(value) }))
  const fieldName = (part: string) => `${name}.${part}`
  return (
    <Panel title={title}>
      <div className="group/address grid gap-4">
        {children}
        {/* Without scripts, too. */}
        <div className="grid gap-4 group-has-[input:checked]/address:hidden">
          <TextField {...field(form, fieldName('address1'), address?.address1)} label={t('address1')} maxLength={200} />
          <TextField {...field(form, fieldName('address2'), address?.address2)} label={t('address2')} maxLength={200} />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField {...field(form, fieldName('city'), address?.city)} label={t('city')} maxLength={100} />
            <SelectField
              {...field(form, fieldName('lk_state_id'), String(address?.lk_state_id ?? ''))}
              label={t('state')}
              options={states}
              placeholder={t('choose')}
            />
            <TextField
              {...field(form, fieldName('zip'), address?.zip)}
              label={t('zip')}
              maxLength={10}
              inputMode="numeric"
            />
          </div>
        </div>
      </div>
    </Panel>
  )
}

const maxContacts = 4

type OtherPhonesProps = { name: string; phones: Profile['contact'][number]['phones']; form: FormState }

/** The other numbers of a contact, with one free field. */
function OtherPhones({ name, phones, form }: OtherPhonesProps) {
  const t = useTexts(profileTexts)
  const rows = Math.min(maxContactPhones, phones.length + 1)
  return Array.from({ length: rows }, (_, n) => `${name}.${n}.phone_number`).map((name, n) => (
    <PhoneField
      key={name}
      {...field(form, name, maskPhone(phones[n]?.phone_number ?? ''))}
      label={t('phoneNumber', { n: n + 2 })}
      autoComplete="off"
    />
  ))
}

/** Only for a new organization: later, recruiters are changed in their own profiles. */
function RecruitedBy({ recruiters, form }: Props) {
  const t = useTexts(profileTexts)
  if (!recruiters) return null
  return (
    <Panel title={t('recruiter')}>
      <p className="mb-3 text-muted-foreground">{t(recruiters.length > 0 ? 'recruiterLead' : 'noRecruiters')}</p>
      {recruiters.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            {...field(form, 'recruiter.user_id')}
            label={t('recruiter')}
            options={recruiters.map(({ user_id, first_name, last_name }) => ({
              value: String(user_id),
              label: `${first_name} ${last_name}`.trim(),
            }))}
            placeholder={t('noRecruiter')}
          />
          <TextField {...field(form, 'recruiter.recruiter_code')} label={t('recruiterCode')} maxLength={40} />
          <TextField
            {...field(form, 'recruiter.recruiter_fee')}
            label={t('recruiterFee')}
            inputMode="decimal"
            maxLength={10}
          />
        </div>
      )}
    </Panel>
  )
}

function Contacts({ profile, form }: Props) {
  const t = useTexts(profileTexts)
  const locale = useLocale()
  const types = options(lk_contact_type, locale).map(({ label, value }) => ({ label, value: String(value) }))
  const contacts = profile?.contact ?? []
  const rows = Math.min(maxContacts, contacts.length + 1)
  return (
    <Panel title={t('contacts')}>
      <p className="mb-3 text-muted-foreground">{t('contactsLead')}</p>
      <div className="grid gap-4">
        {Array.from({ length: rows }, (_, n) => `contacts.${n}`).map((name, n) => (
          <div key={name} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            <TextField {...field(form, `${name}.name`, contacts[n]?.name)} label={t('contactName')} maxLength={200} />
            <SelectField
              {...field(form, `${name}.lk_contact_type_id`, String(contacts[n]?.lk_contact_type_id ?? 1))}
              label={t('contactType')}
              options={types}
            />
            <TextField {...field(form, `${name}.email`, contacts[n]?.email)} label={t('email')} type="email" />
            <PhoneField
              {...field(form, `${name}.phone_number`, maskPhone(contacts[n]?.phone_number ?? ''))}
              label={t('phone')}
              autoComplete="off"
            />
            <OtherPhones name={`${name}.phones`} phones={contacts[n]?.phones ?? []} form={form} />
          </div>
        ))}
      </div>
    </Panel>
  )
}
