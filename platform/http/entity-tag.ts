import { createHash } from 'node:crypto'
import type { ClientActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnyOperation } from '#platform/operation.ts'

/** Headers of a response that a program may cache and revalidate. */
export type TagHeaders = { etag: string; 'cache-control': string; vary: string }

/**
 * The tag of a client's read, or null for any other call. The tag contains the caller and the site, so a tag of one
 * client never matches a response to another client, even if both read the same.
 */
export function tagOf(ctx: Ctx, { method, changes }: AnyOperation, body: string): TagHeaders | null {
  if (method !== 'GET' || changes || ctx.actor.kind !== 'client') return null
  const { client_id } = ctx.actor as ClientActor
  const prefix = `${client_id} ${ctx.organization.organization_id} ${ctx.locale}\n`
  const hash = createHash('sha256').update(prefix).update(body).digest('base64url').slice(0, 22)
  return { etag: `W/"${hash}"`, 'cache-control': 'private, no-cache', vary: 'authorization' }
}

/** Whether the caller sent the tag in `If-None-Match`; strong and weak forms are the same here (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, { etag }: TagHeaders): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return (
    ifNoneMatch !== undefined &&
    ifNoneMatch.length < 2_000 &&
    ifNoneMatch.split(',').some((tag) => plain(tag) === plain(etag))
  )
}
