import KeepFormInput from '#modules/checkout/cart/keep-form-input.island.tsx'
import { shopper } from '#modules/checkout/entry.ts'
import LeaverOffer from '#modules/checkout/leaver/leaver-offer.island.tsx'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { buttonVariants, LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { CheckoutLayout } from '#web/layouts/public.tsx'
import { toProof } from '#web/pages/account/enter.ts'
import { AsideItems, UpsellOffer } from './aside-items.tsx'
import { words } from './checkout.texts.ts'
import { type Checkout, loadCheckout } from './checkout-load.ts'
import { submitCheckout } from './checkout-submit.ts'
import { LinkedCourse } from './linked-course.tsx'
import { LostItems } from './lost-items.tsx'
import { money } from './money.ts'
import { OpenOrders } from './open-orders.tsx'
import { paymentSources } from './payment-sources.ts'
import { PageMessage, PaymentStep } from './payment-step.tsx'
import { RemovedItem } from './removed-item.tsx'
import { ReviewStep } from './review-step.tsx'
import { SmallForms } from './small-forms.tsx'
import { StudentStep } from './student-step.tsx'
import { Summary } from './summary.tsx'
import { isVisit } from './visit.ts'

export default page({
  address: '/checkout',
  title: words.title,
  may: shopper,
  layout: CheckoutLayout,
  header: 'brief',
  load: ({ ctx, query, request }) => loadCheckout(ctx, query, request.headers.get('cookie'), isVisit(request)),
  submit: ({ ctx, form, request, url }) =>
    submitCheckout(ctx, form, request.headers.get('cookie')).catch((error) => toProof(error, url)),
  csp: (choices) => paymentSources(choices),
  view: (data, input) => <CheckoutView data={data} input={input} />,
})

type PageData = { data: Checkout; input: ViewInput }

function CheckoutView({ data, input }: PageData) {
  const t = useTexts(words)
  const empty = data.cart.cartItems.length === 0
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      {input.form.values.action !== 'promo' && <PageMessage form={input.form} />}
      <KeepFormInput />
      <div className="grid gap-6">
        {data.removed && <RemovedItem removed={data.removed} />}
        {data.lost.length > 0 && <LostItems lost={data.lost} pending={data.pending} />}
        {data.linked && <LinkedCourse linked={data.linked} input={input} />}
        {empty ? (
          <EmptyCart {...input} />
        ) : data.pending ? (
          <Pending data={data} input={input} />
        ) : (
          <Steps data={data} input={input} />
        )}
        <AsideItems data={data} locale={input.locale} />
        <OpenOrders orders={data.open_orders} frame={input.frame} />
      </div>
    </>
  )
}

function EmptyCart({ frame }: ViewInput) {
  const t = useTexts(words)
  const action = <LinkButton href={withCarriedParams(frame, pathTo('/courses/search'))}>{t('toCourses')}</LinkButton>
  return (
    <Empty title={t('emptyTitle')} action={action} icon={<Icon name="cart" />}>
      {t('emptyText')}
    </Empty>
  )
}

function Pending({ data, input }: PageData) {
  const t = useTexts(words)
  const redraw = (
    <LinkButton
      href={withCarriedParams(input.frame, pathTo('/checkout', { query: { order: data.cart.intent_id } }))}
      variant="outline"
      size="sm"
    >
      {t('checkAgain')}
    </LinkButton>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <Alert variant="attention" title={t('pendingTitle')} action={redraw}>
        {t('pendingText')}
      </Alert>
      <Summary cart={data.cart} locale={input.locale} />
    </div>
  )
}

function Steps({ data, input }: PageData) {
  const steps = (
    <>
      <StudentStep data={data} input={input} />
      <ReviewStep data={data} input={input} />
      {!data.returning && <PayBar data={data} input={input} />}
      <PaymentStep data={data} input={input} />
    </>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <SmallForms data={data} input={input} />
      {data.leaver.offer && <LeaverOffer {...data.leaver.offer} />}
      <UpsellOffer items={data.cart.cartItems} locale={input.locale} />
      {data.returning ? (
        <div className="grid min-w-0 gap-6">{steps}</div>
      ) : (
        <form
          method="post"
          action={pathTo('/checkout')}
          // The focused field is never under the bar.
          className="grid min-w-0 gap-6 max-lg:[&_:is(input,select,button)]:scroll-mb-20"
        >
          <input type="hidden" name="action" value="pay" />
          <input type="hidden" name="intent_id" value={data.cart.intent_id ?? ''} />
          <input type="hidden" name="total" value={data.cart.total} />
          {steps}
        </form>
      )}
      <Summary cart={data.cart} locale={input.locale} wideOnly={!data.returning} />
    </div>
  )
}

/** The total within thumb's reach on a phone, until the payment step itself is visible. */
function PayBar({ data: { cart }, input: { locale } }: PageData) {
  const t = useTexts(words)
  return (
    <div
      data-bottom-bar="narrow"
      className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t bg-card px-4 py-2 shadow-over sm:-mx-6 sm:px-6 lg:hidden"
    >
      <p className="text-lg font-bold">
        {t('total')} <span className="figures">{money(cart.total, locale)}</span>
      </p>
      <a href="#step-3" className={buttonVariants({ size: 'lg' })}>
        {t('toPayment')}
      </a>
    </div>
  )
}
