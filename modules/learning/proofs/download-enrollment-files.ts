import { stillHasPermissions } from '#modules/identity/index.ts'
import { openCertificate } from '#modules/learning/certificates/open-certificate.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type ArchivedFile, zipStream } from '#platform/files/zip-stream.ts'
import { streamOf } from '#platform/grid/sheet-response.ts'
import { binary, operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { openLimiter } from '#platform/queue/limiter.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { readFootprint } from './footprint.ts'
import { footprintJson } from './footprint-json.ts'
import { footprintPdf } from './footprint-pdf.ts'

const maxEnrollments = 100
/** Drawing a PDF keeps a processor busy, so the PDFs of all archives are drawn one after another. */
const drawInTurn = openLimiter(1, 200)
/** Allows a hundred enrollments over a slow connection; also ends an archive that no one reads. */
const maxMs = 10 * 60_000

const permissions = ['MANAGE_STUDENTS:READ', 'MANAGE_CERTIFICATES:READ'] as const

export const downloadEnrollmentFiles = operation({
  call: 'GET /enrollments/files',
  added: true,
  clients: 'downloadEnrollmentFiles',
  summary: 'The certificates and seat-time footprints of up to 100 enrollments as one ZIP archive with an index',
  may: staff([...permissions], 'every'),
  changes: true,
  transaction: { own: 'files are read while the archive is sent, which may take minutes' },
  takes: z.object({
    student_course_id: queryList(id(), maxEnrollments),
    footprint: z.enum(['pdf', 'json', 'none']).default('json'),
  }),
  gives: binary('application/zip'),
  fails: [errors.notFound],
  rate: 'export',
  async run(ctx, { student_course_id, footprint }) {
    const ids = [...new Set(student_course_id)]
    const rows = await listRows(ctx, ids)
    if (rows.length < ids.length) throw errors.notFound()
    const format = footprint === 'none' ? null : footprint
    await ctx.tx((inner) => recordDownload(inner, rows, format))
    const files = [indexOf(rows, format), ...rows.flatMap((row) => filesOf(ctx, row, format))]
    return {
      body: streamOf(zipStream(files, AbortSignal.timeout(maxMs))),
      type: 'application/zip',
      name: 'enrollments.zip',
    }
  },
})

/** One event for the archive, and one in the history of each student whose footprint is in it. */
async function recordDownload(ctx: Ctx, rows: readonly Row[], format: Format): Promise<void> {
  const ids = rows.map(({ student_course_id }) => student_course_id)
  await ctx.audit({ action: 'certificate.download', after: { ids, count: ids.length } })
  if (format === null) return
  for (const row of rows) await ctx.audit({ action: 'certificate.footprint', ...courseEvent(row), after: { format } })
}

type Row = {
  student_course_id: number
  organization_id: number
  external_id: string | null
  user_id: number
  first_name: string
  last_name: string
  course_name: string
  passed_at: Date | null
  student_certificate_id: number | null
  certificate_number: string | null
  jpg_key: string
  pdf_key: string
}

/** The enrollments in scope, by id, each with its latest certificate that was not withdrawn. */
const listRows = ({ sql, organization }: Ctx, ids: readonly number[]): Promise<Row[]> =>
  sql<Row>`
    select sc.student_course_id, sc.organization_id, e.external_id, sc.user_id, p.first_name, p.last_name,
           v.name as course_name, sc.passed_at, c.student_certificate_id, c.certificate_number, coalesce(c.jpg_key, '') as jpg_key,
           coalesce(c.pdf_key, '') as pdf_key
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = sc.user_id
    left join learning.external_enrollment e on e.student_course_id = sc.student_course_id
    left join lateral (
      select * from learning.student_certificate latest
      where latest.student_course_id = sc.student_course_id and latest.deleted_at is null
      order by latest.student_certificate_id desc limit 1) c on true
    where sc.student_course_id = any(${sql.array([...ids])}::int[])
      and sc.organization_id = any(${sql.array(organization.scope)}::int[])
    order by sc.student_course_id`

type Format = 'pdf' | 'json' | null

const certificateName = ({ student_course_id }: Row) => `${student_course_id}/certificate.pdf`
const footprintName = ({ student_course_id }: Row, format: Format) => `${student_course_id}/footprint.${format}`

/** The index: a line for each enrollment, so that software can find the files without opening them. */
function indexOf(rows: readonly Row[], format: Format): ArchivedFile {
  const columns = [
    'student_course_id',
    'external_id',
    'user_id',
    'first_name',
    'last_name',
    'course_name',
    'passed_at',
    'certificate_number',
  ] as const
  const lines = rows.map((row) =>
    csvLine([
      ...columns.map((name) => (row[name] instanceof Date ? row[name].toISOString() : row[name])),
      row.student_certificate_id === null ? null : certificateName(row),
      format === null ? null : footprintName(row, format),
    ]),
  )
  const text = `${utf8Mark}${csvLine([...columns, 'certificate', 'footprint'])}${lines.join('')}`
  return {
    name: 'index.csv',
    async *read() {
      yield new TextEncoder().encode(text)
    },
  }
}

/** Throws forbidden once the caller may no longer read the files; sending the archive takes minutes. */
async function requireRights(ctx: Ctx, { organization_id }: Row): Promise<void> {
  if (!(await stillHasPermissions(ctx, organization_id, permissions))) throw errors.forbidden()
}

function filesOf(ctx: Ctx, row: Row, format: Format): ArchivedFile[] {
  const { student_certificate_id, student_course_id } = row
  const certificate = student_certificate_id !== null && {
    name: certificateName(row),
    async *read() {
      await requireRights(ctx, row)
      yield* await openCertificate(ctx, { ...row, student_certificate_id }, 'pdf')
    },
  }
  const footprint = format !== null && {
    name: footprintName(row, format),
    async *read() {
      await requireRights(ctx, row)
      const record = await readFootprint(ctx, await selectStudentCourse(ctx, student_course_id))
      yield format === 'json' ? await footprintJson(record) : await drawInTurn(() => footprintPdf(record, ctx.locale))
    },
  }
  return [certificate, footprint].filter((file) => file !== false)
}
