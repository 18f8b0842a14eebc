import { listCodeChoices } from '#modules/checkout/entry.ts'
import { leaverTexts } from '#modules/checkout/leaver/leaver.texts.ts'
import { fetchLeaverEmail, saveLeaverEmail } from '#modules/checkout/leaver/leaver-email.ts'
import { fetchLeaverPromoCode, saveLeaverPromoCode } from '#modules/checkout/leaver/leaver-promo-code.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { ofVisited, staff } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

const path = pathTo('/manage/settings/leaver')
type Values = Readonly<Record<string, string>>
type PageData = Awaited<ReturnType<typeof load>>

/** The emails to visitors who leave with something in their cart. */
export default page({
  address: '/manage/settings/leaver',
  title: leaverTexts.title,
  may: ofVisited(staff('MANAGE_SETTINGS:UPDATE')),
  layout: BackOfficeLayout,
  load: ({ ctx }) => load(ctx),
  async submit({ ctx, form: { values } }) {
    const { message = '' } = await (values.action === 'letter' ? saveEmail(ctx, values) : saveOffer(ctx, values))
    return redirect(path, { flash: { kind: 'success', text: message } })
  },
  view: (data, { form }) => <Leaver data={data} form={form} />,
})

async function load(ctx: Ctx) {
  const [{ leaver: offer }, { leaver: letter }, savedChoices] = await Promise.all([
    fetchLeaverPromoCode.run(ctx, {}),
    fetchLeaverEmail.run(ctx, {}),
    listCodeChoices(ctx),
  ])
  const codes = savedChoices.map(({ promo_code_id, code, website_name }) => ({
    value: promo_code_id,
    label: [code, website_name].filter(Boolean).join(' · '),
  }))
  return { offer, letter, codes }
}

const saveOffer = (ctx: Ctx, { promo_code_id, mobileSeconds, enabled, scrollup }: Values) =>
  saveLeaverPromoCode.run(ctx, {
    leaver: { promo_code_id, mobileSeconds, enabled: enabled === '1', scrollup: scrollup === '1' },
  })

const saveEmail = (ctx: Ctx, { minutes, mailEnabled }: Values) =>
  saveLeaverEmail.run(ctx, { leaver: { minutes, enabled: mailEnabled === '1' } })

function Leaver({ data, form }: { data: PageData; form: FormState }) {
  const t = useTexts(leaverTexts)
  return (
    <div className="grid max-w-xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <FormAlert message={form.message} />
      <Offer data={data} form={form} />
      <Email data={data} form={form} />
    </div>
  )
}

function Offer({ data: { offer, codes }, form }: { data: PageData; form: FormState }) {
  const t = useTexts(leaverTexts)
  const isSubmitted = form.values.action === 'offer'
  return (
    <Panel title={t('offer')}>
      <p className="mb-4 text-muted-foreground">{t('offerHint')}</p>
      <form method="post" className="grid gap-4">
        <input type="hidden" name="action" value="offer" />
        <Checkbox
          name="enabled"
          value="1"
          label={t('enabled')}
          defaultChecked={isSubmitted ? form.values.enabled === '1' : offer.enabled}
        />
        <SelectField
          {...field(form, 'promo_code_id', offer.promo_code_id?.toString())}
          label={t('code')}
          hint={t('codeHint')}
          options={codes}
          placeholder
        />
        <TextField
          {...field(form, 'mobileSeconds', String(offer.mobileSeconds))}
          label={t('mobile')}
          hint={t('mobileHint')}
          inputMode="numeric"
          maxLength={4}
          className="sm:max-w-64"
          required
        />
        <Checkbox
          name="scrollup"
          value="1"
          label={t('scrollup')}
          defaultChecked={isSubmitted ? form.values.scrollup === '1' : offer.scrollup}
        />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </Panel>
  )
}

function Email({ data: { letter }, form }: { data: PageData; form: FormState }) {
  const t = useTexts(leaverTexts)
  const isSubmitted = form.values.action === 'letter'
  return (
    <Panel title={t('letter')}>
      <p className="mb-4 text-muted-foreground">{t('letterHint')}</p>
      <form method="post" className="grid gap-4">
        <input type="hidden" name="action" value="letter" />
        <Checkbox
          name="mailEnabled"
          value="1"
          label={t('mailEnabled')}
          defaultChecked={isSubmitted ? form.values.mailEnabled === '1' : letter.enabled}
        />
        <TextField
          {...field(form, 'minutes', String(letter.minutes))}
          label={t('minutes')}
          hint={t('minutesHint')}
          inputMode="numeric"
          maxLength={4}
          className="sm:max-w-64"
          required
        />
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </Panel>
  )
}
