import { findNoticeDue } from '#modules/learning/reporting/notice-due.ts'
import { auditOpened } from '#modules/learning/sealed.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { selectCertificate, staffOfCertificate } from './held-certificate.ts'

const Version = z.object({
  student_certificate_id: z.int(),
  version: z.int(),
  certificate_number: z.string(),
  issued_at: z.string(),
  deleted_at: z.string().nullable(),
})

export const fetchCertificate = operation({
  call: 'GET /certificate/details/{student_certificate_id}',
  clients: 'getIssuedCertificate',
  summary: 'The data of a certificate, its delivery, and all of its versions',
  added: true,
  may: staffOfCertificate('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ student_certificate_id: id() }),
  gives: z.object({
    student_certificate_id: z.int(),
    student_course_id: z.int(),
    user_id: z.int(),
    certificate_number: z.string(),
    check_code: z.string(),
    student_name: z.string(),
    dob: z.string().nullable(),
    driver_license: z.string().nullable(),
    course_name: z.string(),
    organization_name: z.string(),
    issued_at: z.string(),
    /** The last day of its validity (YYYY-MM-DD); null if the program sets no limit. */
    valid_until: z.string().nullable(),
    /** The day by which the notice or the court requires it (YYYY-MM-DD); null if the course doesn't ask. */
    notice_due_on: z.string().nullable(),
    shipped_at: z.string().nullable(),
    deleted_at: z.string().nullable(),
    lk_shipping_type_id: z.int().nullable(),
    /** The order line with this certificate's tracking number. */
    order_item_id: z.int().nullable(),
    replaced_by: z.string().nullable(),
    /** Newest first. */
    versions: z.array(Version),
  }),
  async run(ctx, { student_certificate_id }) {
    const certificate = await selectCertificate(ctx, student_certificate_id)
    const [course] = await ctx.sql<{ lk_shipping_type_id: number | null; order_item_id: number | null }>`
      select lk_shipping_type_id, order_item_id from learning.student_course
      where student_course_id = ${certificate.student_course_id}`
    const { student_name, dob, driver_license = null, course_name, organization_name, check_code } = certificate.model
    if (driver_license) await auditOpened(ctx, certificate, 'certificate details')
    const versions = await ctx.sql<{
      student_certificate_id: number
      version: number
      certificate_number: string
      issued_at: Date
      deleted_at: Date | null
    }>`
      select student_certificate_id, version, certificate_number, issued_at, deleted_at
      from learning.student_certificate where student_course_id = ${certificate.student_course_id} order by version desc`
    return {
      student_certificate_id,
      student_course_id: certificate.student_course_id,
      user_id: certificate.user_id,
      certificate_number: certificate.certificate_number,
      check_code,
      student_name,
      dob,
      driver_license,
      course_name,
      organization_name,
      issued_at: certificate.issued_at.toISOString(),
      valid_until: certificate.model.valid_until ?? null,
      notice_due_on: await findNoticeDue(ctx, certificate.student_course_id),
      shipped_at: certificate.shipped_at?.toISOString() ?? null,
      deleted_at: certificate.deleted_at?.toISOString() ?? null,
      ...course!,
      replaced_by: certificate.replaced_by,
      versions: versions.map(({ issued_at, deleted_at, ...version }) => ({
        ...version,
        issued_at: issued_at.toISOString(),
        deleted_at: deleted_at?.toISOString() ?? null,
      })),
    }
  },
})
