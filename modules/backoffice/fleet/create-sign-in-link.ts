import { identityErrors, insertClientLink, roleId, userStatus } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { clientIdOf, onlyClients, staff } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'

const linkTexts = texts({
  courseMissing: ['Name the enrollment that the link leads to.', 'Indique la inscripción a la que lleva el enlace.'],
})

const targets = ['dashboard', 'course', 'certificate'] as const

export const createSignInLink = operation({
  call: 'POST /student/{user_id}/signInLink',
  added: true,
  summary: 'Creates a link that signs a student in once, within two minutes',
  may: onlyClients(staff('CAN_SIGN_IN_STUDENTS:CREATE')),
  takes: z.object({
    user_id: id(),
    target: z.enum(targets).default('dashboard'),
    /** For the targets `course` and `certificate`. */
    student_course_id: id().nullish(),
  }),
  gives: z.object({ url: z.string(), expires_at: z.iso.datetime() }),
  fails: [errors.notFound, identityErrors.accountDisabled],
  clients: 'createSignInLink',
  audit: ({ user_id, target, student_course_id }) => ({
    action: 'student.signInLink',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { target, ...(student_course_id && { student_course_id }) },
  }),
  async run(ctx, { user_id, target, student_course_id }) {
    const { organization_id, code, lk_user_status_id } = await selectStudent(ctx, user_id)
    if (lk_user_status_id === userStatus.Disabled) throw identityErrors.accountDisabled()
    const path = await pathOf(ctx, { user_id, target, student_course_id })
    const link = { client_id: clientIdOf(ctx)!, organization_id, user_id, path }
    const { token, expires_at } = await insertClientLink(ctx, link)
    const url = ctx.use(siteUrlPort)(code, pathTo('/login/partner', { query: { token } }))
    return { url, expires_at: expires_at.toISOString() }
  },
})

/** A student of the client's organizations, and the code of the site where they sign in. Throws notFound. */
async function selectStudent({ sql, organization }: Pick<Ctx, 'sql' | 'organization'>, user_id: number) {
  const [student] = await sql<{ organization_id: number; code: string; lk_user_status_id: number }>`
    select p.organization_id, p.organization_code as code, p.lk_user_status_id from identity.v_person p
    where p.user_id = ${user_id} and p.lk_user_role_id = ${roleId.Student} and p.deleted_at is null
      and p.organization_id = any(${sql.array(organization.scope)})`
  if (!student) throw errors.notFound()
  return student
}

type Target = { user_id: number; target: (typeof targets)[number]; student_course_id?: number | null | undefined }

/**
 * The page of a target. Throws notFound for someone else's enrollment, or if the target needs a certificate that does
 * not exist.
 */
async function pathOf({ sql, locale }: Pick<Ctx, 'sql' | 'locale'>, input: Target): Promise<string> {
  const { user_id, target, student_course_id } = input
  if (target === 'dashboard') return pathTo('/dashboard')
  if (!student_course_id) {
    const message = localText(locale, linkTexts, 'courseMissing')
    throw errors.invalid({}, {}, [{ path: 'student_course_id', message }])
  }
  const [course] = await sql<{ certified: boolean }>`
    select exists (select from learning.v_student_certificate t
                   where t.student_course_id = c.student_course_id and t.deleted_at is null) as certified
    from learning.v_student_course c where c.student_course_id = ${student_course_id} and c.user_id = ${user_id}`
  if (!course || (target === 'certificate' && !course.certified)) throw errors.notFound()
  const params = { studentCourseId: student_course_id }
  return target === 'course'
    ? pathTo('/course/:studentCourseId', params)
    : pathTo('/course/:studentCourseId/issued', params)
}
