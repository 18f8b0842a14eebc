import { localeOf } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

export type TrackingEmail = {
  user_id: number
  first_name: string
  email: string
  locale: Locale
  course_name: string
  tracking_number: string
  organization_id: number
  organization_name: string
  organization_code: string
}

/** The data of the email about a mailed certificate; null if the number has changed. For jobs. */
export async function findTrackingEmail(
  { sql }: Pick<Ctx, 'sql'>,
  { order_item_id, tracking_number }: { order_item_id: number; tracking_number: string },
): Promise<TrackingEmail | null> {
  const [row] = await sql<Omit<TrackingEmail, 'locale'> & { lk_language_id: number }>`
    select o.user_id, p.first_name, p.email, p.lk_language_id, i.name as course_name, i.tracking_number,
           i.organization_id, seller.name as organization_name, p.organization_code
    from checkout.order_item i
    join checkout.customer_order o using (order_id)
    join identity.v_person p on p.user_id = o.user_id and p.deleted_at is null
    join identity.v_organization seller on seller.organization_id = i.organization_id
    where i.order_item_id = ${order_item_id} and i.tracking_number = ${tracking_number}`
  if (!row) return null
  const { lk_language_id, ...email } = row
  return { ...email, locale: localeOf(lk_language_id) }
}
