import { systemNoticeType } from '#modules/settings/lookups.shared.ts'
import type { Actor, Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Statement } from '#platform/db/sql.ts'

/** `message` is JSON: a text, or a rich text document. */
export type Notice = { system_notice_id: number; lk_system_notice_type_id: number; message: unknown }
export type Banner = { group: string; message: unknown }

type Announced = Exclude<Role, 'Auditor'>

// The Support role sees the same as instructors: it uses the same screens.
const noticeTypes: Record<Announced, number> = {
  Admin: systemNoticeType.Admin,
  Instructor: systemNoticeType.Instructor,
  Support: systemNoticeType.Instructor,
  Student: systemNoticeType.Student,
}
const bannerGroups: Record<Announced, string> = {
  Admin: 'admin',
  Instructor: 'instructor',
  Support: 'instructor',
  Student: 'student',
}

/** Auditors get the same as visitors. */
const roleOfActor = (actor: Actor): Announced | null =>
  actor.kind === 'user' && actor.role !== 'Auditor' ? actor.role : null

type Reader = Pick<Ctx, 'sql' | 'actor' | 'organization'>

/** Announcements reach sub-organizations: those of the current organization and its parents, nearest first. */
const announcers = ({ organization }: Reader) => [organization.organization_id, ...(organization.above ?? [])]

function noticesOf(ctx: Reader): Statement<Notice> {
  const role = roleOfActor(ctx.actor)
  const types = role ? [systemNoticeType.Global, noticeTypes[role]] : [systemNoticeType.Global]
  return ctx.sql<Notice>`
    select system_notice_id, lk_system_notice_type_id, message
    from settings.system_notice
    where organization_id = any(${ctx.sql.array(announcers(ctx))})
      and lk_system_notice_type_id = any(${ctx.sql.array(types)})
      and coalesce(starts_at <= platform.now(), true) and coalesce(ends_at > platform.now(), true)
    order by system_notice_id desc
    limit 50`
}

/** The nearest organization's banner wins. */
function bannerOf(ctx: Reader): Statement<Banner> {
  const role = roleOfActor(ctx.actor)
  const from = ctx.sql.array(announcers(ctx))
  return ctx.sql<Banner>`
    select "group", message from settings.banner
    where organization_id = any(${from}) and "group" = ${role && bannerGroups[role]}
      and coalesce(starts_at <= platform.now(), true) and coalesce(ends_at > platform.now(), true)
    order by array_position(${from}, organization_id)
    limit 1`
}

/** Today's notices on the current site: those for everyone and those for the actor's role. */
export const listTodayNotices = async (ctx: Reader): Promise<Notice[]> => await noticesOf(ctx)

/** The current site's banner for the actor's role, or null; visitors see none. */
export async function findUserBanner(ctx: Reader): Promise<Banner | null> {
  const [banner] = await bannerOf(ctx)
  return banner ?? null
}

/** Banner and notices in one statement, for every page's frame; visitors see neither. */
export async function selectBoard(ctx: Reader): Promise<{ banner: Banner | null; notices: Notice[] }> {
  if (!roleOfActor(ctx.actor)) return { banner: null, notices: [] }
  const [board] = await ctx.sql<{ banner: Banner | null; notices: Notice[] }>`
    select (select to_jsonb(b) from (${bannerOf(ctx)}) b) as banner,
           coalesce((select jsonb_agg(n) from (${noticesOf(ctx)}) n), '[]') as notices`
  return board!
}
