import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { fetchAgencies, fetchAgency } from '#modules/learning/reporting/accounts/fetch-agencies.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Card } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ByHandLink, QueueFacts } from './agency-parts.tsx'

type PageData = Awaited<ReturnType<typeof fetchAgencies.run>> & {
  /** Whether the reader may see accounts, and enter completions by hand. */
  canOpen: boolean
  canEnter: boolean
  canSeeReports: boolean
}

/** The agencies, with the organization's reporting method and the waiting reports of each. */
export default page({
  address: '/manage/agencies',
  title: agencyPageTexts.title,
  may: fetchAgencies.may,
  layout: BackOfficeLayout,
  load: async ({ ctx }) => ({
    ...(await fetchAgencies.run(ctx, {})),
    canOpen: fetchAgency.may.gate(ctx.actor),
    canEnter: holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
    canSeeReports: holds(ctx.actor, 'MANAGE_STUDENTS:READ'),
  }),
  view: (data, { frame }) => <List {...data} frame={frame} />,
})

function List({ agencies, informed, canOpen, canEnter, canSeeReports, frame }: PageData & { frame: Frame }) {
  const t = useTexts(agencyPageTexts)
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/completion-reports'))} alone>
          ‹ {t('reports')}
        </TextLink>
      </p>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <div className="grid gap-4">
        {agencies.map(({ agency, agency_name, ...queue }) => (
          <Card key={agency}>
            <div className="mb-3 flex flex-wrap items-center gap-3">
              <h2 className="text-lg font-semibold">
                {canOpen ? (
                  <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies/:agency', { agency }))}>
                    {agency_name}
                  </TextLink>
                ) : (
                  agency_name
                )}
              </h2>
              {queue.hold && <Badge tone="orange">{t('onHold')}</Badge>}
            </div>
            <QueueFacts queue={queue} />
            {canEnter && <ByHandLink agency={agency} method={queue.method} frame={frame} />}
          </Card>
        ))}
        {canSeeReports &&
          informed.map(({ agency, agency_name }) => (
            <Card key={agency}>
              <h2 className="mb-1 text-lg font-semibold">
                <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies/:agency/watched', { agency }))}>
                  {agency_name}
                </TextLink>
              </h2>
              <p className="text-muted-foreground">{t('informed')}</p>
            </Card>
          ))}
      </div>
    </>
  )
}
