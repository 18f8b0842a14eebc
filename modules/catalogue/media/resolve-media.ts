import {
  type CardAttributes,
  type HostedVideo,
  hostedVideoAt,
  listMedia,
  type MediaResolver,
  type ResolvedMedia,
} from '#modules/catalogue/rich-text/index.ts'
import type { Component } from '#modules/catalogue/versions/component.schema.ts'
import { selectCourseVersion } from '#modules/catalogue/versions/version.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Attachment, attachmentUrl, captionsFileType, listAttachments, posterUrl } from './attachment.sql.ts'

/** Where a medium is, what it is, and the captions and true duration of a video (null for all else). */
export type Medium = ResolvedMedia & {
  attachment_id: number
  content_type: string
  name: string
  duration_ms: number | null
}

/** The media of an organization that these sources (`media/NAME`, `/media/17/NAME`) name; unknown ones are left out. */
export async function resolveMedia(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  sources: readonly string[],
): Promise<Map<string, Medium>> {
  if (sources.length === 0) return new Map()
  const attachments = await listAttachments(ctx, organization_id, sources)
  const found = new Map<string, Medium>()
  for (const attachment of attachments) {
    const medium = mediumOf(attachment, attachments)
    found.set(medium.url, medium)
    if (attachment.source_path) found.set(attachment.source_path, medium)
  }
  return found
}

/** All files that a component shows: of its document, its media cards and its narration. What a host shows is no file of ours. */
export function sourcesOf({ type, data }: Component): string[] {
  if (type === 'Quiz' || type === 'Break') return []
  const narration = type === 'Content' ? (data.audioAttachments ?? []) : []
  const sources = cardsOf({ type, data } as Component).flatMap(({ src }) =>
    typeof src === 'string' && !hostedVideoAt(src) ? [src] : [],
  )
  return [...new Set([...sources, ...narration])]
}

/** The videos of other hosts that a component embeds. */
export const hostedVideosOf = (component: Component): HostedVideo[] =>
  cardsOf(component).flatMap(({ component: kind, src }) => (kind === 'video' ? (hostedVideoAt(src) ?? []) : []))

/** What a page that shows these components must be allowed to embed: nothing, where no host shows a video. */
export const framesOf = (components: readonly Component[]): string[] => [
  ...new Set(components.flatMap(hostedVideosOf).map(({ origin }) => origin)),
]

function cardsOf({ type, data }: Component): readonly CardAttributes[] {
  if (type === 'Quiz' || type === 'Break') return []
  return [...(type === 'Media' ? data.components : []), ...listMedia(data.content)]
}

/** All media of a component by their sources, read with one query. */
export async function mediaOf(ctx: Pick<Ctx, 'sql' | 'now'>, component: Component): Promise<Map<string, Medium>> {
  const { organization_id } = await selectCourseVersion(ctx, component.course_version_id)
  return resolveMedia(ctx, organization_id, sourcesOf(component))
}

/** What `renderDocument` asks for media that were read beforehand. */
export const mediaResolver =
  (media: ReadonlyMap<string, Medium>): MediaResolver =>
  ({ src }) =>
    typeof src === 'string' ? (media.get(src) ?? null) : null

function mediumOf(attachment: Attachment, all: readonly Attachment[]): Medium {
  const { attachment_id, content_type, name, duration_ms } = attachment
  const captions = all
    .filter((one) => one.related_attachment_id === attachment_id && one.lk_file_type_id === captionsFileType)
    .map((one) => ({ url: attachmentUrl(one), srclang: one.language === 'es' ? ('es' as const) : ('en' as const) }))
  return {
    attachment_id,
    content_type,
    name,
    duration_ms,
    url: attachmentUrl(attachment),
    captions,
    poster: posterUrl(attachment),
  }
}
