import { shopper } from '../../../modules/checkout/index.ts'
import CardPayment from '../../../modules/checkout/payments/card-payment.island.tsx'
import { Banner, FormMessage } from '../../../platform/ui/banner.tsx'
import { LinkButton } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icons.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState, PageTitle, TextLink } from '../../../platform/ui/parts.tsx'
import { carry } from '../../../platform/web/frame.ts'
import { page, type ViewInput } from '../../../platform/web/page.ts'
import { PublicLayout } from '../../layouts/public.tsx'
import { words } from './checkout.texts.ts'
import { type Checkout, loadCheckout } from './checkout-load.ts'
import { submitCheckout } from './checkout-submit.ts'
import { money } from './money.ts'
import { ReviewStep, SmallForms } from './review-step.tsx'
import { Step } from './step.tsx'
import { StudentStep } from './student-step.tsx'
import { Summary } from './summary.tsx'

export default page({
  address: '/checkout',
  title: words.title,
  may: shopper,
  layout: PublicLayout,
  load: ({ ctx, query, request }) => loadCheckout(ctx, query, request.headers.get('cookie')),
  submit: ({ ctx, form, request }) => submitCheckout(ctx, form, request.headers.get('cookie')),
  csp: ({ gateway: { library_url, connect_origin } }) => {
    const { origin } = new URL(library_url)
    return { script: [origin], connect: [...new Set([origin, connect_origin])] }
  },
  view: (data, input) => <CheckoutView data={data} input={input} />,
})

type Shown = { data: Checkout; input: ViewInput }

function CheckoutView({ data, input }: Shown) {
  const t = useTexts(words)
  const empty = data.cart.cartItems.length === 0
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      {input.form.values.deed !== 'promo' && <FormMessage message={input.form.message} />}
      {empty ? (
        <Empty {...input} />
      ) : data.pending ? (
        <Pending data={data} input={input} />
      ) : (
        <Steps data={data} input={input} />
      )}
    </>
  )
}

function Empty({ frame }: ViewInput) {
  const t = useTexts(words)
  const action = <LinkButton href={carry(frame, '/courses/search')}>{t('toCourses')}</LinkButton>
  return (
    <EmptyState title={t('emptyTitle')} action={action} icon={<Icon name="cart" />}>
      {t('emptyText')}
    </EmptyState>
  )
}

function Pending({ data, input }: Shown) {
  const t = useTexts(words)
  const again = (
    <LinkButton href={carry(input.frame, `/checkout?order=${data.cart.intent_id}`)} look="secondary" size="small">
      {t('checkAgain')}
    </LinkButton>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <Banner kind="attention" title={t('pendingTitle')} action={again}>
        {t('pendingText')}
      </Banner>
      <Summary data={data} input={input} />
    </div>
  )
}

function Steps({ data, input }: Shown) {
  const left = (
    <>
      <StudentStep data={data} input={input} />
      <ReviewStep data={data} input={input} />
      <PaymentStep data={data} input={input} />
    </>
  )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <SmallForms data={data} />
      {data.returning ? (
        <div className="grid min-w-0 gap-6">{left}</div>
      ) : (
        <form method="post" action="/checkout" className="grid min-w-0 gap-6">
          <input type="hidden" name="deed" value="pay" />
          <input type="hidden" name="intent_id" value={data.cart.intent_id ?? ''} />
          <input type="hidden" name="total" value={data.cart.total} />
          {left}
        </form>
      )}
      <Summary data={data} input={input} />
    </div>
  )
}

function PaymentStep({ data, input: { frame, locale } }: Shown) {
  const t = useTexts(words)
  const { gateway, cart } = data
  if (data.returning) {
    return (
      <Step n={3} title={t('payment')}>
        <p>{t('mustSignIn')}</p>
      </Step>
    )
  }
  return (
    <Step n={3} title={t('payment')}>
      {cart.total > 0 && (
        <>
          <p className="text-sm text-muted">{t('secure')}</p>
          <noscript>
            <Banner kind="attention">{t('scripts')}</Banner>
          </noscript>
        </>
      )}
      <CardPayment
        api_login_id={gateway.api_login_id}
        client_key={gateway.client_key}
        library_url={gateway.library_url}
        total={cart.total > 0 ? money(cart.total, locale) : null}
        confirm_dob={data.needs_dob}
      />
      <p className="text-sm text-muted">
        {t('legal')} <TextLink href={carry(frame, '/terms')}>{t('termsLink')}</TextLink>,{' '}
        <TextLink href={carry(frame, '/privacy')}>{t('privacyLink')}</TextLink>.
      </p>
    </Step>
  )
}
