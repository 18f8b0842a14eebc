import { systemNoticeType } from '#modules/settings/lookups.shared.ts'
import type { Actor, Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Statement } from '#platform/db/sql.ts'

/** `message` is JSON: a text or a rich text document. */
export type Notice = { system_notice_id: number; lk_system_notice_type_id: number; message: unknown }
export type Banner = { group: string; message: unknown }

type AudienceRole = Exclude<Role, 'Auditor'>

// The Support role sees the same as instructors, because it uses the same screens.
const noticeTypes: Record<AudienceRole, number> = {
  Admin: systemNoticeType.Admin,
  Instructor: systemNoticeType.Instructor,
  Support: systemNoticeType.Instructor,
  Student: systemNoticeType.Student,
}
const bannerGroups: Record<AudienceRole, string> = {
  Admin: 'admin',
  Instructor: 'instructor',
  Support: 'instructor',
  Student: 'student',
}

/** The role whose announcements the actor sees; null for visitors and auditors. */
const roleOfActor = (actor: Actor): AudienceRole | null =>
  actor.kind === 'user' && actor.role !== 'Auditor' ? actor.role : null

type ReaderContext = Pick<Ctx, 'sql' | 'actor' | 'organization'>

/** The organizations whose announcements are shown: the visited one and its parents, nearest first. */
const announcerIds = ({ organization }: ReaderContext) => [organization.organization_id, ...(organization.above ?? [])]

function noticesStatement(ctx: ReaderContext): Statement<Notice> {
  const role = roleOfActor(ctx.actor)
  const types = role ? [systemNoticeType.Global, noticeTypes[role]] : [systemNoticeType.Global]
  return ctx.sql<Notice>`
    select system_notice_id, lk_system_notice_type_id, message
    from settings.system_notice
    where organization_id = any(${ctx.sql.array(announcerIds(ctx))})
      and lk_system_notice_type_id = any(${ctx.sql.array(types)})
      and coalesce(starts_at <= platform.now(), true) and coalesce(ends_at > platform.now(), true)
    order by system_notice_id desc
    limit 50`
}

/** Selects the banner of the nearest organization that has one. */
function bannerStatement(ctx: ReaderContext): Statement<Banner> {
  const role = roleOfActor(ctx.actor)
  const organizations = ctx.sql.array(announcerIds(ctx))
  return ctx.sql<Banner>`
    select "group", message from settings.banner
    where organization_id = any(${organizations}) and "group" = ${role && bannerGroups[role]}
      and coalesce(starts_at <= platform.now(), true) and coalesce(ends_at > platform.now(), true)
    order by array_position(${organizations}, organization_id)
    limit 1`
}

/** The current notices on the visited site, for everyone and for the actor's role. */
export const listTodayNotices = async (ctx: ReaderContext): Promise<Notice[]> => await noticesStatement(ctx)

/** The visited site's banner for the actor's role; null if there is none. */
export async function findUserBanner(ctx: ReaderContext): Promise<Banner | null> {
  const [banner] = await bannerStatement(ctx)
  return banner ?? null
}

/** The banner and the notices in one statement, for the frame of every page; visitors see neither. */
export async function selectBoard(ctx: ReaderContext): Promise<{ banner: Banner | null; notices: Notice[] }> {
  if (!roleOfActor(ctx.actor)) return { banner: null, notices: [] }
  const [board] = await ctx.sql<{ banner: Banner | null; notices: Notice[] }>`
    select (select to_jsonb(b) from (${bannerStatement(ctx)}) b) as banner,
           coalesce((select jsonb_agg(n) from (${noticesStatement(ctx)}) n), '[]') as notices`
  return board!
}
