import { invoiceName } from '#modules/checkout/index.ts'
import { selfOrManagerOf, subjectOf } from '#modules/identity/index.ts'
import { findNoticeDue, listWaits } from '#modules/learning/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { label } from '#platform/lookups.ts'
import { toDollars } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { flag, id, z } from '#platform/schema.ts'

const Certificate = z.object({
  student_certificate_id: z.int(),
  certificate_number: z.string().nullable(),
  issued_at: z.iso.datetime(),
  /** The zone of the certificate's date. */
  time_zone: z.string(),
  version: z.int(),
  /** The last day of its validity (YYYY-MM-DD); null if the program sets no limit. */
  valid_until: z.string().nullable(),
  /** The day by which the notice or the court requires it (YYYY-MM-DD); null if the course doesn't ask. */
  notice_due_on: z.string().nullable(),
})

const StudentCourse = z.object({
  student_course_id: z.int(),
  course_id: z.int(),
  course_name: z.string(),
  lk_student_course_status_id: z.int(),
  /** The status in the caller's language. */
  status: z.string(),
  course_website: z.string(),
  lk_shipping_type_id: z.int().nullable(),
  amount_paid: z.number().nullable(),
  invoice_id: z.int().nullable(),
  /** The display name of that invoice: 'LSD-000012'. */
  invoice_number: z.string().nullable(),
  certificate_number: z.string().nullable(),
  /** The number that the certificate of a passed course waits for: bought by the school, or assigned by the agency. */
  awaits_number: z.enum(['stock', 'answer']).nullable(),
  created_at: z.iso.datetime(),
  registered_at: z.iso.datetime().nullable(),
  /** The student has agreed to its disclaimer: the proof can be downloaded. */
  agreed_ind: z.boolean(),
  finished_at: z.iso.datetime().nullable(),
  /** The deadline for finishing it. */
  expires_at: z.iso.datetime().nullable(),
  certificates: z.array(Certificate),
})

export const fetchCoursesByUserId = operation({
  call: 'GET /user/fetchCoursesByUserId',
  clients: 'listCoursesOfUser',
  summary: "Lists a person's courses, newest first, with their certificates if requested",
  may: selfOrManagerOf<{ user_id?: number | null | undefined }>('READ'),
  takes: z.object({ user_id: id().nullish(), includeCertificates: flag().nullish() }),
  gives: z.object({ studentCourses: z.array(StudentCourse) }),
  async run(ctx, { user_id, includeCertificates }) {
    const owner = subjectOf(ctx, { user_id })
    const [courses, certificates] = await Promise.all([listCourses(ctx, owner), listCertificates(ctx, owner)])
    const waits = await listWaits(
      ctx,
      courses.map(({ student_course_id }) => student_course_id),
    )
    // Amounts come from payments: staff who may not see payments see the courses without amounts.
    const showsAmounts = isSelf(ctx, owner) || holds(ctx.actor, 'MANAGE_PAYMENTS:READ')
    const showsInvoices = holds(ctx.actor, 'MANAGE_INVOICE_PAYMENTS:READ')
    const dueDays = includeCertificates ? await findDueDays(ctx, certificates) : new Map<number, string | null>()
    const studentCourses = courses.map(({ paid_cents, invoice_code, invoice_serial, ...course }) => {
      const courseCertificates = certificates.filter(
        ({ student_course_id }) => student_course_id === course.student_course_id,
      )
      return {
        ...course,
        status: label(lk_student_course_status, course.lk_student_course_status_id, ctx.locale),
        amount_paid: paid_cents === null || !showsAmounts ? null : toDollars(paid_cents),
        invoice_id: showsInvoices ? course.invoice_id : null,
        invoice_number:
          showsInvoices && invoice_code !== null && invoice_serial !== null
            ? invoiceName({ code: invoice_code, number: invoice_serial })
            : null,
        certificate_number: courseCertificates.at(-1)?.certificate_number ?? null,
        awaits_number: waits.get(course.student_course_id) ?? null,
        created_at: course.created_at.toISOString(),
        registered_at: course.registered_at?.toISOString() ?? null,
        finished_at: course.finished_at?.toISOString() ?? null,
        expires_at: course.expires_at?.toISOString() ?? null,
        certificates: includeCertificates
          ? courseCertificates.map((certificate) => ({
              ...certificate,
              issued_at: certificate.issued_at.toISOString(),
              notice_due_on: dueDays.get(certificate.student_course_id) ?? null,
            }))
          : [],
      }
    })
    return { studentCourses }
  },
})

const isSelf = ({ actor }: Ctx, user_id: number) => actor.kind === 'user' && actor.user_id === user_id

type Course = {
  student_course_id: number
  course_id: number
  course_name: string
  lk_student_course_status_id: number
  course_website: string
  lk_shipping_type_id: number | null
  paid_cents: number | null
  /** The invoice that settles its sale. */
  invoice_id: number | null
  invoice_code: string | null
  invoice_serial: number | null
  created_at: Date
  registered_at: Date | null
  agreed_ind: boolean
  finished_at: Date | null
  expires_at: Date | null
}

const maxCourses = 500

const listCourses = ({ sql }: Ctx, user_id: number) => sql<Course>`
  select c.student_course_id, v.course_id, v.name as course_name, c.lk_student_course_status_id,
         coalesce(w.website_name, '') as course_website, c.lk_shipping_type_id, c.created_at, c.registered_at,
         c.completed_at as finished_at, c.expires_at,
         v.disclaimer <> '' and (c.agreed_at is not null or exists (
           select from checkout.v_order_item i join checkout.v_agreement using (order_id)
           where i.order_item_id = c.order_item_id)) as agreed_ind,
         -- The amount that the buyer paid and was not refunded, with tax; zero for a course on an invoice.
         (select (case when i.invoice_ind then 0
                  else i.price_cents + i.add_on_cents + i.shipping_cents - i.discount_cents end
                  + coalesce((select t.tax_cents from checkout.v_line_tax t
                              where t.order_id = i.order_id and t.order_item_id = i.order_item_id), 0)
                  - coalesce((select sum(r.amount_cents) from checkout.v_returned_line r
                              where r.order_item_id = i.order_item_id), 0))::integer
          from checkout.v_order_item i
          where i.order_item_id = c.order_item_id and i.paid_at is not null) as paid_cents,
         settled.*
  from learning.v_student_course c
  join catalogue.v_course_version v using (course_version_id)
  left join catalogue.v_course_website w using (course_website_id)
  left join lateral (
    select i.invoice_id, o.code as invoice_code, i.number as invoice_serial
    from checkout.v_invoice_line l
    join checkout.v_invoice i using (invoice_id)
    join identity.v_organization o on o.organization_id = i.organization_id
    where l.order_item_id = c.order_item_id and l.entry = 'sale:' || c.order_item_id) settled on true
  where c.user_id = ${user_id}
  order by c.created_at desc, c.student_course_id desc
  limit ${maxCourses}`

type Certificate = {
  student_certificate_id: number
  student_course_id: number
  certificate_number: string | null
  issued_at: Date
  time_zone: string
  version: number
  valid_until: string | null
}

/** One statement after the other: in a transaction they share a connection. */
async function findDueDays(ctx: Ctx, certificates: readonly Certificate[]): Promise<Map<number, string | null>> {
  const days = new Map<number, string | null>()
  for (const { student_course_id } of certificates)
    days.set(student_course_id, await findNoticeDue(ctx, student_course_id))
  return days
}

const listCertificates = ({ sql }: Ctx, user_id: number) => sql<Certificate>`
  select student_certificate_id, student_course_id, certificate_number, issued_at, time_zone, version,
         valid_until
  from learning.v_student_certificate c
  where user_id = ${user_id} and deleted_at is null
    and not exists (select from learning.v_student_certificate n
                    where n.student_course_id = c.student_course_id and n.version > c.version)
  order by student_course_id, version`
