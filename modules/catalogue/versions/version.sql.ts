import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import type { Component, ComponentTypeName } from './component.schema.ts'
import type { CourseVersion } from './version.schema.ts'
import { type CachedVersion, cacheVersion, findCachedVersion } from './version-cache.ts'

type Reader = Pick<Ctx, 'sql' | 'now'>

/** A course version by its id, cached once it is published. It is frozen: never write to it. Throws notFound. */
export async function selectCourseVersion(ctx: Reader, course_version_id: number): Promise<CourseVersion> {
  return (await loadVersion(ctx, course_version_id)).version
}

/** The whole outline in order, final exam last; cached like the version. Throws notFound. */
export async function listComponents(ctx: Reader, course_version_id: number): Promise<readonly Component[]> {
  return (await loadVersion(ctx, course_version_id)).components
}

/** One component of the outline. Throws notFound, also for a component of another version. */
export async function selectComponent(
  ctx: Reader,
  course_version_id: number,
  component_id: number,
): Promise<Component> {
  const components = await listComponents(ctx, course_version_id)
  const component = components.find((candidate) => candidate.component_id === component_id)
  if (!component) throw errors.notFound()
  return component
}

async function loadVersion(ctx: Reader, course_version_id: number): Promise<CachedVersion> {
  const cached = findCachedVersion(course_version_id)
  if (cached) return cached
  const version = await readVersion(ctx, course_version_id)
  return cacheVersion({ version, components: await readComponents(ctx, course_version_id) }, ctx.now)
}

async function readVersion(ctx: Reader, course_version_id: number): Promise<CourseVersion> {
  const [version] = await ctx.sql<CourseVersion>`
    select v.course_version_id, v.course_id, c.organization_id, c.slug, v.version_number, v.name, v.program_id, v.excerpt,
           v.description, v.lk_language_id, v.image, v.image_alt, v.rating::float8 as rating, v.audio_ind, v.audio,
           v.required_seconds, v.certificate_template_id, v.certificate_configuration, v.completion_description,
           v.completion_configuration, v.course_security_options, v.course_registration_options, v.disclaimer,
           v.retake_after_days, v.registration_expires_after_days, v.reinstatement_fee_cents, v.proctored_ind, v.sts_ind, v.published_at,
           array(select s.lk_state_id from catalogue.course_state s
                 where s.course_version_id = v.course_version_id order by 1) as lk_course_state_ids
    from catalogue.course_version v
    join catalogue.course c using (course_id)
    where v.course_version_id = ${course_version_id}`
  if (!version) throw errors.notFound()
  return version
}

const typeNames: Record<number, ComponentTypeName> = { 1: 'Content', 2: 'Media', 3: 'Quiz', 4: 'Break' }

async function readComponents(ctx: Reader, course_version_id: number): Promise<Component[]> {
  const rows = await ctx.sql<Omit<Component, 'type'>>`
    select course_version_id, component_id, position, chapter_order, chapter_name, section_order, section_name, name,
           lk_component_type_id, final_ind, required_seconds, data
    from catalogue.v_component
    where course_version_id = ${course_version_id}
    order by position`
  return rows.map((row) => ({ ...row, type: typeNames[row.lk_component_type_id] }) as Component)
}
