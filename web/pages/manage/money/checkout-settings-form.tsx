import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import type { fetchCheckoutSettings } from '#modules/checkout/settings/fetch-checkout-settings.ts'
import { settingsTexts } from '#modules/checkout/settings/settings.texts.ts'
import { label, options } from '#platform/lookups.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { wordsIn } from '#platform/own-words.ts'
import { maskPhone } from '#platform/phone.ts'
import type { PlainKey } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField, TextareaField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PhoneField } from '#platform/ui/masked.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { AddedWords } from '#web/pages/manage/settings/added-words.tsx'

type PageData = Awaited<ReturnType<typeof fetchCheckoutSettings.run>>
type Part = { data: PageData; form: FormState }
type TextKey = PlainKey<typeof settingsTexts>

/** Every checkout setting; empty ones show the inherited value. */
export function CheckoutSettingsForm({ data, form }: Part) {
  const t = useTexts(settingsTexts)
  return (
    <div className="max-w-3xl">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <form method="post" className="grid gap-4">
        <input type="hidden" {...field(form, 'version', String(data.version))} />
        <Payment data={data} form={form} />
        <Refunds data={data} form={form} />
        <Delivery data={data} form={form} />
        <Support data={data} form={form} />
        <Legal data={data} form={form} />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </div>
  )
}

const methodsText = (methods: readonly string[] | null): TextKey =>
  methods?.length === 2 ? 'both' : methods?.[0] === 'paypal' ? 'paypal' : 'card'

function Payment({ data: { settings, inherited }, form }: Part) {
  const t = useTexts(settingsTexts)
  const from = (value: string) => t('inherited', { value })
  return (
    <Panel title={t('payment')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field(form, 'settings.paymentMethods', settings.paymentMethods?.join(' '))}
          label={t('methods')}
          placeholder={from(t(methodsText(inherited.paymentMethods)))}
          options={[
            { value: 'card paypal', label: t('both') },
            { value: 'card', label: t('card') },
            { value: 'paypal', label: t('paypal') },
          ]}
        />
        <TextField
          {...field(form, 'settings.taxPercent', settings.taxPercent?.toFixed(2))}
          label={t('tax')}
          hint={`${t('taxHint')} ${from(`${(inherited.taxPercent ?? 0).toFixed(2)} %`)}`}
          inputMode="decimal"
          maxLength={5}
        />
        <SelectField
          {...field(form, 'settings.captcha', flagText(settings.captcha))}
          className="sm:col-span-2"
          label={t('captcha')}
          hint={t('captchaHint')}
          placeholder={from(t(inherited.captcha ? 'on' : 'off'))}
          options={[
            { value: '1', label: t('on') },
            { value: '0', label: t('off') },
          ]}
        />
      </div>
    </Panel>
  )
}

function Refunds({ data: { settings, inherited }, form }: Part) {
  const t = useTexts(settingsTexts)
  const locale = useLocale()
  const sum = (dollars: number | null) => t('inherited', { value: formatMoney(toCents(dollars ?? 0), locale) })
  return (
    <Panel title={t('refunds')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field(form, 'settings.refundApproval', flagText(settings.refundApproval))}
          className="sm:col-span-2"
          label={t('approval')}
          hint={t('approvalHint')}
          placeholder={t('inherited', { value: t(inherited.refundApproval ? 'on' : 'off') })}
          options={[
            { value: '1', label: t('on') },
            { value: '0', label: t('off') },
          ]}
        />
        {(['Above', 'AboveDay'] as const).map((which) => (
          <TextField
            key={which}
            {...field(form, `settings.refundApproval${which}`, settings[`refundApproval${which}`]?.toFixed(2))}
            label={t(`approval${which}`)}
            hint={sum(inherited[`refundApproval${which}`])}
            inputMode="decimal"
            maxLength={12}
          />
        ))}
      </div>
    </Panel>
  )
}

const flagText = (flag: boolean | null) => (flag === null ? '' : flag ? '1' : '0')

function Delivery({ data: { settings, inherited }, form }: Part) {
  const t = useTexts(settingsTexts)
  const locale = useLocale()
  return (
    <Panel title={t('delivery')}>
      <SelectField
        {...field(form, 'settings.defaultShippingType', settings.defaultShippingType?.toString())}
        label={t('shipping')}
        hint={t('shippingHint')}
        placeholder={t('inherited', { value: label(lk_shipping_type, inherited.defaultShippingType ?? 1, locale) })}
        options={options(lk_shipping_type, locale)}
      />
    </Panel>
  )
}

function Support({ data: { settings, inherited }, form }: Part) {
  const t = useTexts(settingsTexts)
  const from = (value: string | null) => t('inherited', { value: value ?? t('none') })
  return (
    <Panel title={t('support')}>
      <p className="mb-4 text-muted-foreground">{t('supportHint')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField
          {...field(form, 'settings.supportPhone', maskPhone(settings.supportPhone ?? ''))}
          label={t('phone')}
          hint={from(inherited.supportPhone && maskPhone(inherited.supportPhone))}
          autoComplete="off"
        />
        <TextField
          {...field(form, 'settings.supportEmail', settings.supportEmail ?? '')}
          type="email"
          label={t('email')}
          hint={from(inherited.supportEmail)}
          maxLength={200}
        />
      </div>
    </Panel>
  )
}

function Legal({ data, form }: Part) {
  const t = useTexts(settingsTexts)
  return (
    <Panel title={t('legal')}>
      <p className="mb-4 text-muted-foreground">{t('legalHint')}</p>
      <div className="grid gap-4">
        <LongText name="terms" data={data} form={form} />
        <LongText name="privacy" data={data} form={form} />
      </div>
    </Panel>
  )
}

function LongText({ name, data: { settings, inherited }, form }: Part & { name: 'terms' | 'privacy' }) {
  const t = useTexts(settingsTexts)
  const locale = useLocale()
  const hint = inherited[name] ? `${wordsIn(inherited[name], locale).slice(0, 60)}…` : t('standard')
  return (
    <>
      <TextareaField
        {...field(form, `settings.${name}.en-us`, settings[name]?.['en-us'])}
        label={t('inEnglish', { text: t(name) })}
        hint={settings[name] ? undefined : t('inherited', { value: hint })}
        rows={6}
        maxLength={50_000}
      />
      <TextareaField
        {...field(form, `settings.${name}.es-es`, settings[name]?.['es-es'])}
        label={t('inSpanish', { text: t(name) })}
        rows={6}
        maxLength={50_000}
      />
      <AddedWords
        form={form}
        name={`settings.${name}`}
        words={settings[name]}
        label={(language) => t('inAdded', { text: t(name), language })}
        hint={t('addedHint')}
        rows={6}
        maxLength={50_000}
      />
    </>
  )
}
