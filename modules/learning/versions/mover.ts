import { listPublishedVersions, type PublishedVersion } from '#modules/catalogue/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type Policy, scoped, staff } from '#platform/permissions.ts'

type VersionInput = { course_id: number; course_version_id: number }

/** Admits staff who may edit courses and change students, for a course that their organizations own. */
export const mover: Policy<VersionInput> = scoped(
  staff(['MANAGE_COURSES:UPDATE', 'MANAGE_STUDENTS:UPDATE'], 'every'),
  'of a course within reach',
  async (ctx: Ctx, { course_id, course_version_id }) =>
    void versionIn(await listPublishedVersions(ctx, course_id), course_version_id),
)

/** The version with this id. Throws 404 if there is none. */
export function versionIn(versions: readonly PublishedVersion[], id: number): PublishedVersion {
  const version = versions.find(({ course_version_id }) => course_version_id === id)
  if (!version) throw errors.notFound()
  return version
}
