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

/** A medium's address and type, and a video's captions and actual duration (null for others). */
export type Medium = ResolvedMedia & {
  attachment_id: number
  content_type: string
  size_bytes: number
  name: string
  duration_ms: number | null
}

/** The media of an organization with these sources (`media/NAME`, `/media/17/NAME`); unknown ones are left out. */
export async function resolveMedia(
  ctx: Pick<Ctx, 'sql'>,
  organization_id: number,
  sources: readonly string[],
): Promise<Map<string, Medium>> {
  if (sources.length === 0) return new Map()
  const attachments = await listAttachments(ctx, organization_id, sources)
  const byAddress = new Map<string, Medium>()
  for (const attachment of attachments) {
    const medium = mediumOf(attachment, attachments)
    byAddress.set(medium.url, medium)
    if (attachment.source_path) byAddress.set(attachment.source_path, medium)
  }
  return byAddress
}

/** All our files in a component: in its document, media cards and narration. Hosted videos are not included. */
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

/** The hosts that a page with these components must be allowed to embed; none without hosted videos. */
export const embedOriginsOf = (components: readonly Component[]): string[] => [
  ...new Set(components.flatMap(hostedVideosOf).map(({ origin }) => origin)),
]

/** The media cards of a component, in the order in which they are shown. */
export function cardsOf({ type, data }: Component): readonly CardAttributes[] {
  if (type === 'Quiz' || type === 'Break') return []
  return [...(type === 'Media' ? data.components : []), ...listMedia(data.content)]
}

/** All media of components of one version by source, read with one query. */
export async function mediaOf(
  ctx: Pick<Ctx, 'sql' | 'now'>,
  components: readonly [Component, ...Component[]],
): Promise<Map<string, Medium>> {
  const { organization_id } = await selectCourseVersion(ctx, components[0].course_version_id)
  return resolveMedia(ctx, organization_id, components.flatMap(sourcesOf))
}

/** A resolver for `renderDocument` over preloaded media. */
export const mediaResolver =
  (media: ReadonlyMap<string, Medium>): MediaResolver =>
  ({ src }) =>
    typeof src === 'string' ? (media.get(src) ?? null) : null

function mediumOf(attachment: Attachment, all: readonly Attachment[]): Medium {
  const { attachment_id, content_type, size_bytes, name, duration_ms } = attachment
  const captions = all
    .filter((other) => other.related_attachment_id === attachment_id && other.lk_file_type_id === captionsFileType)
    .map((file) => ({
      url: attachmentUrl(file),
      srclang: file.language === 'es' ? ('es' as const) : ('en' as const),
    }))
  return {
    attachment_id,
    content_type,
    size_bytes,
    name,
    duration_ms,
    url: attachmentUrl(attachment),
    captions,
    poster: posterUrl(attachment),
  }
}
