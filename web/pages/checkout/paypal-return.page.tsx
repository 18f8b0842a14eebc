import SendAtOnce from '#modules/checkout/cart/send-at-once.island.tsx'
import { type ApprovedOrder, findApprovedOrder, readGuestCookie, shopper } from '#modules/checkout/entry.ts'
import { checkoutErrors } from '#modules/checkout/index.ts'
import { placeGuestOrder, placeOrder } from '#modules/checkout/payments/paypal/place-wallet-order.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { localize } from '#platform/texts.ts'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { isIntent, toReceipt } from './checkout-load.ts'
import { money } from './money.ts'
import { walletWords } from './wallet.texts.ts'

type Values = Readonly<Record<string, string | undefined>>

/**
 * PayPal's return address: shows the payment, and a form captures it, sent by scripts or the button. Opening it changes
 * nothing, however often. A link to it can't make anyone pay: the form captures only what this cart's holder has
 * approved at PayPal, once.
 */
export default page({
  address: '/checkout/paypal',
  title: walletWords.confirmTitle,
  may: shopper,
  layout: PublicLayout,
  header: 'brief',
  referrer: 'none',
  load: ({ ctx, query, request }) => readApprovedOrder(ctx, query, guestOf(ctx, request)),
  submit: ({ ctx, form, request }) => take(ctx, form.values, guestOf(ctx, request)),
  view: (approved, input) => <Confirm approved={approved} input={input} />,
})

const guestOf = (ctx: Ctx, request: Request) => readGuestCookie(ctx.request.origin, request.headers.get('cookie'))

/** An order without a cart has its own page. */
const placeOf = ({ order }: Values) =>
  order && /^\d{1,10}$/.test(order) ? pathTo('/checkout/order/:orderId', { orderId: order }) : null

async function readApprovedOrder(
  ctx: Ctx,
  query: Values,
  guest_id: string | null,
): Promise<ApprovedOrder | PageRedirect> {
  const place = placeOf(query)
  const backHref = place ?? pathTo('/checkout')
  if (query.cancelled) return redirectWithText(backHref, 'info', localize(ctx.locale, walletWords.cancelled))
  const intent = isIntent(query.intent) ? query.intent : null
  const approved = intent && (await findApprovedOrder(ctx, intent, guest_id))
  if (!approved) return redirectWithText(backHref, 'error', localize(ctx.locale, checkoutErrors.walletNotApproved.text))
  return approved.isSettled ? redirect(place ?? pathTo('/checkout', { query: { order: intent } })) : approved
}

async function take(ctx: Ctx, values: Values, guest_id: string | null): Promise<PageRedirect> {
  const { intent = '', token, PayerID: payer_id } = values
  const formPlace = placeOf(values)
  const place = { intent_id: intent, wallet_order_id: token || null, payer_id }
  try {
    const result =
      ctx.actor.kind === 'user'
        ? await placeOrder.run(ctx, place)
        : await placeGuestOrder.run(ctx, { ...place, guest_id })
    const transaction = result.transactionResponse
    if (transaction) return toReceipt(ctx, transaction.transId, result.token)
    return redirect(formPlace ?? pathTo('/checkout', { query: { order: intent } }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = error.kind.code === 'PAYMENT_DECLINED' ? walletWords.declined : error.kind.text
    return redirectWithText(formPlace ?? pathTo('/checkout'), 'error', localize(ctx.locale, message))
  }
}

const redirectWithText = (to: string, kind: 'info' | 'error', text: string): PageRedirect =>
  redirect(to, { flash: { kind, text } })

const carriedParams = ['intent', 'order', 'token', 'PayerID']

function Confirm({
  approved: { total, names },
  input: { query, locale },
}: {
  approved: ApprovedOrder
  input: ViewInput
}) {
  const t = useTexts(walletWords)
  const sum = money(total, locale)
  return (
    <div className="mx-auto max-w-md">
      <PageTitle lead={t('confirmLead')}>{t('confirmTitle')}</PageTitle>
      <Card>
        <ul className="grid gap-1">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p className="mt-3 mb-4 flex justify-between gap-4 border-t pt-3 text-xl font-bold">
          {t('total')} <span className="figures">{sum}</span>
        </p>
        <form method="post" action={pathTo('/checkout/paypal')}>
          {carriedParams.map(
            (name) => query[name] && <input key={name} type="hidden" name={name} value={query[name]} />,
          )}
          <SendAtOnce label={t('confirm', { total: sum })} busyLabel={t('confirming')} />
        </form>
      </Card>
    </div>
  )
}
