import type { Receipt } from '#modules/checkout/entry.ts'
import { fetchTransaction } from '#modules/checkout/orders/fetch-transaction.ts'
import { describeMethod } from '#modules/checkout/orders/paid-with.shared.ts'
import PrintButton from '#modules/checkout/orders/print-button.island.tsx'
import { receiptTexts as words } from '#modules/checkout/orders/receipt.texts.ts'
import { isReturned, receiptSums } from '#modules/checkout/orders/receipt-sums.shared.ts'
import { formatSupport } from '#modules/checkout/orders/receipt-support.shared.ts'
import { findSetupPosition, readCourseContinuation } from '#modules/learning/entry.ts'
import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { signedIn, student } from '#platform/permissions.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { Facts, PageTitle } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { money } from './money.ts'

export default page({
  address: '/checkout/success/:transactionId',
  title: words.title,
  may: signedIn,
  layout: StudentLayout,
  async load({ ctx, params }): Promise<Purchase | PageRedirect> {
    if (!/^[\w-]{1,40}$/.test(params.transactionId)) return notFound()
    const { transaction: receipt, referred_by } = await fetchTransaction.run(ctx, { id: params.transactionId })
    return { receipt, referred_by, goesOn: await findNextStep(ctx, receipt) }
  },
  view: (purchase, input) => <ReceiptView {...purchase} input={input} />,
})

type NextStep = {
  href: string
  words: string
  /** The minutes of questions before the lessons; null if the first step is unknown. */
  minutes: number | null
}
type Purchase = { receipt: Receipt; referred_by: string | null; goesOn: NextStep }

/** A single purchased course is started from here; the button names the first step. */
async function findNextStep(ctx: Ctx, receipt: Receipt): Promise<NextStep> {
  const courses = receipt.items.filter(({ kind }) => kind === 'course')
  const studentCourseId = courses[0]?.student_course_id
  const toCourses = {
    href: pathTo('/dashboard', { hash: 'courses' }),
    words: localText(ctx.locale, words, 'start'),
    minutes: null,
  }
  if (courses.length !== 1 || !studentCourseId || isReturned(receipt) || !student.gate(ctx.actor)) return toCourses
  const { status: statusId, place } = await readCourseContinuation(ctx, studentCourseId)
  if (statusId !== status.paidNotRegistered) return toCourses
  const href = pathTo('/course/:studentCourseId', { studentCourseId })
  const setup = place === 'registration' ? await findSetupPosition(ctx, studentCourseId, 'first') : null
  if (!setup) return { href, words: localText(ctx.locale, words, 'startCourse'), minutes: 0 }
  const n = setup.minutes
  return { href, words: localText(ctx.locale, words, 'startMinutes', { n }), minutes: n }
}

function ReceiptView({ receipt, referred_by, goesOn, input: { frame, locale } }: Purchase & { input: ViewInput }) {
  const t = useTexts(words)
  const isStudent = frame.user?.role === 'Student'
  const hasCourses = receipt.items.some(({ kind }) => kind === 'course') && !isReturned(receipt)
  const support = formatSupport(receipt)
  const pdf = `/api/order/receipt/${encodeURIComponent(receipt.transaction_id)}`
  const actions = (
    <>
      {isStudent && !hasCourses && (
        <LinkButton href={withCarriedParams(frame, goesOn.href)} className="print:hidden">
          {goesOn.words}
        </LinkButton>
      )}
      <PrintButton label={t('print')} />
      <LinkButton href={pdf} variant="outline" className="print:hidden">
        {t('download')}
      </LinkButton>
    </>
  )
  return (
    <>
      <PageTitle lead={isStudent && hasCourses ? t('lead') : undefined} actions={actions}>
        {t(isStudent ? 'thanks' : 'title')}
      </PageTitle>
      <div className="grid gap-6">
        {isStudent && hasCourses && <NextStepPanel goesOn={goesOn} href={withCarriedParams(frame, goesOn.href)} />}
        <Card>
          <Facts
            facts={[
              ...factsOf(receipt, t, { locale, time_zone: frame.time_zone }),
              ...(referred_by ? [[t('referredBy'), referred_by] as const] : []),
            ]}
          />
        </Card>
        <Items receipt={receipt} locale={locale} />
        {support && <p className="text-muted-foreground">{t('support', { support })}</p>}
      </div>
    </>
  )
}

/** The three steps to the certificate, with one button for the first. */
function NextStepPanel({ goesOn: { words: start, minutes }, href }: { goesOn: NextStep; href: string }) {
  const t = useTexts(words)
  const first = minutes ? t('firstQuestions', { n: minutes }) : t(minutes === null ? 'firstCourses' : 'firstLesson')
  const steps = [
    [t('stepStart'), first],
    [t('stepLearn'), t('stepLearnText')],
    [t('stepPass'), t('stepPassText')],
  ] as const
  return (
    <Panel title={t('whatNow')} className="print:hidden">
      <div className="grid gap-5">
        <ol className="grid gap-4 sm:grid-cols-3">
          {steps.map(([name, text], index) => (
            <li key={name} className="grid grid-cols-[auto_1fr] gap-x-3">
              <span
                aria-hidden="true"
                className="figures grid size-8 place-items-center rounded-full bg-accent font-bold text-accent-foreground"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="leading-8 font-semibold">{name}</h3>
                <p className="text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <div>
          <LinkButton href={href} size="lg" className="py-2 text-center max-sm:w-full max-sm:whitespace-normal">
            {start}
          </LinkButton>
        </div>
      </div>
    </Panel>
  )
}

type Say = (key: keyof typeof words) => string

type Reader = { locale: Locale; time_zone: string | undefined }

function factsOf(receipt: Receipt, t: Say, { locale, time_zone }: Reader): [string, string][] {
  const { order_id, order_date, shipping, quantity } = receipt
  const { transaction_id, purchaser, note, shipping_address, billing_address } = receipt
  return [
    [t('order'), String(order_id)],
    [t('orderDate'), showDate(order_date, locale, time_zone)],
    [t('transaction'), transaction_id],
    [t('purchaser'), purchaser],
    [t('shipping'), shipping || '—'],
    ...(shipping_address ? [[t('shippingAddress'), shipping_address] as [string, string]] : []),
    ...(billing_address ? [[t('billingAddress'), billing_address] as [string, string]] : []),
    [t('quantity'), String(quantity)],
    ...(describeMethod(receipt) ? [[t('card'), describeMethod(receipt)] as [string, string]] : []),
    ...(note ? [[t('note'), note] as [string, string]] : []),
    ...receiptSums(receipt)
      .filter(({ key }) => key === 'paid' || key === 'refunded' || key === 'voided')
      .map(({ key, dollars }): [string, string] => [t(key), money(Math.abs(dollars), locale)]),
  ]
}

function Items({ receipt, locale }: { receipt: Receipt; locale: Locale }) {
  const t = useTexts(words)
  return (
    <Table label={t('items')}>
      <thead>
        <tr>
          <TableHead>{t('item')}</TableHead>
          <TableHead numeric>{t('price')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map(({ order_item_id, name, price, tracking_number }) => (
          <tr key={order_item_id}>
            <TableCell>
              {name}
              {tracking_number && (
                <span className="block text-sm text-muted-foreground">
                  {t('tracking')}: {tracking_number}
                </span>
              )}
            </TableCell>
            <TableCell numeric>{money(price, locale)}</TableCell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {receiptSums(receipt).map(({ key, dollars }) => (
          <tr key={key}>
            <TableHead scope="row">{t(key)}</TableHead>
            <TableCell numeric className={key === 'paid' ? 'font-bold' : undefined}>
              {money(dollars, locale)}
            </TableCell>
          </tr>
        ))}
      </tfoot>
    </Table>
  )
}
