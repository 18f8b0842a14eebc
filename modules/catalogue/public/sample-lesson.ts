import { attachmentUrl, listAttachments } from '#modules/catalogue/media/attachment.sql.ts'
import { signedAttachmentUrl } from '#modules/catalogue/media/media-routes.ts'
import { embedOriginsOf, mediaResolver, resolveMedia, sourcesOf } from '#modules/catalogue/media/resolve-media.ts'
import { renderDocument } from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { listComponents, selectCourseVersion } from '#modules/catalogue/versions/version.sql.ts'
import { findCourseWebsite } from '#modules/catalogue/websites/course-website.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'

type Lesson = Extract<Component, { type: 'Content' }>

/** The lesson that the author has chosen as the course's sample, or null. It is never part of an exam. */
export const sampleOf = (components: readonly Component[]): Lesson | null =>
  components.find(
    (component): component is Lesson =>
      component.type === 'Content' && !component.final_ind && component.data.sample_ind === true,
  ) ?? null

export const fetchSampleLesson = operation({
  call: 'GET /course/fetch/sample',
  summary: 'The sample lesson of a course for sale (id = course_website_id), without its questions; records nothing',
  may: anyone,
  takes: z.object({ id: id() }),
  gives: z.object({
    course_website_id: id(),
    course_name: z.string(),
    lk_language_id: id(),
    name: z.string(),
    chapter: z.string(),
    html: z.string(),
    /** Other hosts whose videos it embeds. */
    frames: z.array(z.string()),
  }),
  fails: [errors.notFound],
  added: true,
  async run(ctx, input) {
    const courseWebsite = await findCourseWebsite(ctx, input.id)
    const sample = courseWebsite && sampleOf(await listComponents(ctx, courseWebsite.course_version_id))
    if (!sample) throw errors.notFound()
    const { course_website_id, course_name, lk_language_id } = courseWebsite
    const { name, chapter_name: chapter } = sample
    return {
      course_website_id,
      course_name,
      lk_language_id,
      name,
      chapter,
      html: await htmlOf(ctx, sample),
      frames: embedOriginsOf([sample]),
    }
  },
})

/**
 * Lesson files are for students, so a visitor gets links that expire after some hours, and none to files for staff.
 */
async function htmlOf(ctx: Ctx, sample: Lesson): Promise<string> {
  const { organization_id } = await selectCourseVersion(ctx, sample.course_version_id)
  const sources = sourcesOf(sample)
  const [media, attachments] = await Promise.all([
    resolveMedia(ctx, organization_id, sources),
    sources.length === 0 ? [] : listAttachments(ctx, organization_id, sources),
  ])
  const visibleAttachments = attachments.filter(
    ({ visible_to }) => visible_to === 'everybody' || visible_to === 'learners',
  )
  const links = new Map(
    visibleAttachments.map((attachment) => [attachmentUrl(attachment), signedAttachmentUrl(ctx, attachment)]),
  )
  const signedMedia = [...media].flatMap(([source, medium]) => {
    const url = links.get(medium.url)
    if (!url) return []
    const captions = medium.captions?.flatMap((caption) => {
      const link = links.get(caption.url)
      return link ? [{ ...caption, url: link }] : []
    })
    return [[source, { ...medium, url, captions: captions ?? [], poster: null }] as const]
  })
  return renderDocument(sample.data.content, {
    locale: ctx.locale === 'es-es' ? 'es' : 'en',
    media: mediaResolver(new Map(signedMedia)),
    customCard: ({ component }) => (component === 'inline-quiz' ? '' : null),
  })
}
