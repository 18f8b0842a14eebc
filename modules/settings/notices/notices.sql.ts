import type { Ctx } from '../../../platform/ctx.ts'
import { systemNoticeType } from '../../../platform/lookups.ts'
import type { Actor, Role } from '../../../platform/permissions.ts'

/** `message` is JSON: a text, or a document of the rich-text editor. */
export type Notice = { system_notice_id: number; lk_system_notice_type_id: number; message: unknown }
export type Banner = { group: string; message: unknown }

// The Support role sees what instructors see: it works in the same screens.
const noticeTypes: Record<Role, number> = {
  Admin: systemNoticeType.Admin,
  Instructor: systemNoticeType.Instructor,
  Support: systemNoticeType.Instructor,
  Student: systemNoticeType.Student,
}
const bannerGroups: Record<Role, string> = {
  Admin: 'admin',
  Instructor: 'instructor',
  Support: 'instructor',
  Student: 'student',
}

const roleOfActor = (actor: Actor): Role | null => (actor.kind === 'user' ? actor.role : null)

/** The notices that hold today on the visited site: those for everybody and those for the role of the actor. */
export async function listTodayNotices(ctx: Pick<Ctx, 'sql' | 'actor' | 'organization'>): Promise<Notice[]> {
  const role = roleOfActor(ctx.actor)
  const types = role ? [systemNoticeType.Global, noticeTypes[role]] : [systemNoticeType.Global]
  return await ctx.sql<Notice>`
    select system_notice_id, lk_system_notice_type_id, message
    from settings.system_notice
    where organization_id = ${ctx.organization.organization_id}
      and lk_system_notice_type_id = any(${ctx.sql.array(types)})
      and coalesce(starts_at <= platform.now(), true) and coalesce(ends_at > platform.now(), true)
    order by system_notice_id desc
    limit 50`
}

/** The banner of the visited site for the role of the actor, or null. */
export async function findUserBanner(ctx: Pick<Ctx, 'sql' | 'actor' | 'organization'>): Promise<Banner | null> {
  const role = roleOfActor(ctx.actor)
  if (!role) return null
  const [banner] = await ctx.sql<Banner>`
    select "group", message from settings.banner
    where organization_id = ${ctx.organization.organization_id} and "group" = ${bannerGroups[role]}`
  return banner ?? null
}
