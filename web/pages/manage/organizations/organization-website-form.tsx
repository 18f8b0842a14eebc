import type { fetchWebsiteById } from '#modules/catalogue/websites/fetch-website-by-id.ts'
import type { Locale } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { LogoField } from './logo-field.tsx'
import { orgTexts } from './organization.texts.ts'
import { type Org, orgAddress } from './organization-shell.tsx'
import { WebsitePromoCodes } from './website-promo-codes.tsx'
import type { WebsiteCodes } from './website-promo-input.ts'

type SavedWebsite = Awaited<ReturnType<typeof fetchWebsiteById.run>>
export type WebsiteData = { org: Org; existing: SavedWebsite | null; setTerms: boolean; promo: WebsiteCodes }
type FormProps = { loaded: WebsiteData; form: FormState; locale: Locale }

const names = { facebook: 'Facebook', instagram: 'Instagram', linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube' }

/** Everything about a website, as a plain form with a logo. */
export function WebsiteForm(props: FormProps) {
  const t = useTexts(orgTexts)
  const { loaded, form } = props
  const { org, existing } = loaded
  return (
    <div className="grid max-w-3xl gap-5">
      <FormAlert message={form.message} />
      <form method="post" encType="multipart/form-data" className="grid gap-5">
        <input type="hidden" name="action" value="save" />
        {existing && <input type="hidden" name="updated_at" value={existing.website.updated_at} />}
        <General {...props} />
        <Prices {...props} />
        <Social {...props} />
        <Hosting {...props} />
        <WebsitePromoCodes promo={loaded.promo} form={form} locale={props.locale} />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
      {existing?.website.can.remove && <Remove />}
      <p>
        <TextLink href={orgAddress(org)} alone>
          {t('back')}
        </TextLink>
      </p>
    </div>
  )
}

function General({ loaded: { existing }, form }: FormProps) {
  const t = useTexts(orgTexts)
  const website = existing?.website
  const isDefault = website?.isDefault === true
  return (
    <Panel title={t('general')}>
      <div className="grid gap-4">
        <TextField {...field(form, 'websiteName', website?.websiteName)} label={t('name')} maxLength={100} required />
        <TextField
          {...field(form, 'websiteUrl', website?.websiteUrl)}
          label={t('url')}
          type="url"
          placeholder="https://"
          maxLength={300}
          optional
        />
        <PhoneField {...field(form, 'phone', website?.phone)} label={t('phone')} autoComplete="off" optional />
        <LogoField logo={website?.websiteLogo ?? ''} error={form.errors.logo} />
        {isDefault ? (
          <p className="text-muted-foreground">{t('isDefault')}</p>
        ) : (
          <Checkbox name="isDefault" value="1" label={t('isDefault')} defaultChecked={form.values.isDefault === '1'} />
        )}
      </div>
    </Panel>
  )
}

const dollarText = (dollars: number | null | undefined) =>
  dollars === null || dollars === undefined ? '' : dollars.toFixed(2)

function Prices({ loaded: { existing, setTerms }, form }: FormProps) {
  const t = useTexts(orgTexts)
  const website = existing?.website
  const terms = [
    ['adminFee', 'adminPrice', website?.adminFee],
    ['minimumPrice', 'minPrice', website?.minimumPrice],
    ['maximumPrice', 'maxPrice', website?.maximumPrice],
  ] as const
  return (
    <Panel title={t('prices')}>
      <p className="mb-3 text-muted-foreground">{setTerms ? t('pricesLead') : t('termsLead')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field(form, 'coursePrice', dollarText(website?.coursePrice))}
          label={t('coursePrice')}
          inputMode="decimal"
          optional
        />
        {terms.map(([name, label, value]) => (
          // A disabled field isn't sent, so its value stays.
          <TextField
            key={name}
            {...field(form, name, dollarText(value))}
            label={t(label)}
            inputMode="decimal"
            disabled={!setTerms}
            optional
          />
        ))}
      </div>
    </Panel>
  )
}

function Social({ loaded: { existing }, form }: FormProps) {
  const t = useTexts(orgTexts)
  return (
    <Panel title={t('social')}>
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(names).map(([network, label]) => (
          <TextField
            key={network}
            {...field(form, network, existing?.website.socialLinks[network])}
            label={label}
            type="url"
            placeholder="https://"
            maxLength={300}
            optional
          />
        ))}
      </div>
    </Panel>
  )
}

function Hosting({ loaded: { existing }, form }: FormProps) {
  const t = useTexts(orgTexts)
  const website = existing?.website
  const hosted = form.values.action ? form.values.hosted_ind === '1' : website?.hosted_ind === true
  return (
    <Panel title={t('hosting')}>
      <div className="grid gap-4">
        <Checkbox name="hosted_ind" value="1" label={t('hosted')} defaultChecked={hosted} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field(form, 'hosted_location', website?.hosted_location)}
            label={t('hostedLocation')}
            maxLength={100}
            optional
          />
          <TextField
            {...field(form, 'hosted_started_on', website?.hosted_started_on ?? '')}
            label={t('hostedStart')}
            type="date"
            optional
          />
        </div>
      </div>
    </Panel>
  )
}

function Remove() {
  const t = useTexts(orgTexts)
  return (
    <details className="rounded-lg border bg-card p-4">
      <summary className="min-h-11 cursor-pointer font-semibold text-red-ink">{t('removeWebsite')}</summary>
      <form method="post" className="mt-2 grid justify-items-start gap-3">
        <input type="hidden" name="action" value="remove" />
        <p className="text-muted-foreground">{t('removeLead')}</p>
        <SubmitButton variant="destructive">{t('removeWebsite')}</SubmitButton>
      </form>
    </details>
  )
}
