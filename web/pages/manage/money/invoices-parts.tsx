import type { InvoiceDetails } from '#modules/checkout/invoices/fetch-invoice.ts'
import { invoiceTexts } from '#modules/checkout/invoices/invoices.texts.ts'
import { lk_invoice_status } from '#modules/checkout/lookups.shared.ts'
import type { Locale } from '#platform/texts.ts'
import { Card, Panel } from '#platform/ui/card.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { LookupBadge } from '#platform/ui/lookup-badge.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { money } from '#web/pages/checkout/money.ts'

type Props = { invoice: InvoiceDetails; locale: Locale }

export function InvoiceHead({ invoice, locale }: Props) {
  const t = useTexts(invoiceTexts)
  const showDate = useShowDate()
  const day = (text: string) => <span className="figures">{showDate(text)}</span>
  const { total } = invoice
  const balanceText = total === 0 ? 'settled' : total > 0 ? 'owedTo' : 'owedBy'
  return (
    <div className="grid gap-4 [&>*]:min-w-0 lg:grid-cols-[1fr_22rem]">
      <Card>
        <Facts
          facts={[
            [t('organization'), `${invoice.organization_name} (${invoice.code})`],
            [t('payableTo'), invoice.check_payable_to || null],
            [t('taxId'), invoice.tax_id || null],
            [t('website'), invoice.website_name],
            [t('course'), invoice.course_name ?? t('allCourses')],
            [
              t('period'),
              <span key="period">
                {day(invoice.period_start)} – {day(invoice.period_end)}
              </span>,
            ],
            [t('createdAt'), day(invoice.created_at)],
            [t('dueAt'), day(invoice.due_at)],
            [
              t('status'),
              <LookupBadge key="status" lookup={lk_invoice_status} id={invoice.lk_invoice_status_id} kind="invoice" />,
            ],
          ]}
        />
      </Card>
      <Card>
        <dl className="grid gap-2">
          <Sum name={t('earned')} dollars={invoice.earned} locale={locale} />
          <Sum name={t('billedSum')} dollars={-invoice.billed} locale={locale} />
          <Sum name={t(balanceText)} dollars={Math.abs(total)} locale={locale} strong />
          <Sum name={t('paidAmount')} dollars={invoice.paidAmount} locale={locale} />
          <Sum name={t('open')} dollars={invoice.open} locale={locale} strong />
        </dl>
      </Card>
    </div>
  )
}

function Sum({ name, dollars, locale, strong }: { name: string; dollars: number; locale: Locale; strong?: true }) {
  return (
    <div className={strong ? 'flex justify-between gap-4 border-t pt-2 font-semibold' : 'flex justify-between gap-4'}>
      <dt className={strong ? undefined : 'text-muted-foreground'}>{name}</dt>
      <dd className="figures">{money(dollars || 0, locale)}</dd>
    </div>
  )
}

type Sums = Pick<InvoiceDetails['courses'][number], 'price' | 'discount' | 'refund' | 'admin_fee' | 'part'>

function Headings() {
  const t = useTexts(invoiceTexts)
  return (
    <>
      {(['price', 'discount', 'refunded', 'adminFee', 'part'] as const).map((word) => (
        <TableHead key={word} numeric>
          {t(word)}
        </TableHead>
      ))}
    </>
  )
}

const Figures = ({ of: { price, discount, refund, admin_fee, part }, locale }: { of: Sums; locale: Locale }) => (
  <>
    <TableCell numeric>{money(price, locale)}</TableCell>
    <TableCell numeric>{money(discount, locale)}</TableCell>
    <TableCell numeric>{money(refund, locale)}</TableCell>
    <TableCell numeric>{money(admin_fee, locale)}</TableCell>
    <TableCell numeric className="font-semibold">
      {money(part, locale)}
    </TableCell>
  </>
)

export function InvoiceCourses({ invoice: { courses, invoice_number }, locale }: Props) {
  const t = useTexts(invoiceTexts)
  return (
    <Panel title={t('courses')}>
      <p className="mb-3 max-w-reading text-sm text-muted-foreground">{t('rule')}</p>
      <Table label={t('coursesOf', { number: invoice_number })}>
        <thead>
          <tr>
            <TableHead>{t('course')}</TableHead>
            <TableHead numeric>{t('sales')}</TableHead>
            <Headings />
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <tr key={`${course.course_website_id} ${course.billed_ind}`}>
              <TableCell className="min-w-48">
                {course.name}
                {course.billed_ind && ` (${t('billed')})`}
              </TableCell>
              <TableCell numeric>{course.sales}</TableCell>
              <Figures of={course} locale={locale} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

export function InvoiceLines({ invoice: { lines, lines_count, invoice_number }, locale }: Props) {
  const t = useTexts(invoiceTexts)
  const showDate = useShowDate()
  return (
    <Panel title={t('lines')}>
      {lines_count > lines.length && (
        <p className="mb-3 text-sm text-muted-foreground">
          {t('linesShown', { shown: lines.length, count: lines_count })}
        </p>
      )}
      <Table label={t('linesOf', { number: invoice_number })}>
        <thead>
          <tr>
            <TableHead>{t('date')}</TableHead>
            <TableHead>{t('kind')}</TableHead>
            <TableHead>{t('course')}</TableHead>
            <Headings />
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.invoice_line_id}>
              <TableCell className="figures">{showDate(line.happened_at)}</TableCell>
              <TableCell>{t(line.kind === 'sale' && line.billed_ind ? 'billed' : line.kind)}</TableCell>
              <TableCell className="min-w-48">{line.name}</TableCell>
              <Figures of={line} locale={locale} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

export function InvoicePayments({ invoice: { payments, invoice_number }, locale }: Props) {
  const t = useTexts(invoiceTexts)
  const showDate = useShowDate()
  if (payments.length === 0) return null
  return (
    <Panel title={t('payments')}>
      <Table label={t('paymentsOf', { number: invoice_number })}>
        <thead>
          <tr>
            <TableHead>{t('paidOn')}</TableHead>
            <TableHead>{t('reference')}</TableHead>
            <TableHead numeric>{t('part')}</TableHead>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ invoice_payment_id, paid_on, reference, amount }) => (
            <tr key={invoice_payment_id}>
              <TableCell className="figures">{showDate(paid_on)}</TableCell>
              <TableCell>{reference || '—'}</TableCell>
              <TableCell numeric>{money(amount, locale)}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
