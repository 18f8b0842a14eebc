import KeepFormInput from '#modules/checkout/cart/keep-form-input.island.tsx'
import { chargeTexts } from '#modules/checkout/charges/charges.texts.ts'
import { type OpenOrderStep, selectOpenOrderStep } from '#modules/checkout/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { idOf } from '#web/pages/course/course-place.ts'
import { Agreement, DateOfBirth } from './agreement.tsx'
import { words } from './checkout.texts.ts'
import { toReceipt } from './checkout-load.ts'
import { LegalNotice } from './legal-notice.tsx'
import { money } from './money.ts'
import { submitOrder } from './order-submit.ts'
import { paymentSources } from './payment-sources.ts'
import { PageMessage, PaymentFields } from './payment-step.tsx'
import { Step } from './step.tsx'

/** One open order of a student, created by staff or the student, with its payment. */
export default page({
  address: '/checkout/order/:orderId{[0-9]+}',
  title: words.title,
  may: student,
  layout: StudentLayout,
  async load({ ctx, params }): Promise<OpenOrderStep | PageRedirect> {
    const step = await selectOpenOrderStep(ctx, idOf(params.orderId))
    return 'order' in step ? step : toReceipt(ctx, step.transaction_id, null)
  },
  submit: ({ ctx, params, form, url }) =>
    submitOrder(ctx, idOf(params.orderId), form).catch((error) => toProof(error, url)),
  csp: (step) => paymentSources(step),
  view: (step, input) => <PayOrder step={step} input={input} />,
})

type PageData = { step: OpenOrderStep; input: ViewInput }

function PayOrder({ step, input }: PageData) {
  const t = useTexts(chargeTexts)
  const { order } = step
  return (
    <>
      <PageTitle lead={order.note || undefined}>{t('order', { order_id: order.order_id })}</PageTitle>
      <PageMessage form={input.form} />
      <KeepFormInput />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        {order.pending ? <Confirming {...input} order_id={order.order_id} /> : <Payment step={step} input={input} />}
        <Lines step={step} input={input} />
      </div>
    </>
  )
}

function Confirming({ frame, order_id }: ViewInput & { order_id: number }) {
  const t = useTexts(words)
  const redraw = (
    <LinkButton
      href={withCarriedParams(frame, pathTo('/checkout/order/:orderId', { orderId: order_id }))}
      variant="outline"
      size="sm"
    >
      {t('checkAgain')}
    </LinkButton>
  )
  return (
    <Alert variant="attention" title={t('pendingTitle')} action={redraw}>
      {t('pendingText')}
    </Alert>
  )
}

function Payment({ step, input }: PageData) {
  const t = useTexts(words)
  const chargeText = useTexts(chargeTexts)
  const { order, agreement, needs_dob, buyer } = step
  const needsAgreement = agreement.needed || needs_dob
  return (
    <form method="post" className="grid min-w-0 gap-6">
      <input type="hidden" name="intent_id" value={order.intent_id} />
      <input type="hidden" name="total" value={order.total} />
      {needsAgreement && (
        <Step n={1} title={chargeText('before')}>
          {needs_dob && <DateOfBirth input={input} />}
          {agreement.needed && <Agreement data={step} input={input} />}
        </Step>
      )}
      <Step n={needsAgreement ? 2 : 1} title={t('payment')}>
        <p>
          {t('buyingAs')}{' '}
          <strong>
            {buyer.first_name} {buyer.last_name}
          </strong>{' '}
          <span className="text-muted-foreground">({buyer.email})</span>
        </p>
        <PaymentFields choices={step} total={order.total} confirm_dob={needs_dob} input={input} />
        <LegalNotice legal={step.legal} input={input} />
      </Step>
    </form>
  )
}

function Lines({ step: { order }, input: { locale } }: PageData) {
  const t = useTexts(words)
  const chargeText = useTexts(chargeTexts)
  const sum = (field: 'addOns' | 'shipping_price') => order.items.reduce((total, item) => total + item[field], 0)
  const rows: [string, number][] = [
    ...order.items.map(({ name, price }): [string, number] => [name, price]),
    ...extra(t('audio'), sum('addOns')),
    ...extra(t('shipping'), sum('shipping_price')),
    ...extra(chargeText('tax'), order.tax),
  ]
  return (
    <Panel title={order.organization_name} className="order-first lg:order-none">
      <dl className="grid gap-1.5">
        {rows.map(([name, dollars], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may have equal text
          <div key={index} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="figures">{money(dollars, locale)}</dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t pt-2 text-xl font-bold">
          <dt>{t('total')}</dt>
          <dd className="figures">{money(order.total, locale)}</dd>
        </div>
      </dl>
      {!order.charged_ind && !order.pending && (
        <form method="post" className="mt-4 border-t pt-4">
          <ConfirmSubmit name="action" value="cancel" label={chargeText('cancel')} size="sm" variant="outline">
            {chargeText('cancelOwnAsk')}
          </ConfirmSubmit>
        </form>
      )}
    </Panel>
  )
}

const extra = (name: string, dollars: number): [string, number][] => (dollars > 0 ? [[name, dollars]] : [])
