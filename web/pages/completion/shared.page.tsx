import { TrackerSteps } from '#modules/learning/reporting/completion-tracker.shared.tsx'
import { lastMoment } from '#modules/learning/reporting/last-moment.shared.ts'
import { viewSharedCompletion } from '#modules/learning/reporting/share-completion.ts'
import { trackerTexts } from '#modules/learning/reporting/tracker.texts.ts'
import { Refusal } from '#platform/errors.ts'
import { anyone } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle } from '#platform/ui/parts.tsx'
import { page } from '#platform/web/page.ts'
import { PlainLayout } from '#web/layouts/public.tsx'

type SharedPageData = Awaited<ReturnType<typeof viewSharedCompletion.run>>

/** The state of a completion, shown to a court, an employer or a parent by the student's link. */
export default page({
  address: '/completion/:token',
  title: trackerTexts.sharedTitle,
  may: anyone,
  layout: PlainLayout,
  referrer: 'none',
  header: 'brief',
  async load({ ctx, params }): Promise<{ shared: SharedPageData | null; now: string }> {
    const shared = await viewSharedCompletion.run(ctx, { token: params.token }).catch((error) => {
      if (error instanceof Refusal && (error.kind.status === 404 || error.kind.status === 400)) return null
      throw error
    })
    return { shared, now: ctx.now.toISOString() }
  },
  view: ({ shared, now }) => (shared ? <SharedCompletion shared={shared} now={now} /> : <LinkGone />),
})

function LinkGone() {
  const t = useTexts(trackerTexts)
  return (
    <div className="mx-auto grid max-w-xl gap-5">
      <PageTitle>{t('sharedTitle')}</PageTitle>
      <Alert variant="attention">{t('gone')}</Alert>
    </div>
  )
}

type SharedAgency = SharedPageData['agencies'][number]

/** The party that must act next, for a reader who is neither the student nor the school. */
function nextText(acts: SharedAgency['acts'], correcting: boolean, steps: SharedAgency['steps']) {
  if (acts === null) return steps.at(-1)?.at ? 'sharedNothing' : 'sharedPosting'
  if (acts === 'agency') return 'agency_next'
  if (acts === 'student') return 'sharedStudent'
  return correcting ? 'sharedCorrects' : 'sharedSchool'
}

function SharedCompletion({ shared, now }: { shared: SharedPageData; now: string }) {
  const t = useTexts(trackerTexts)
  const showDate = useShowDate()
  const showInstant = useShowInstant()
  const { organization_name, course_name, student, completed_at, expires_at, agencies } = shared
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <PageTitle lead={t('sharedLead', { school: organization_name })}>{t('sharedTitle')}</PageTitle>
      <Card>
        <Facts
          facts={[
            [t('student'), student],
            [t('course'), course_name],
            [t('school'), organization_name],
            ...(completed_at ? [[t('completedOn'), showDate(completed_at)] as const] : []),
          ]}
        />
      </Card>
      {agencies.map(({ agency_name, correcting, steps, due_at, acts }) => (
        <Card key={agency_name} className="grid gap-4">
          <h2 className="font-semibold">{agency_name}</h2>
          <TrackerSteps steps={steps} />
          {correcting && <p>{t('correcting')}</p>}
          <Facts
            facts={[
              [t('next'), t(nextText(acts, correcting, steps))],
              ...(due_at ? [[t('deadline'), showDate(lastMoment(due_at))] as const] : []),
            ]}
          />
        </Card>
      ))}
      <p className="text-sm text-muted-foreground">
        {t('asOf', { when: showInstant(now) })} · {t('until', { date: showDate(expires_at) })}
      </p>
    </div>
  )
}
