import CopyValue from '#modules/learning/reporting/accounts/copy-value.island.tsx'
import { createCalendarLink, endOwnCalendarLink, fetchCalendarLink } from '#modules/learning/reporting/calendar-link.ts'
import { calendarTexts } from '#modules/learning/reporting/due-calendar.texts.ts'
import { fetchDueCalendar } from '#modules/learning/reporting/due-calendar.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { cn } from '#platform/ui/cn.ts'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { addDays } from '#platform/zone.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type Calendar = Awaited<ReturnType<typeof fetchDueCalendar.run>>
type Link = Awaited<ReturnType<typeof fetchCalendarLink.run>>

/** The deadlines of a month; plain links lead to the months before and after it. */
export default page({
  address: '/manage/completion-reports/calendar',
  title: calendarTexts.title,
  may: fetchDueCalendar.may,
  layout: BackOfficeLayout,
  load: async ({ ctx, query }): Promise<{ calendar: Calendar; link: Link }> => ({
    calendar: await fetchDueCalendar.run(
      ctx,
      /^20\d\d-(0[1-9]|1[0-2])$/.test(query.month ?? '') ? { month: query.month! } : {},
    ),
    link: await fetchCalendarLink.run(ctx, {}),
  }),
  async submit({ ctx, url, form }) {
    const { message } = await (form.values.action === 'end' ? endOwnCalendarLink : createCalendarLink).run(ctx, {})
    return redirect(`${url.pathname}${url.search}`, { flash: { kind: 'success', text: message! } })
  },
  view: ({ calendar, link }) => (
    <>
      <DueCalendar calendar={calendar} />
      <Subscription link={link} />
    </>
  ),
})

const monthPath = (month: string) => pathTo('/manage/completion-reports/calendar', { query: { month } })

function DueCalendar({ calendar: { month, today, next, late, late_certificates, days } }: { calendar: Calendar }) {
  const t = useTexts(calendarTexts)
  const locale = useLocale()
  const first = `${month}-01`
  const title = dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(first))
  const byDay = new Map(days.map((day) => [day.day, day]))
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/manage/completion-reports')} alone>
          ‹ {t('reports')}
        </TextLink>
      </p>
      <PageTitle
        lead={t('lead')}
        actions={
          <>
            <LinkButton variant="outline" href={monthPath(addDays(first, -1).slice(0, 7))}>
              ‹ {t('before')}
            </LinkButton>
            <LinkButton variant="outline" href={monthPath(addDays(first, 31).slice(0, 7))}>
              {t('after')} ›
            </LinkButton>
          </>
        }
      >
        {t('titleOf', { month: title })}
      </PageTitle>
      {late > 0 && (
        <Alert variant="attention" className="mb-4">
          {t('late', { count: late })}
        </Alert>
      )}
      {late_certificates > 0 && (
        <Alert variant="attention" className="mb-4">
          {t('lateCertificates', { count: late_certificates })}
        </Alert>
      )}
      <p className="mb-4 text-muted-foreground">
        {days.length === 0 && `${t('none')} `}
        <NextDeadline month={month} next={next} />
      </p>
      <ol className="grid gap-2 md:grid-cols-7">
        {daysOf(month).map((day, index) => (
          <Day
            key={day}
            day={day}
            today={today}
            due={byDay.get(day)?.due ?? []}
            certificates={byDay.get(day)?.certificates ?? []}
            column={index === 0 ? columnOf(day) : null}
          />
        ))}
      </ol>
    </>
  )
}

/** The day of the next deadline, with a link from other months. */
function NextDeadline({ month, next }: Pick<Calendar, 'month' | 'next'>) {
  const t = useTexts(calendarTexts)
  const locale = useLocale()
  if (next === null) return t('noNext')
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(next))
  const sentence = t('next', { day })
  return next.startsWith(month) ? sentence : <TextLink href={monthPath(next.slice(0, 7))}>{sentence}</TextLink>
}

type Deadlines = Calendar['days'][number]
type DayProps = {
  day: string
  today: string
  due: Deadlines['due']
  certificates: Deadlines['certificates']
  column: number | null
}

/** Days without a deadline are rendered only where the month is a table. */
function Day({ day, today, due, certificates, column }: DayProps) {
  const t = useTexts(calendarTexts)
  const locale = useLocale()
  const isEmpty = due.length === 0 && certificates.length === 0
  const name = dateFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day))
  return (
    <li
      aria-current={day === today ? 'date' : undefined}
      className={cn(
        'min-h-20 rounded-lg border p-2 text-sm',
        column !== null && columnClasses[column],
        day === today && 'border-primary',
        isEmpty && 'max-md:hidden text-muted-foreground',
      )}
    >
      <span className={cn('block', !isEmpty && 'font-semibold')}>{name}</span>
      {due.map(({ agency, agency_name, open, rejected }) => (
        <span key={agency} className="mt-1 block">
          {`${agency_name}: ${t('open', { count: open })}`}
          {rejected > 0 && <span className="block text-red-ink">{t('rejected', { count: rejected })}</span>}
        </span>
      ))}
      {certificates.map(({ program_id, program_name, open }) => (
        <span key={program_id} className="mt-1 block">
          {`${program_name}: ${t('certificates', { count: open })}`}
        </span>
      ))}
    </li>
  )
}

/** Weeks begin on Sunday. */
const columnOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Classes, because the content security policy refuses style attributes. */
const columnClasses = [
  'md:col-start-1',
  'md:col-start-2',
  'md:col-start-3',
  'md:col-start-4',
  'md:col-start-5',
  'md:col-start-6',
  'md:col-start-7',
]

function daysOf(month: string): string[] {
  const first = `${month}-01`
  return Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) => day.startsWith(month))
}

/** The private address for other calendar programs; a new one invalidates the previous one. */
function Subscription({ link: { created_at, url } }: { link: Link }) {
  const t = useTexts(calendarTexts)
  return (
    <Panel title={t('subscribe')} className="mt-6">
      <p className="mb-4 max-w-reading text-muted-foreground">{t('subscribeHint')}</p>
      {url && (
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <span className="font-medium">{t('address')}</span>
          <code className="min-w-0 break-all text-sm">{url}</code>
          <CopyValue value={url} label={t('address')} />
        </div>
      )}
      {created_at && !url && <p className="mb-4">{t('hidden')}</p>}
      <form method="post" className="flex flex-wrap gap-3">
        {created_at ? (
          <>
            <ConfirmSubmit name="action" value="create" label={t('renew')} variant="outline">
              {t('renewAsk')}
            </ConfirmSubmit>
            <ConfirmSubmit name="action" value="end" label={t('end')}>
              {t('endAsk')}
            </ConfirmSubmit>
          </>
        ) : (
          <SubmitButton name="action" value="create">
            {t('create')}
          </SubmitButton>
        )}
      </form>
    </Panel>
  )
}
