import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { fetchAgencies, fetchAgency } from '#modules/learning/reporting/accounts/fetch-agencies.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { cn } from '#platform/ui/cn.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { ByHandLink, methodText } from './agency-parts.tsx'

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

const counts = ['waiting', 'late', 'rejected', 'accepted'] as const
const countTexts = { waiting: 'waiting', late: 'lateUnsent', rejected: 'rejected', accepted: 'accepted' } as const

/** The agencies that the organization reports to, or has reports for, come first. */
const byUse = (a: PageData['agencies'][number], b: PageData['agencies'][number]): number =>
  Number(isUsed(b)) - Number(isUsed(a))
const isUsed = (queue: PageData['agencies'][number]): boolean =>
  queue.method !== null || queue.waiting + queue.rejected + queue.accepted > 0

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
      <Table label={t('title')} stacked>
        <thead>
          <tr>
            <TableHead>{t('agency')}</TableHead>
            <TableHead>{t('way')}</TableHead>
            {counts.map((count) => (
              <TableHead key={count} numeric>
                {t(countTexts[count])}
              </TableHead>
            ))}
            <TableHead aria-label={t('byHand')} />
          </tr>
        </thead>
        <tbody>
          {agencies.toSorted(byUse).map(({ agency, agency_name, ...queue }) => (
            <tr key={agency}>
              <TableCell className="max-md:font-semibold">
                <span className="flex flex-wrap items-center gap-2">
                  {canOpen ? (
                    <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies/:agency', { agency }))}>
                      {agency_name}
                    </TextLink>
                  ) : (
                    agency_name
                  )}
                  {queue.hold && <Badge tone="orange">{t('onHold')}</Badge>}
                </span>
              </TableCell>
              <TableCell label={t('way')} className={cn(!queue.method && 'text-muted-foreground')}>
                {methodText(t, queue)}
              </TableCell>
              {counts.map((count) => (
                <TableCell
                  key={count}
                  numeric
                  label={t(countTexts[count])}
                  className={cn(queue[count] === 0 && 'max-md:!hidden')}
                >
                  {count === 'late' && queue.late > 0 ? <Badge tone="red">{queue.late}</Badge> : String(queue[count])}
                </TableCell>
              ))}
              <TableCell>{canEnter && <ByHandLink agency={agency} method={queue.method} frame={frame} />}</TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {canSeeReports && informed.length > 0 && (
        <>
          <h2 className="mt-8 mb-2 text-lg font-semibold">{t('informedTitle')}</h2>
          <p className="mb-3 text-muted-foreground">{t('informed')}</p>
          <ul className="grid gap-2">
            {informed.map(({ agency, agency_name }) => (
              <li key={agency}>
                <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies/:agency/watched', { agency }))} alone>
                  {agency_name}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
