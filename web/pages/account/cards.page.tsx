import type { PaymentMethod } from '#modules/checkout/entry.ts'
import { addRemovePaymentMethod } from '#modules/checkout/payments/methods/change-payment-methods.ts'
import { fetchPaymentMethods } from '#modules/checkout/payments/methods/fetch-payment-methods.ts'
import { methodTexts } from '#modules/checkout/payments/methods/payment-methods.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { SentForm } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { tabNamed } from '#web/account/account-tabs.ts'
import { toProof } from './enter.ts'
import { OwnLayout } from './own-layout.tsx'

const { title } = tabNamed('billing')

/** One's own saved cards, as plain forms; numbers are entered only on the gateway's page. */
export default page({
  address: '/settings/cards',
  title,
  may: student,
  layout: OwnLayout,
  async load({ ctx, query }) {
    // Returned from the gateway's page, which does not report what was done.
    const isBack = query.back === '1' && ctx.actor.kind === 'user' && ctx.actor.viewed_by === null
    if (isBack)
      return addRemovePaymentMethod.run(ctx, { action: 'refresh' }).catch(() => fetchPaymentMethods.run(ctx, {}))
    return fetchPaymentMethods.run(ctx, {})
  },
  submit: ({ ctx, form, url }) => change(ctx, form).catch((error) => toProof(error, url)),
  view: ({ paymentMethods }, input) => <Cards cards={paymentMethods} input={input} />,
})

async function change(ctx: Ctx, { values }: SentForm): Promise<PageRedirect> {
  const action = values.action === 'remove' ? 'remove' : 'default'
  const { message = '' } = await addRemovePaymentMethod.run(ctx, {
    action,
    payment_profile_id: values.payment_profile_id ?? '',
  })
  return redirect(pathTo('/settings/cards'), { flash: { kind: 'success', text: message } })
}

function Cards({ cards, input: { frame, form, locale } }: { cards: PaymentMethod[]; input: ViewInput }) {
  const t = useTexts(methodTexts)
  return (
    <>
      <PageTitle lead={t('kept')}>{localize(locale, title)}</PageTitle>
      <FormAlert message={form.message} />
      <div className="grid gap-6">
        {cards.length === 0 ? (
          <Empty title={t('none')}>{t('noneText')}</Empty>
        ) : (
          <ul className="grid gap-3">
            {cards.map((card) => (
              <li key={card.payment_profile_id}>
                <SavedCard card={card} />
              </li>
            ))}
          </ul>
        )}
        <p>
          <LinkButton href={withCarriedParams(frame, pathTo('/settings/cards/manage'))}>{t('manage')}</LinkButton>
        </p>
      </div>
    </>
  )
}

function SavedCard({ card }: { card: PaymentMethod }) {
  const t = useTexts(methodTexts)
  const { payment_profile_id, default_ind, last_4 } = card
  const name = t('ending', { brand: card.brand || t('card'), last_4 })
  return (
    <Card>
      <form method="post" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="payment_profile_id" value={payment_profile_id} />
        <p className="min-w-0 flex-1 font-semibold">{name}</p>
        {default_ind ? (
          <Badge tone="green">{t('first')}</Badge>
        ) : (
          <SubmitButton
            name="action"
            value="default"
            variant="outline"
            size="sm"
            aria-label={`${t('offerFirst')}: ${name}`}
          >
            {t('offerFirst')}
          </SubmitButton>
        )}
        <ConfirmSubmit
          name="action"
          value="remove"
          size="sm"
          label={t('remove')}
          title={`${t('remove')}: ${name}`}
          aria-label={`${t('remove')}: ${name}`}
        >
          {t('removeAsk')}
        </ConfirmSubmit>
      </form>
    </Card>
  )
}
