import { agencyPageTexts } from '#modules/learning/reporting/accounts/agency-pages.texts.ts'
import { fetchWatched } from '#modules/learning/reporting/accounts/fetch-watched.ts'
import { lastMoment } from '#modules/learning/reporting/last-moment.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { Badge, type Tone } from '#platform/ui/badge.tsx'
import { Card, Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'

type PageData = Awaited<ReturnType<typeof fetchWatched.run>>

/** The completions at a receiver that another agency informs, such as Florida's clerks of court. */
export default page({
  address: '/manage/agencies/:agency{[a-z-]+}/watched',
  may: fetchWatched.may,
  layout: BackOfficeLayout,
  async load({ ctx, params: { agency = '' } }): Promise<PageData | PageRedirect> {
    return fetchWatched.run(ctx, { agency })
  },
  title: ({ agency_name }) => `${agency_name.slice(0, 1).toLocaleUpperCase()}${agency_name.slice(1)}`,
  view: (data, input) => <Watched data={data} input={input} />,
})

const tones = { waiting: 'gray', watched: 'yellow', accepted: 'green', rejected: 'red' } as const satisfies Record<
  string,
  Tone
>
const stateTexts = {
  waiting: 'stateWaiting',
  watched: 'stateWatched',
  accepted: 'outcomeAccepted',
  rejected: 'outcomeRejected',
} as const

function Watched({ data, input: { frame } }: { data: PageData; input: ViewInput }) {
  const t = useTexts(agencyPageTexts)
  const showDate = useShowDate()
  const { agency_name, informed_by, waiting, watched, rejected, accepted, reports } = data
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={withCarriedParams(frame, pathTo('/manage/agencies'))} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle lead={t('watchedLead', { agency: informed_by })}>
        <span className="inline-block">{agency_name}</span>
      </PageTitle>
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              [t('stateWaiting'), waiting],
              [t('stateWatched'), watched],
              [t('rejected'), rejected],
              [t('accepted'), accepted],
            ]}
          />
        </Card>
        {reports.length === 0 ? (
          <Empty title={t('nothing')}>{t('watchedNothing', { agency: informed_by })}</Empty>
        ) : (
          <Panel title={t('watchedOpen')}>
            <Table label={t('watchedOpen')} stacked>
              <thead>
                <tr>
                  <TableHead>{t('studentName')}</TableHead>
                  <TableHead>{t('courseName')}</TableHead>
                  <TableHead>{t('state')}</TableHead>
                  <TableHead>{t('dueBy')}</TableHead>
                  <TableHead>{t('refusal')}</TableHead>
                </tr>
              </thead>
              <tbody>
                {reports.map((report) => (
                  <tr key={report.completion_report_id}>
                    <TableCell>
                      <TextLink
                        href={withCarriedParams(
                          frame,
                          pathTo('/manage/completion-report/:student_course_id', {
                            student_course_id: report.student_course_id,
                          }),
                        )}
                      >
                        {report.student}
                      </TextLink>
                    </TableCell>
                    <TableCell label={t('courseName')}>{report.course}</TableCell>
                    <TableCell label={t('state')}>
                      <Badge tone={tones[report.state]}>{t(stateTexts[report.state])}</Badge>
                    </TableCell>
                    <TableCell label={t('dueBy')}>
                      {showDate(lastMoment(report.due_at))} {report.late && <Badge tone="red">{t('late')}</Badge>}
                    </TableCell>
                    <TableCell label={t('refusal')}>{report.message}</TableCell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Panel>
        )}
      </div>
    </>
  )
}
