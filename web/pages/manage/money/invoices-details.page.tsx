import { randomUUID } from 'node:crypto'
import { deleteInvoice } from '#modules/checkout/invoices/delete-invoice.ts'
import { fetchInvoice, type InvoiceDetails } from '#modules/checkout/invoices/fetch-invoice.ts'
import { invoiceTexts } from '#modules/checkout/invoices/invoices.texts.ts'
import { recordInvoicePayment } from '#modules/checkout/invoices/record-invoice-payment.ts'
import PrintButton from '#modules/checkout/orders/print-button.island.tsx'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { todayOf } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { DeleteInvoice, PayInvoice } from './invoices-forms.tsx'
import { InvoiceCourses, InvoiceHead, InvoiceLines, InvoicePayments } from './invoices-parts.tsx'

type PageData = { invoice: InvoiceDetails; request_id: string; today: string }

/** One invoice: its lines, the open amount and its payments. */
export default page({
  address: '/manage/invoices/details',
  may: staff('MANAGE_INVOICE_PAYMENTS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, query }): Promise<PageData | PageRedirect> {
    if (!/^\d{1,9}$/.test(query.invoice_id ?? '')) return notFound()
    const { invoice } = await fetchInvoice.run(ctx, { invoice_id: Number(query.invoice_id) })
    // A form that is sent twice is booked once.
    return { invoice, request_id: randomUUID(), today: todayOf(ctx) }
  },
  title: ({ invoice }, locale) => localize(locale, invoiceTexts.invoiceNumber, { number: invoice.invoice_number }),
  async submit({ ctx, url, query, form: { values } }) {
    const invoice_id = Number(query.invoice_id)
    const { action, amount = '', paid_on = '', reference, request_id = '' } = values
    const { message = '' } =
      action === 'delete'
        ? await deleteInvoice.run(ctx, { invoice_id })
        : await recordInvoicePayment.run(ctx, { invoice_id, amount, paid_on, reference, request_id })
    const flash = { kind: 'success', text: message } as const
    return redirect(action === 'delete' ? pathTo('/manage/invoices') : `${url.pathname}${url.search}`, { flash })
  },
  view: (data, input) => <Details shown={data} input={input} />,
})

function Details({ shown: { invoice, request_id, today }, input }: { shown: PageData; input: ViewInput }) {
  const t = useTexts(invoiceTexts)
  const { form, locale } = input
  const { invoice_id, invoice_number, can } = invoice
  // The message is shown with the form that was refused.
  const formOf = (action: string): FormState => (form.values.action === action ? form : { ...form, message: null })
  return (
    <div className="grid max-w-5xl gap-4 [&>*]:min-w-0">
      <PageTitle actions={<Files invoice_id={invoice_id} />}>
        {t('invoiceNumber', { number: invoice_number })}
      </PageTitle>
      <InvoiceHead invoice={invoice} locale={locale} />
      <InvoiceCourses invoice={invoice} locale={locale} />
      <InvoiceLines invoice={invoice} locale={locale} />
      <InvoicePayments invoice={invoice} locale={locale} />
      {can.pay && <PayInvoice open={invoice.open} request_id={request_id} today={today} form={formOf('pay')} />}
      {can.delete && <DeleteInvoice form={formOf('delete')} />}
      <p className="print:hidden">
        <TextLink href={pathTo('/manage/invoices')}>{t('back')}</TextLink>
      </p>
    </div>
  )
}

function Files({ invoice_id }: { invoice_id: number }) {
  const t = useTexts(invoiceTexts)
  return (
    <>
      <PrintButton label={t('print')} />
      <LinkButton href={`/api/invoice/${invoice_id}/lines`} variant="outline" download>
        {t('export')}
      </LinkButton>
      <LinkButton href={`/api/invoice/${invoice_id}/pdf`} download>
        {t('pdf')}
      </LinkButton>
    </>
  )
}
