import { findLicenseWarning, type ReportingState } from '#modules/learning/entry.ts'
import CopyValue from '#modules/learning/reporting/accounts/copy-value.island.tsx'
import { CompletionTracker } from '#modules/learning/reporting/completion-tracker.shared.tsx'
import { getCompletionReport } from '#modules/learning/reporting/get-completion-report.ts'
import {
  endCompletionLink,
  fetchCompletionLinks,
  shareCompletion,
} from '#modules/learning/reporting/share-completion.ts'
import { trackerTexts } from '#modules/learning/reporting/tracker.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { student } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { idOf } from './course-place.ts'

type Link = Awaited<ReturnType<typeof fetchCompletionLinks.run>>['links'][number]
type PageData = {
  course_name: string
  report: ReportingState | null
  /**
   * The question whether the license number on file is correct; null if it is not asked, or once the report is
   * accepted.
   */
  license: string | null
  links: readonly Link[]
  /** The site's address, before the path of a link. */
  site: string
}

/** The state of the report of a completion, and the links that show it to others. */
export default page({
  address: '/course/:studentCourseId{[0-9]+}/report',
  title: trackerTexts.pageTitle,
  may: student,
  layout: StudentLayout,
  async load({ ctx, params }): Promise<PageData> {
    const student_course_id = idOf(params.studentCourseId)
    const { data: report } = await getCompletionReport.run(ctx, { student_course_id })
    const { course_name, links } = await fetchCompletionLinks.run(ctx, { student_course_id })
    const license = report && report.state !== 'accepted' ? await findLicenseWarning(ctx, student_course_id) : null
    return { course_name, report, license, links, site: ctx.use(siteUrlPort)(ctx.organization.code, '') }
  },
  async submit({ ctx, params, url, form: { values } }) {
    const { message = '' } = await (values.completion_link_id
      ? endCompletionLink.run(ctx, { completion_link_id: idOf(values.completion_link_id) })
      : shareCompletion.run(ctx, { student_course_id: idOf(params.studentCourseId), ...shareOf(values) }))
    return redirect(url.pathname, { flash: { kind: 'success', text: message } })
  },
  view: (data, input) => <ReportPage data={data} input={input} />,
})

const lengths = [30, 90, 180] as const
const names = ['court', 'employer', 'parent', 'other'] as const

/** Other values than those offered are those of the first choice. */
const shareOf = ({ audience, days }: Readonly<Record<string, string | undefined>>) => ({
  audience: names.find((name) => name === audience) ?? 'other',
  days: lengths.find((length) => String(length) === days) ?? lengths[0],
})

function ReportPage({ data, input: { form } }: { data: PageData; input: ViewInput }) {
  const t = useTexts(trackerTexts)
  const { course_name, report, license, links, site } = data
  return (
    <>
      <p className="mb-1 text-sm">
        <TextLink href={pathTo('/dashboard')} alone>
          ‹ {t('back')}
        </TextLink>
      </p>
      <PageTitle eyebrow={course_name} lead={t('pageLead')}>
        {t('pageTitle')}
      </PageTitle>
      <FormAlert message={form.message} />
      <div className="grid gap-6">
        {license && <Alert variant="attention">{license}</Alert>}
        {report ? <CompletionTracker duties={report.duties} /> : <p>{t('none')}</p>}
        {links.length > 0 && <Links links={links} site={site} />}
        {report && <Share form={form} />}
      </div>
    </>
  )
}

function Links({ links, site }: Pick<PageData, 'links' | 'site'>) {
  const t = useTexts(trackerTexts)
  const showDate = useShowDate()
  return (
    <Panel title={t('links')}>
      <ul className="grid gap-4">
        {links.map(({ completion_link_id, audience, created_at, expires_at, path }) => (
          <li key={completion_link_id} className="grid gap-1 border-b pb-4 last:border-b-0 last:pb-0">
            <span className="font-semibold">{t(audience)}</span>
            {path ? (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <TextLink href={path} className="wrap-anywhere">{`${site}${path}`}</TextLink>
                <CopyValue value={`${site}${path}`} label={t(audience)} />
              </span>
            ) : (
              <span>{t('unreadable')}</span>
            )}
            <span className="text-sm text-muted-foreground">
              {t('createdOn', { date: showDate(created_at) })} · {t('until', { date: showDate(expires_at) })}
            </span>
            <form method="post">
              <input type="hidden" name="completion_link_id" value={completion_link_id} />
              <SubmitButton
                variant="outline"
                size="sm"
                aria-label={`${t('end')}: ${t(audience)}, ${t('until', { date: showDate(expires_at) })}`}
              >
                {t('end')}
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Share({ form }: Pick<ViewInput, 'form'>) {
  const t = useTexts(trackerTexts)
  return (
    <Panel title={t('share')}>
      <p className="mb-4 max-w-reading">{t('shareLead')}</p>
      <form method="post" className="grid max-w-md gap-4">
        <SelectField
          {...field(form, 'audience')}
          label={t('audience')}
          options={names.map((name) => ({ value: name, label: t(name) }))}
        />
        <SelectField
          {...field(form, 'days')}
          label={t('days')}
          options={lengths.map((days) => ({ value: String(days), label: t('forDays', { days }) }))}
        />
        <div>
          <SubmitButton>{t('create')}</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
