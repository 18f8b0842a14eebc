import { courseOne } from '#modules/catalogue/authoring/course-one.ts'
import { coursePath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { ComparedLines } from '#modules/catalogue/course-editor/compared-lines.shared.tsx'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { courseTexts } from '#modules/catalogue/courses/courses.texts.ts'
import type { Problem } from '#modules/catalogue/entry.ts'
import { courseStatus } from '#modules/catalogue/lookups.shared.ts'
import { publishCourse, unpublishCourse } from '#modules/catalogue/publishing/publish-course.ts'
import { publishReport } from '#modules/catalogue/publishing/report.ts'
import { compareVersions, discardDraft, fetchVersions, restoreVersion } from '#modules/catalogue/publishing/versions.ts'
import { mover } from '#modules/learning/entry.ts'
import { countStudentsByVersion } from '#modules/learning/versions/fetch-not-begun.ts'
import { moveTexts } from '#modules/learning/versions/versions.texts.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds } from '#platform/permissions.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { ConfirmSubmit } from '#platform/ui/confirm.tsx'
import { SelectField } from '#platform/ui/field.tsx'
import { useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { FormState } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { type CourseHead, CourseShell, headOf } from './course-shell.tsx'

type Versions = (Awaited<ReturnType<typeof fetchVersions.run>>['versions'][number] & {
  students: number
  not_begun: number
})[]
type ComparedSections = Awaited<ReturnType<typeof compareVersions.run>>['sections']
type PageData = {
  course: CourseHead
  versions: Versions
  report: { ready: boolean; problems: Problem[] }
  compared: { from: number; to: number; sections: ComparedSections } | null
  canWrite: boolean
  canMove: boolean
  canSell: boolean
}

/** The problems that prevent publishing, a course's versions, and the differences between two of them. */
export default page({
  address: '/manage/courses/:course_id{[0-9]{1,9}}/versions',
  title: courseEditorTexts.versions,
  may: courseOne.may,
  layout: BackOfficeLayout,
  async load({ ctx, params, query }): Promise<PageData> {
    const course_id = Number(params.course_id)
    const { course } = await courseOne.run(ctx, { course_id })
    const [{ versions: rows }, report] = await Promise.all([
      fetchVersions.run(ctx, { course_id }),
      publishReport.run(ctx, { course_id }),
    ])
    const counts = await countStudentsByVersion(
      ctx,
      rows.map(({ course_version_id }) => course_version_id),
    )
    const none = { students: 0, not_begun: 0 }
    const versions = rows.map((version) => ({ ...version, ...(counts.get(version.course_version_id) ?? none) }))
    const isVersion = (id: number) => versions.some(({ course_version_id }) => course_version_id === id)
    const [from, to] = [Number(query.from ?? 0), Number(query.to ?? 0)]
    const compared =
      isVersion(from) && isVersion(to)
        ? { from, to, ...(await compareVersions.run(ctx, { course_id, from, to })) }
        : null
    const canWrite = holds(ctx.actor, 'MANAGE_COURSES:UPDATE')
    const canSell = holds(ctx.actor, 'MANAGE_WEBSITES:UPDATE')
    return { course: headOf(course), versions, report, compared, canWrite, canMove: mover.gate(ctx.actor), canSell }
  },
  async submit({ ctx, params, form: { values } }) {
    const course_id = Number(params.course_id)
    const result = await act(values.action ?? '', values.version ?? '')
    return redirect(coursePath(course_id, 'versions'), { flash: { kind: 'success', text: result.message ?? '' } })

    function act(action: string, version: string): Promise<{ message?: string }> {
      if (action === 'unpublish') return unpublishCourse.run(ctx, { course_id })
      if (action === 'discard') return discardDraft.run(ctx, { course_id })
      if (action === 'restore') return restoreVersion.run(ctx, { course_id, course_version_id: Number(version) })
      return publishCourse.run(ctx, { course_id })
    }
  },
  view: (data, { form }) => <VersionsTab loaded={data} form={form} />,
})

function VersionsTab({ loaded, form }: { loaded: PageData; form: FormState }) {
  const t = useTexts(courseEditorTexts)
  const c = useTexts(courseTexts)
  const { course, versions, report, compared, canWrite, canMove, canSell } = loaded
  const published = course.lk_course_status_id === courseStatus.Published
  const hasChanges = course.draft_ind === 1 || !published
  const errors = report.problems.filter(({ severity }) => severity === 'error')
  const warnings = report.problems.filter(({ severity }) => severity === 'warning')
  return (
    <CourseShell course={course} tab="versions" canWrite={canWrite}>
      <FormAlert message={form.message} />
      <Panel title={t('report')} className="max-w-4xl">
        <div className="grid gap-4">
          {report.problems.length === 0 && <p>{t('ready')}</p>}
          <Errors errors={errors} />
          <Problems title={t('warnings')} problems={warnings} />
          {published && canSell && (
            <p>
              {t('publishedLead')}{' '}
              <TextLink href={pathTo('/manage/organization/:id/courses', { id: course.organization_id })}>
                {t('putOnSale')}
              </TextLink>
            </p>
          )}
          {canWrite && (
            <div className="flex flex-wrap gap-3">
              {hasChanges && (
                <ActionForm
                  action="publish"
                  label={t(published ? 'publishChanges' : 'publish')}
                  busy={t('publishing')}
                />
              )}
              {published && (
                <ActionForm
                  action="unpublish"
                  label={t('unpublish')}
                  busy={t('saving')}
                  variant="outline"
                  confirmation={c('unpublishLead')}
                />
              )}
              {course.draft_ind === 1 && versions.length > 1 && (
                <ActionForm action="discard" label={t('discard')} busy={t('saving')} confirmation={t('discardAsk')} />
              )}
            </div>
          )}
        </div>
      </Panel>
      <section className="grid grid-cols-1 gap-3">
        <p className="text-muted-foreground">{t('restoreLead')}</p>
        <VersionTable course_id={course.course_id} versions={versions} canWrite={canWrite} canMove={canMove} />
      </section>
      {versions.length > 1 && <Compare versions={versions} compared={compared} />}
    </CourseShell>
  )
}

type ActionFormProps = {
  action: string
  label: string
  busy: string
  variant?: 'default' | 'outline'
  version?: number
  /** Describes what will be lost. */
  confirmation?: string
}

const ActionForm = ({ action, label, busy, variant, version, confirmation }: ActionFormProps) => (
  <form method="post">
    <input type="hidden" name="action" value={action} />
    {version !== undefined && <input type="hidden" name="version" value={version} />}
    {confirmation === undefined ? (
      <BusySubmit label={label} busyLabel={busy} variant={variant ?? 'default'} />
    ) : (
      <ConfirmSubmit label={label} {...(variant === 'outline' && { variant })}>
        {confirmation}
      </ConfirmSubmit>
    )}
  </form>
)

const isRule = ({ href }: Problem) => href.startsWith(pathTo('/manage/programs'))
const isAccount = ({ href }: Problem) => href.startsWith(pathTo('/manage/agencies'))
const isAuthors = (problem: Problem) => !isRule(problem) && !isAccount(problem)

/** The problems by the people who must act before the course can be published. */
function Errors({ errors }: { errors: readonly Problem[] }) {
  const t = useTexts(courseEditorTexts)
  const [authors, rules, accounts] = [isAuthors, isRule, isAccount].map((belongs) => errors.filter(belongs))
  return (
    <>
      <Blocking lead={t('blockedByAuthors', { n: authors!.length })} title={t('errors')} problems={authors!} />
      <Blocking lead={t('blockedByRules', { rules: rules!.length })} title={t('ofRules')} problems={rules!} />
      <Blocking lead={t('blockedByAccounts', { n: accounts!.length })} title={t('ofAccounts')} problems={accounts!} />
    </>
  )
}

function Blocking({ lead, title, problems }: { lead: string; title: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <>
      <p className="font-semibold">{lead}</p>
      <Problems title={title} problems={problems} />
    </>
  )
}

function Problems({ title, problems }: { title: string; problems: readonly Problem[] }) {
  if (problems.length === 0) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <ul className="list-disc ps-5">
        {problems.map(({ href, message }) => (
          <li key={`${href} ${message}`}>
            <TextLink href={href}>{message}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

type VersionTableProps = Pick<PageData, 'versions' | 'canWrite' | 'canMove'> & { course_id: number }

function VersionTable({ course_id, versions, canWrite, canMove }: VersionTableProps) {
  const t = useTexts(courseEditorTexts)
  const m = useTexts(moveTexts)
  const several = versions.filter(({ version_number }) => version_number > 0).length > 1
  const showInstant = useShowInstant()
  return (
    <Table label={t('versions')}>
      <thead>
        <tr>
          <TableHead>{t('versions')}</TableHead>
          <TableHead>{t('name')}</TableHead>
          <TableHead>{t('publishedAt')}</TableHead>
          <TableHead>{t('publishedBy')}</TableHead>
          <TableHead>{m('students')}</TableHead>
          {canWrite && <TableHead>{t('actions')}</TableHead>}
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.course_version_id}>
            <TableCell>
              {version.version_number === 0 ? t('draftVersion') : t('version', { n: version.version_number })}{' '}
              {version.current && <Badge tone="green">{t('current')}</Badge>}
            </TableCell>
            <TableCell>{version.name}</TableCell>
            <TableCell>{version.published_at && showInstant(version.published_at)}</TableCell>
            <TableCell>{version.published_by}</TableCell>
            <TableCell>
              {version.version_number > 0 && (
                <span className="grid gap-1">
                  <span className="figures">
                    {m('studentsOf', { students: version.students, waiting: version.not_begun })}
                  </span>
                  {canMove && several && version.not_begun > 0 && (
                    <TextLink
                      href={pathTo('/manage/courses/:course_id/versions/:version/students', {
                        course_id,
                        version: version.course_version_id,
                      })}
                    >
                      {m('choose')}
                    </TextLink>
                  )}
                </span>
              )}
            </TableCell>
            {canWrite && (
              <TableCell>
                {version.version_number > 0 && (
                  <ActionForm
                    action="restore"
                    label={t('restore')}
                    busy={t('saving')}
                    variant="outline"
                    confirmation={t('restoreAsk', { n: version.version_number })}
                    version={version.course_version_id}
                  />
                )}
              </TableCell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Compare({ versions, compared }: Pick<PageData, 'versions' | 'compared'>) {
  const t = useTexts(courseEditorTexts)
  const options = versions.map(({ course_version_id, version_number }) => ({
    value: course_version_id,
    label: version_number === 0 ? t('draftVersion') : t('version', { n: version_number }),
  }))
  const [newest, before] = versions
  return (
    <Panel title={t('compare')}>
      <form method="get" className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label={t('compareFrom')}
          name="from"
          options={options}
          defaultValue={compared?.from ?? before?.course_version_id}
        />
        <SelectField
          label={t('compareTo')}
          name="to"
          options={options}
          defaultValue={compared?.to ?? newest?.course_version_id}
        />
        <SubmitButton variant="outline">{t('compare')}</SubmitButton>
      </form>
      {compared && <ComparedLines sections={compared.sections} />}
    </Panel>
  )
}
