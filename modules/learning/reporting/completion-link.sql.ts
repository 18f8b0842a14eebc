import { createHmac, randomBytes } from 'node:crypto'
import { hashReference, isReference } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { secretPort } from '#platform/ports.ts'

export const audiences = ['court', 'employer', 'parent', 'other'] as const
type Audience = (typeof audiences)[number]

export type CompletionLink = {
  completion_link_id: number
  audience: Audience
  created_at: Date
  expires_at: Date
  /** Null if the server's secret has changed since. */
  token: string | null
}

/** The token of a link, derived from its seed and the server's key, so that neither alone reveals it. */
const tokenOf = ({ use }: Pick<Ctx, 'use'>, seed: Uint8Array): string =>
  createHmac('sha256', use(secretPort)).update('completion link').update(seed).digest('base64url')

type NewLink = { student_course_id: number; organization_id: number; audience: Audience; days: number }

export async function insertLink(ctx: Ctx, { days, ...link }: NewLink): Promise<{ completion_link_id: number }> {
  const seed = randomBytes(32)
  const [row] = await ctx.sql<{ completion_link_id: number }>`
    insert into learning.completion_link (organization_id, student_course_id, audience, seed, token_hash, created_at, expires_at)
    values (${link.organization_id}, ${link.student_course_id}, ${link.audience}, ${seed},
            ${hashReference(tokenOf(ctx, seed))}, ${ctx.now}, ${new Date(ctx.now.getTime() + days * 86_400_000)})
    returning completion_link_id`
  return row!
}

/** The links of a course that still work, newest first. */
export async function listLinks(ctx: Ctx, student_course_id: number): Promise<CompletionLink[]> {
  type Row = Omit<CompletionLink, 'token'> & { seed: Buffer; token_hash: Buffer }
  const rows = await ctx.sql<Row>`
    select completion_link_id, audience, created_at, expires_at, seed, token_hash
    from learning.completion_link
    where student_course_id = ${student_course_id} and ended_at is null and expires_at > ${ctx.now}
    order by completion_link_id desc limit 50`
  return rows.map(({ seed, token_hash, ...link }) => {
    const token = tokenOf(ctx, seed)
    return { ...link, token: hashReference(token).equals(token_hash) ? token : null }
  })
}

/** Ends a link of the student and returns its course; null if the student has no such link. */
export async function endLink(ctx: Ctx, completion_link_id: number, user_id: number): Promise<number | null> {
  const [row] = await ctx.sql<{ student_course_id: number }>`
    update learning.completion_link l set ended_at = ${ctx.now}
    from learning.student_course c
    where l.completion_link_id = ${completion_link_id} and l.ended_at is null
      and c.student_course_id = l.student_course_id and c.user_id = ${user_id}
    returning l.student_course_id`
  return row?.student_course_id ?? null
}

export type SharedCompletion = {
  student_course_id: number
  organization_name: string
  course_name: string
  first_name: string
  last_name: string
  completed_at: Date | null
  expires_at: Date
}

/** The content of a working link. Unscoped: the token is the secret, and works on every site. */
export async function findShared(ctx: Ctx, token: string): Promise<SharedCompletion | null> {
  if (!isReference(token)) return null
  const [row] = await ctx.unscoped.sql<SharedCompletion>`
    select l.student_course_id, o.name as organization_name, v.name as course_name, p.first_name, p.last_name,
           c.passed_at as completed_at, l.expires_at
    from learning.completion_link l
    join learning.student_course c using (student_course_id)
    join catalogue.v_course_version v using (course_version_id)
    join identity.v_person p on p.user_id = c.user_id and p.deleted_at is null
    join identity.v_organization o on o.organization_id = c.organization_id
    where l.token_hash = ${hashReference(token)} and l.ended_at is null and l.expires_at > ${ctx.now}`
  return row ?? null
}
