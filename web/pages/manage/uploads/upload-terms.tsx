import type { fetchUpload } from '#modules/backoffice/uploads/fetch-upload.ts'
import { uploadTexts } from '#modules/backoffice/uploads/uploads.texts.ts'
import type { OfferTerms } from '#modules/catalogue/index.ts'
import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { options } from '#platform/lookups.ts'
import { formatMoney } from '#platform/money.ts'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'

type Upload = Awaited<ReturnType<typeof fetchUpload.run>>['upload']
export type UploadShown = {
  upload: Upload
  /** Whether the reader may start it; false once it has started. */
  starts: boolean
  /** Whether the reader may undo it; false if it added nothing. */
  undoes: boolean
  invoices: boolean
  organizations: { organization_id: number; name: string; code: string }[]
  here: number
  offers: OfferTerms[]
}

/** The courses that the students get, and the payer. */
export function UploadTermsForm({ data, input }: { data: UploadShown; input: ViewInput }) {
  const t = useTexts(uploadTexts)
  const { upload, organizations, offers, here, invoices } = data
  const { form, locale } = input
  if (offers.length === 0) return <p>{t('noOffers')}</p>
  const courses = offers.map(({ course_website_id, course_name, organization_name, website_name, price_cents }) => ({
    value: course_website_id,
    label: [...new Set([course_name, organization_name, website_name, formatMoney(price_cents, locale)])].join(' · '),
  }))
  const places = organizations.map(({ organization_id, name, code }) => ({
    value: organization_id,
    label: `${name} (${code})`,
  }))
  return (
    <Panel title={t('terms')}>
      <form method="post" className="grid max-w-2xl gap-4">
        <input type="hidden" name="action" value="upload" />
        <input type="hidden" name="digest" value={upload.digest} />
        <SelectField
          {...field(form, 'organization', String(here))}
          label={t('organization')}
          options={places}
          required
        />
        <SelectField {...field(form, 'course_website')} label={t('course')} options={courses} placeholder required />
        <SelectField
          {...field(form, 'shipping')}
          label={t('shipping')}
          options={options(lk_shipping_type, locale)}
          placeholder={t('usualShipping')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Price name="coursePrice" defaultPrice="" input={input} hint={t('priceHint')} />
          <Price name="shippingPrice" defaultPrice="0" input={input} required />
        </div>
        {invoices && (
          <Checkbox
            name="paid"
            value="1"
            label={t('paid')}
            hint={t('paidHint')}
            defaultChecked={form.values.paid === '1'}
          />
        )}
        <Checkbox
          name="bill_students"
          value="1"
          label={t('billStudents')}
          hint={t('billStudentsHint')}
          defaultChecked={form.values.bill_students === '1'}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field(form, 'group')} label={t('group')} hint={t('groupHint')} maxLength={100} />
          <TextField {...field(form, 'due_on')} label={t('due_on')} hint={t('dueOnHint')} type="date" />
        </div>
        <TextField
          {...field(form, 'trxId')}
          label={t('trxId')}
          hint={t('trxHint')}
          maxLength={100}
          autoComplete="off"
          className="sm:max-w-80"
        />
        <div>
          <BusySubmit label={t('upload', { count: upload.counts.good })} busyLabel={t('uploading')} />
        </div>
      </form>
    </Panel>
  )
}

type PriceProps = {
  name: 'coursePrice' | 'shippingPrice'
  defaultPrice: string
  input: ViewInput
  hint?: string
  required?: boolean
}

function Price({ name, defaultPrice, input: { form }, hint, required }: PriceProps) {
  const t = useTexts(uploadTexts)
  return (
    <TextField
      {...field(form, name, defaultPrice)}
      label={t(name === 'coursePrice' ? 'price' : 'shippingPrice')}
      hint={hint}
      inputMode="decimal"
      maxLength={12}
      autoComplete="off"
      required={required}
    />
  )
}
