import { type Person, roleId, selectPerson } from '#modules/identity/index.ts'
import { selectStudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'

/** Selects a student whom staff of this site may charge. Throws notFound for anyone else. */
export async function selectPayer(ctx: Ctx, user_id: number): Promise<Person> {
  const person = await selectPerson(ctx, user_id)
  const isInScope = ctx.organization.scope.includes(person.organization_id)
  if (!isInScope || person.lk_user_role_id !== roleId.Student) throw errors.notFound()
  return person
}

/** Selects the student of a course, whom staff of this site may charge. Throws notFound. */
export async function selectPayerOfCourse(ctx: Ctx, student_course_id: number): Promise<Person> {
  const { user_id } = await selectStudentCourse(ctx, student_course_id)
  return selectPayer(ctx, user_id)
}

/**
 * The organizations in the caller's scope that can sell to a person: their own and its sub-organizations, on whose
 * sites they can sign in.
 */
export async function listSellersFor(ctx: Ctx, person: Pick<Person, 'organization_id'>): Promise<number[]> {
  const rows = await ctx.sql<{ descendant_id: number }>`
    select descendant_id from identity.v_organization_scope
    where organization_id = ${person.organization_id}
      and descendant_id = any(${ctx.sql.array(ctx.organization.scope)})`
  return rows.map(({ descendant_id }) => descendant_id)
}
