import { isDirectAgency, isInformedAgency } from '#modules/learning/entry.ts'
import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { fetchAgency } from '#modules/learning/reporting/accounts/fetch-agencies.ts'
import { holdAgency, releaseAgency } from '#modules/learning/reporting/accounts/hold-queue.ts'
import { saveAgencyAccount } from '#modules/learning/reporting/accounts/save-account.ts'
import { testAgencyAccount } from '#modules/learning/reporting/accounts/test-account.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { textsIn } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { AccountForm } from './account-form.tsx'
import { type AgencyShown, Answers, ByHandLink, Codes, deliveryFaultText, QueueFacts } from './agency-parts.tsx'

type Method = AgencyShown['shown_method']
type PageData = { agency: AgencyShown; changes: boolean; takes: boolean }
type Values = Readonly<Record<string, string>>

/** The account at an agency with its queue, its responses and its codes. */
export default page({
  address: '/manage/agencies/:agency{[a-z-]+}',
  may: fetchAgency.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { agency }, query: { method } }): Promise<PageData | PageRedirect> {
    if (isInformedAgency(agency)) return redirect(pathTo('/manage/agencies/:agency/watched', { agency }))
    if (!isDirectAgency(agency)) return notFound()
    return {
      agency: await fetchAgency.run(ctx, { agency, ...(isMethod(method) && { method }) }),
      changes: holds(ctx.actor, 'MANAGE_SETTINGS:UPDATE'),
      takes: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    }
  },
  title: ({ agency }) => agency.agency_name,
  // The description of a service is long.
  max_form: 1_000_000,
  async submit({ ctx, params: { agency }, form: { values } }) {
    const text = await performAction(ctx, agency, values)
    return redirect(pathTo('/manage/agencies/:agency', { agency }), { flash: { kind: 'success', text } })
  },
  view: (data, input) => <AgencyView {...data} input={input} />,
})

type PageCtx = Parameters<typeof testAgencyAccount.run>[0]

/** Runs the action of the form's button, and returns the message. */
async function performAction(ctx: PageCtx, agency: string, values: Values): Promise<string> {
  const { reason = '', action = '' } = values
  if (action === 'test' || action === 'record') return testOf(ctx, agency, action === 'record')
  if (action === 'hold') return (await holdAgency.run(ctx, { agency, reason })).message ?? ''
  if (action === 'release') return (await releaseAgency.run(ctx, { agency, reason })).message ?? ''
  return (await saveAgencyAccount.run(ctx, accountOf(agency, values))).message ?? ''
}

const methods: readonly Method[] = ['service', 'file', 'worksheet', 'neutral']
const isMethod = (text: string | undefined): text is Method => methods.some((method) => method === text)

const accountOf = (agency: string, values: Values) => ({
  agency,
  method: isMethod(values.method) ? values.method : ('neutral' as const),
  settings: startingWith('settings.', values),
  secrets: startingWith('secrets.', values),
})

const startingWith = (start: string, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith(start))
      .map(([name, value]) => [name.slice(start.length), value]),
  )

/** The result of a test in one or two sentences. */
async function testOf(ctx: PageCtx, agency: string, send_record: boolean) {
  const { http_status, reached, identity, fault, record } = await testAgencyAccount.run(ctx, { agency, send_record })
  const t = textsIn(ctx.locale, agencyPageTexts)
  const faultText = deliveryFaultText(fault)
  if (faultText) return [t('notSignedIn', { fault: t(faultText) }), identity].filter(Boolean).join(' ')
  if (identity !== null) return t('signedIn', { identity })
  const answer = reached ? t('reached') : t('notReached', { status: http_status ?? t('noStatus') })
  if (!send_record) return answer
  const text = record && [record.outcome, record.code, record.receipt].filter(Boolean).join(' · ')
  return `${answer} ${text ? t('recordAnswer', { answer: text }) : t('recordNotSent')}`
}

function AgencyView({ agency: details, changes, takes, input }: PageData & { input: ViewInput }) {
  const t = useTexts(agencyPageTexts)
  const { form, frame } = input
  const { agency, agency_name, method } = details
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle>
        <span className="inline-block">{agency_name}</span>
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid max-w-4xl gap-4">
        <Card>
          <QueueFacts queue={details} />
          {takes && (
            <p className="mt-4 empty:hidden">
              <ByHandLink agency={agency} method={method} frame={frame} />
            </p>
          )}
        </Card>
        <HoldPanel agency={details} changes={changes} form={form} />
        <AccountForm agency={details} changes={changes} form={form} />
        <Panel title={t('answers')}>
          <Answers answers={details.answers} frame={frame} />
        </Panel>
        <Card>
          <details>
            <summary className="cursor-pointer text-lg font-semibold">{t('codes')}</summary>
            <div className="mt-4">
              <Codes codes={details.codes} />
            </div>
          </details>
        </Card>
      </div>
    </>
  )
}

/** Holds the queue with a reason, or releases it. */
function HoldPanel({ agency, changes, form }: Omit<PageData, 'takes'> & { form: ViewInput['form'] }) {
  const t = useTexts(agencyPageTexts)
  const showDate = useShowDate()
  const { hold } = agency
  if (!hold && !changes) return null
  return (
    <Card>
      {hold && (
        <Alert variant="attention" className="mb-4">
          <p className="font-semibold">{t('heldSince', { day: showDate(hold.held_at) })}</p>
          <p>{hold.code ? `${hold.code}: ${hold.reason}` : hold.reason}</p>
        </Alert>
      )}
      {changes && (
        <form method="post" className="grid gap-3">
          {!hold && <p className="text-muted-foreground">{t('holdLead')}</p>}
          <input type="hidden" name="action" value={hold ? 'release' : 'hold'} />
          <TextField {...field(form, 'reason')} label={t('reason')} required maxLength={500} />
          <div className="w-fit">
            <BusySubmit
              label={t(hold ? 'release' : 'hold')}
              busyLabel={t('saving')}
              variant={hold ? 'default' : 'outline'}
            />
          </div>
        </form>
      )}
    </Card>
  )
}
