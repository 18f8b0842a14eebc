import { isMailed } from '#modules/checkout/cart/ship-certificate.ts'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Whether a course's certificate is emailed when it is issued: always, unless the buyer has it mailed and opted out of
 * the email. A later choice for the course takes precedence. For jobs.
 */
export async function wantsCertificateByEmail({ sql }: Pick<Ctx, 'sql'>, student_course_id: number): Promise<boolean> {
  const [line] = await sql<{ lk_shipping_type_id: number | null; send_email_ind: boolean }>`
    select coalesce(c.lk_shipping_type_id, i.lk_shipping_type_id) as lk_shipping_type_id, i.send_email_ind
    from checkout.order_item i join learning.v_student_course c using (student_course_id)
    where student_course_id = ${student_course_id}`
  return !line || line.send_email_ind || !isMailed(line.lk_shipping_type_id)
}
