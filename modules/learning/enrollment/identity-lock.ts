import { status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Text, texts } from '#platform/texts.ts'

const reasons = texts({
  certificate: [
    'This name and date of birth are on your certificate. Contact support to correct them.',
    'Este nombre y esta fecha de nacimiento están en su certificado. Comuníquese con soporte para corregirlos.',
  ],
  registration: [
    'You submitted your course registration with this name and date of birth. Contact support to correct them.',
    'Usted envió el registro de su curso con este nombre y esta fecha de nacimiento. Comuníquese con soporte para corregirlos.',
  ],
  purchase: [
    'You bought a course with this name and date of birth. Contact support to correct them.',
    'Usted compró un curso con este nombre y esta fecha de nacimiento. Comuníquese con soporte para corregirlos.',
  ],
})

const unpurchasedStatuses = [status.notPaid, status.payNow, status.refunded]

/**
 * The reason why a student can no longer change their name and date of birth, or null: a certificate, a submitted
 * registration, or a purchase whose age check used the date of birth depends on them.
 */
export async function findIdentityLock(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
  hasBirthDate: boolean,
): Promise<Text | null> {
  const [row] = await sql<{ certificate: boolean; registration: boolean; purchase: boolean }>`
    select exists (select from learning.student_certificate k
                   where k.user_id = ${user_id} and k.deleted_at is null) as certificate,
           exists (select from learning.student_course c left join learning.registration r using (student_course_id)
                   where c.user_id = ${user_id} and coalesce(r.submitted_at, c.registered_at) is not null)
             as registration,
           exists (select from learning.student_course c
                   where c.user_id = ${user_id}
                     and c.lk_student_course_status_id <> all(${sql.array(unpurchasedStatuses)}::int[])) as purchase`
  if (row?.certificate) return reasons.certificate
  if (row?.registration) return reasons.registration
  return row?.purchase && hasBirthDate ? reasons.purchase : null
}
