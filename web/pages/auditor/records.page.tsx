import { isProgram, programs } from '#modules/catalogue/programs/programs.shared.ts'
import { fetchAuditRoster, fetchExportKey } from '#modules/learning/audits/read-audit.ts'
import { pathTo } from '#platform/path-to.ts'
import { auditor } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { page } from '#platform/web/page.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { auditorTexts } from './auditor.texts.ts'

type Roster = Awaited<ReturnType<typeof fetchAuditRoster.run>>
type PageData = Roster & { public_key: string }

/** The only page of an auditor: the records that they may read, with downloads. */
export default page({
  address: '/auditor',
  title: auditorTexts.title,
  may: auditor,
  layout: StudentLayout,
  header: 'brief',
  async load({ ctx, query }): Promise<PageData> {
    const after_id = /^\d{1,9}$/.test(query.after ?? '') ? Number(query.after) : 0
    const { public_key } = await fetchExportKey.run(ctx, {})
    return { ...(await fetchAuditRoster.run(ctx, { after_id })), public_key }
  },
  view: (data) => <Records shown={data} />,
})

function Records({ shown: { access, courses, next, public_key } }: { shown: PageData }) {
  const t = useTexts(auditorTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { organization_name: school, program_id, from_on, to_on, ends_at } = access
  // The access ends at midnight after its last day.
  const last = new Date(Date.parse(ends_at) - 1)
  return (
    <>
      <PageTitle lead={t('lead', { school, date: showDate(last) })}>{t('title')}</PageTitle>
      <div className="grid grid-cols-1 gap-6">
        <Facts
          facts={[
            [t('program'), isProgram(program_id) ? localize(locale, programs[program_id]) : program_id],
            [t('period'), t('days', { from: showDate(from_on), to: showDate(to_on) })],
          ]}
        />
        <Files access={access} public_key={public_key} />
        {courses.length === 0 ? <Empty title={t('none')} /> : <Courses courses={courses} />}
        {next !== null && (
          <p>
            <TextLink href={pathTo('/auditor', { query: { after: next } })} alone>
              {t('next')}
            </TextLink>
          </p>
        )}
      </div>
    </>
  )
}

function Files({ access: { program_id, from_on, to_on }, public_key }: Pick<PageData, 'access' | 'public_key'>) {
  const t = useTexts(auditorTexts)
  return (
    <Panel title={t('files')}>
      <div className="mb-6 flex flex-wrap gap-3">
        <LinkButton href="/api/auditor/rules" variant="outline">
          {t('rules')}
        </LinkButton>
        <LinkButton href="/api/auditor/numbers" variant="outline">
          {t('numbers')}
        </LinkButton>
      </div>
      <form action="/api/auditor/export" className="grid max-w-2xl gap-4">
        <h3 className="font-semibold">{t('export')}</h3>
        <p className="max-w-reading text-muted-foreground">{t('exportHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="from_on"
            type="date"
            label={t('from')}
            defaultValue={from_on}
            min={from_on}
            max={to_on}
            required
          />
          <TextField name="to_on" type="date" label={t('to')} defaultValue={to_on} min={from_on} max={to_on} required />
        </div>
        <div>
          <SubmitButton>{t('download')}</SubmitButton>
        </div>
      </form>
      <Verification exportName={`audit-${program_id}-${from_on}-${to_on}.zip`} public_key={public_key} />
    </Panel>
  )
}

function Verification({ exportName, public_key }: { exportName: string; public_key: string }) {
  const t = useTexts(auditorTexts)
  return (
    <details className="mt-6">
      <summary className="cursor-pointer font-semibold">{t('verify')}</summary>
      <ol className="my-4 grid max-w-reading grid-cols-1 list-decimal gap-4 pl-5">
        <li>
          <p>{t('verifyProgram')}</p>
          <LinkButton href="/api/auditor/verifier" variant="outline" size="sm">
            verify-export.mjs
          </LinkButton>
        </li>
        <li>
          <p>{t('verifyKey')}</p>
          <pre className="overflow-x-auto text-sm">{public_key}</pre>
        </li>
        <li>
          <p>{t('verifyCommand')}</p>
          <pre className="overflow-x-auto text-sm">{`node verify-export.mjs ${exportName} --key key.pem`}</pre>
        </li>
      </ol>
      <p className="max-w-reading">{t('verifyOther')}</p>
    </details>
  )
}

function Courses({ courses }: Pick<PageData, 'courses'>) {
  const t = useTexts(auditorTexts)
  const showDate = useShowDate()
  const columns = ['student', 'course', 'status', 'enrolled', 'passed', 'certificate', 'record'] as const
  return (
    <Table label={t('courses')} stacked>
      <thead>
        <tr>
          {columns.map((name) => (
            <TableHead key={name}>{t(name)}</TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {courses.map((course) => {
          const { student_course_id: id, first_name, last_name, course_name, version_number, passed_at } = course
          return (
            <tr key={id}>
              <TableCell className="max-md:font-semibold">{`${first_name} ${last_name}`}</TableCell>
              <TableCell label={t('course')}>{`${course_name} (${version_number})`}</TableCell>
              <TableCell label={t('status')}>{course.status}</TableCell>
              <TableCell label={t('enrolled')}>{showDate(course.created_at)}</TableCell>
              <TableCell label={t('passed')}>{passed_at ? showDate(passed_at) : '—'}</TableCell>
              <TableCell label={t('certificate')}>{course.certificate_number ?? '—'}</TableCell>
              <TableCell label={t('record')}>
                {(['pdf', 'xlsx', 'json'] as const).map((format) => (
                  <LinkButton
                    key={format}
                    href={`/api/auditor/record/${id}?format=${format}`}
                    variant="link"
                    size="sm"
                    aria-label={`${t('recordOf', { id: String(id) })}: ${format.toUpperCase()}`}
                  >
                    {format.toUpperCase()}
                  </LinkButton>
                ))}
              </TableCell>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
