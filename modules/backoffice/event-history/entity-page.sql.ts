import { manages, roleOf, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The page of a record by entity type in the caller's scope, or null. The page itself checks the permission. */
export async function entityPage(ctx: Ctx, kind: string, id: number): Promise<string | null> {
  const find = pages[kind]
  return find ? find(ctx, id) : null
}

const pages: Readonly<Record<string, (ctx: Ctx, id: number) => Promise<string | null>>> = {
  async persons(ctx, id) {
    const person = await selectPerson(ctx, id).catch(() => null)
    if (!person || !manages(ctx, person, 'READ')) return null
    const role = roleOf(person.lk_user_role_id)
    if (role === 'Student') return `/manage/student/${id}`
    return role === 'Admin' ? `/manage/administrator/${id}` : `/manage/instructor/${id}`
  },
  async websites({ sql, organization }, id) {
    const [row] = await sql<{ organization_id: number }>`
      select organization_id from catalogue.v_website
      where website_id = ${id} and organization_id = any(${sql.array(organization.scope)})`
    return row ? `/manage/organization/${row.organization_id}/websites/${id}` : null
  },
  async organizations({ organization }, id) {
    return organization.scope.includes(id) ? `/manage/organization/${id}/overview` : null
  },
  async studentcourses({ sql, organization }, id) {
    const [found] = await sql<{ user_id: number }>`
      select user_id from learning.v_student_course
      where student_course_id = ${id} and organization_id = any(${sql.array(organization.scope)})`
    return found ? `/manage/student/${found.user_id}` : null
  },
  async orders({ sql, organization }, id) {
    const [found] = await sql<{ user_id: number; payment_id: number | null }>`
      select i.user_id, (select p.payment_id from checkout.v_payment p where p.order_id = i.order_id limit 1) as payment_id
      from checkout.v_order_item i
      where i.order_id = ${id} and i.organization_id = any(${sql.array(organization.scope)}) limit 1`
    if (!found) return null
    return found.payment_id
      ? `/manage/payments?payment_id=exact:${found.payment_id}`
      : `/manage/student/${found.user_id}`
  },
}
