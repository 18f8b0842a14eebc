import type { PaymentChoices } from '#modules/checkout/entry.ts'
import CardPayment from '#modules/checkout/payments/form/card-payment.island.tsx'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { HumanCheckField } from '#web/pages/account/human-check-field.tsx'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'
import { LegalNotice } from './legal-notice.tsx'
import { money } from './money.ts'
import { Step } from './step.tsx'
import { Sums } from './summary.tsx'

/** Payment method and pay button, or the request to sign in first. */
export function PaymentStep({ data, input }: { data: Checkout; input: ViewInput }) {
  const t = useTexts(words)
  if (data.returning) {
    return (
      <Step n={3} title={t('payment')}>
        <p>{t('mustSignIn')}</p>
      </Step>
    )
  }
  return (
    <Step n={3} title={t('payment')}>
      <Sums cart={data.cart} locale={input.locale} className="lg:hidden" />
      <PaymentFields choices={data} total={data.cart.total} confirm_dob={data.needs_dob} input={input} />
      <LegalNotice legal={data.legal} input={input} />
    </Step>
  )
}

type FieldsProps = { choices: PaymentChoices; total: number; confirm_dob: boolean; input: ViewInput }

/** The payment fields for any form; `total` in dollars. Saved cards and PayPal need no script. */
export function PaymentFields({ choices, total, confirm_dob, input: { form, locale } }: FieldsProps) {
  const t = useTexts(words)
  const { gateway, offered, saved, captcha } = choices
  return (
    <>
      {total > 0 && offered.card && (
        <>
          <p className="text-sm text-muted-foreground">{t('secure')}</p>
          <noscript>
            <Alert variant="attention">{t('scripts')}</Alert>
          </noscript>
        </>
      )}
      {/* Beside the clicked button, unless a field shows it; without scripts it is also at the top of the page. */}
      <div data-payment-message tabIndex={-1} className="empty:hidden">
        {isOfPayment(form) && Object.keys(form.errors).length === 0 && <PaymentMessage form={form} />}
      </div>
      <CardPayment
        api_login_id={gateway.api_login_id}
        client_key={gateway.client_key}
        library_url={gateway.library_url}
        total={total > 0 ? money(total, locale) : null}
        confirm_dob={confirm_dob}
        offered={offered}
        saved={saved}
      />
      <HumanCheckField site={captcha} action="checkout" name="recaptchaToken" />
    </>
  )
}

/** An applied code is no error; its new total waits for the button. */
function PaymentMessage({ form: { message, answer } }: Pick<ViewInput, 'form'>) {
  return answer.promo_applied === true ? <Alert variant="attention">{message}</Alert> : <FormAlert message={message} />
}

/** Whether a form's message is about the payment. */
const isOfPayment = ({ values }: ViewInput['form']): boolean => values.intent_id !== undefined

/** The error of a page's form, above it; a payment's only if no script shows it beside its button. */
export function PageMessage({ form }: Pick<ViewInput, 'form'>) {
  if (!isOfPayment(form)) return <FormAlert message={form.message} />
  return (
    <noscript>
      <PaymentMessage form={form} />
    </noscript>
  )
}
