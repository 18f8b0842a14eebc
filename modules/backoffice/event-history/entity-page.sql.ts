import { canManage, roleOf, selectPerson } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'

/** The page of a record by entity type in the caller's scope, or null. The page itself checks the permission. */
export async function entityPage(ctx: Ctx, kind: string, id: number): Promise<string | null> {
  const find = pages[kind]
  return find ? find(ctx, id) : null
}

const pages: Readonly<Record<string, (ctx: Ctx, id: number) => Promise<string | null>>> = {
  async persons(ctx, id) {
    const person = await selectPerson(ctx, id).catch(() => null)
    if (!person || !canManage(ctx, person, 'READ')) return null
    const role = roleOf(person.lk_user_role_id)
    if (role === 'Student') return pathTo('/manage/student/:id', { id })
    return role === 'Admin' ? pathTo('/manage/administrator/:id', { id }) : pathTo('/manage/instructor/:id', { id })
  },
  async websites({ sql, organization }, id) {
    const [row] = await sql<{ organization_id: number }>`
      select organization_id from catalogue.v_website
      where website_id = ${id} and organization_id = any(${sql.array(organization.scope)})`
    return row
      ? pathTo('/manage/organization/:id/websites/:website_id', { id: row.organization_id, website_id: id })
      : null
  },
  async organizations({ organization }, id) {
    return organization.scope.includes(id) ? pathTo('/manage/organization/:id/overview', { id }) : null
  },
  async studentcourses({ sql, organization }, id) {
    const [row] = await sql<{ user_id: number }>`
      select user_id from learning.v_student_course
      where student_course_id = ${id} and organization_id = any(${sql.array(organization.scope)})`
    return row ? pathTo('/manage/student/:id', { id: row.user_id }) : null
  },
  async orders({ sql, organization }, id) {
    const [row] = await sql<{ user_id: number; payment_id: number | null }>`
      select i.user_id, (select p.payment_id from checkout.v_payment p where p.order_id = i.order_id limit 1) as payment_id
      from checkout.v_order_item i
      where i.order_id = ${id} and i.organization_id = any(${sql.array(organization.scope)}) limit 1`
    if (!row) return null
    return row.payment_id
      ? pathTo('/manage/payments', { query: { payment_id: `exact:${row.payment_id}` } })
      : pathTo('/manage/student/:id', { id: row.user_id })
  },
}
