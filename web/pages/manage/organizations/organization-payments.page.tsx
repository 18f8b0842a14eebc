import type { BillingMethod } from '#modules/checkout/entry.ts'
import { lk_payment_status } from '#modules/checkout/lookups.shared.ts'
import { fetchTransactions } from '#modules/checkout/orders/fetch-transactions.ts'
import { billingTexts } from '#modules/checkout/payments/billing/billing.texts.ts'
import { changeBillingMethods, fetchBillingMethods } from '#modules/checkout/payments/billing/billing-methods.ts'
import type { Ctx } from '#platform/ctx.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { isViewing } from '#platform/viewing.ts'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { notFound, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { orgTexts } from './organization.texts.ts'
import { findOrg, type Org, OrgShell, orgAddress } from './organization-shell.tsx'

type Billing = Awaited<ReturnType<typeof fetchBillingMethods.run>>
type Can = Billing['can']
type Transactions = Awaited<ReturnType<typeof fetchTransactions.run>>['data']
/** `billing` and `history` are null for staff who may not see them. */
type PageData = { org: Org; billing: Billing | null; history: Transactions | null; invoices: boolean }

/** The organization's payment method, and the payments for its courses. */
export default page({
  address: '/manage/organization/:id{[0-9]{1,9}}/payments',
  title: orgTexts.payments,
  may: staff('MANAGE_ORGANIZATION:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params, query }) {
    const org = await findOrg(ctx, params.id)
    if (!org) return notFound()
    const { organization_id } = org
    // The gateway's page links back here without its result.
    if (query.back === '1') await refresh(ctx, organization_id)
    const seesBilling = holds(ctx.actor, 'MANAGE_PAYMENT_METHODS:READ')
    const billing = seesBilling ? await fetchBillingMethods.run(ctx, { organization_id }) : null
    const maySee = holds(ctx.actor, 'MANAGE_PAYMENTS:READ')
    const history = maySee ? (await fetchTransactions.run(ctx, { userId: org.code })).data : null
    return { org, billing, history, invoices: holds(ctx.actor, 'MANAGE_INVOICE_PAYMENTS:READ') }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const { message = '' } = await changeBillingMethods.run(ctx, {
      organization_id: params.id,
      action: values.action === 'remove' ? 'remove' : 'default',
      payment_profile_id: values.payment_profile_id ?? '',
    })
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (loaded: PageData, { form }) => <Payments loaded={loaded} form={form} />,
})

/** If the refresh fails, the page shows the previous state. */
async function refresh(ctx: Ctx, organization_id: number): Promise<void> {
  if (isViewing(ctx.actor) || !holds(ctx.actor, 'MANAGE_PAYMENT_METHODS:CREATE')) return
  await changeBillingMethods.run(ctx, { organization_id, action: 'refresh' }).catch((error) => {
    ctx.log.warn('billing.not_refreshed', { organization_id, error: String(error) })
  })
}

function Payments({ loaded: { org, billing, history, invoices }, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(billingTexts)
  return (
    <OrgShell org={org} tab="payments">
      <FormAlert message={form.message} />
      {billing && <BillingMethods org={org} billing={billing} />}
      {history && <History org={org} history={history} />}
      {invoices && (
        <p>
          {t('settled')}{' '}
          <TextLink href={pathTo('/manage/invoices', { query: { code: `exact:${org.code}` } })}>
            {t('invoices')}
          </TextLink>
        </p>
      )}
    </OrgShell>
  )
}

function BillingMethods({ org, billing: { paymentMethods, can } }: { org: Org; billing: Billing }) {
  const t = useTexts(billingTexts)
  return (
    <Panel title={t('title')} className="max-w-3xl">
      <p className="mb-3 max-w-reading text-muted-foreground">{t('lead')}</p>
      {paymentMethods.length === 0 ? (
        <Empty title={t('none')}>{t('noneLead')}</Empty>
      ) : (
        <ul className="divide-y divide-border">
          {paymentMethods.map((method) => (
            <Method key={method.payment_profile_id} method={method} can={can} />
          ))}
        </ul>
      )}
      {can.add && (
        <p className="mt-4">
          <LinkButton href={orgAddress(org, 'billing')} variant="outline">
            {t('manage')}
          </LinkButton>
        </p>
      )}
    </Panel>
  )
}

function Method({ method, can }: { method: BillingMethod; can: Can }) {
  const t = useTexts(billingTexts)
  const { payment_profile_id, default_ind, last_4 } = method
  const name = t('ending', { brand: method.brand || t('bank'), last_4 })
  const button = { name: 'action', size: 'sm' } as const
  return (
    <li className="py-3">
      <form method="post" className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="payment_profile_id" value={payment_profile_id} />
        <p className="min-w-0 flex-1 font-semibold">{name}</p>
        {default_ind && <Badge tone="green">{t('preferred')}</Badge>}
        {can.prefer && !default_ind && (
          <SubmitButton {...button} value="default" variant="outline" aria-label={`${t('prefer')}: ${name}`}>
            {t('prefer')}
          </SubmitButton>
        )}
        {can.remove && (
          <ConfirmSubmit
            {...button}
            value="remove"
            label={t('removeOne')}
            title={`${t('removeOne')}: ${name}`}
            aria-label={`${t('removeOne')}: ${name}`}
          >
            {t('removeOneAsk')}
          </ConfirmSubmit>
        )}
      </form>
    </li>
  )
}

const returnedAmount = ({ refund_amount, charged_back }: Transactions[number]) => refund_amount + charged_back

function History({ org, history }: { org: Org; history: Transactions }) {
  const t = useTexts(billingTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const dollars = (amount: number) => formatMoney(toCents(amount), locale)
  return (
    <Panel title={t('history')}>
      {history.length === 0 && <Empty title={t('noHistory')}>{t('noHistoryLead')}</Empty>}
      {history.length > 0 && (
        <>
          <p className="mb-3 text-muted-foreground">{t('historyLead')}</p>
          <Table label={t('history')}>
            <thead>
              <tr>
                <TableHead numeric>{t('amount')}</TableHead>
                <TableHead>{t('method')}</TableHead>
                <TableHead>{t('placed')}</TableHead>
                <TableHead numeric>{t('tax')}</TableHead>
                <TableHead numeric>{t('refunded')}</TableHead>
                <TableHead numeric>{t('amountPaid')}</TableHead>
                <TableHead>{t('status')}</TableHead>
              </tr>
            </thead>
            <tbody>
              {history.map((payment) => (
                <tr key={payment.payment_id}>
                  <TableCell numeric>{dollars(payment.total)}</TableCell>
                  <TableCell>{payment.payment_method}</TableCell>
                  <TableCell className="figures">{showDate(payment.created_at)}</TableCell>
                  <TableCell numeric>{payment.tax > 0 ? dollars(payment.tax) : '—'}</TableCell>
                  <TableCell numeric>{returnedAmount(payment) > 0 ? dollars(returnedAmount(payment)) : '—'}</TableCell>
                  <TableCell numeric>{dollars(payment.amount_paid)}</TableCell>
                  <TableCell>
                    <LookupBadge kind="payment" lookup={lk_payment_status} id={payment.lk_payment_status_id} />
                  </TableCell>
                </tr>
              ))}
            </tbody>
          </Table>
          <p className="mt-3">
            <TextLink href={pathTo('/manage/payments', { query: { organization_code: `exact:${org.code}` } })}>
              {t('all')}
            </TextLink>
          </p>
        </>
      )}
    </Panel>
  )
}
