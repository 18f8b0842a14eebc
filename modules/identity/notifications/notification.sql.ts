import type { Ctx } from '#platform/ctx.ts'
import { userOf } from '#platform/permissions.ts'
import { localizeSentence, type Sayable, type SentenceParams, sentenceOf } from '#platform/sentence.ts'

/** A notification in the person's language; `href` is a path of the site. */
type Notification = { notification_id: number; text: string; href: string | null; created_at: Date }
export type Notifications = { total: number; list: Notification[] }

const maxShown = 50

type Row = Omit<Notification, 'text'> & { text_en: string; text_es: string; params: SentenceParams; total: number }

/** A signed-in person's notifications that are not dismissed, newest first. */
export async function listNotifications(ctx: Ctx, { limit = maxShown } = {}): Promise<Notifications> {
  const rows = await ctx.sql<Row>`
    select notification_id::integer, text_en, text_es, params, href, created_at, count(*) over () as total
    from identity.notification
    where user_id = ${userOf(ctx).user_id} and dismissed_at is null
    order by created_at desc, notification_id desc
    limit ${limit}`
  const list = rows.map(({ text_en, text_es, params, total: _, ...row }) => ({
    ...row,
    text: localizeSentence(ctx.locale, { text: [text_en, text_es], params }),
  }))
  return { total: Number(rows[0]?.total ?? 0), list }
}

export type NewNotification = { user_id: number; cause: string; text: Sayable; href?: string | null }

/** Notifies a person on every page, once per cause. Removed people are skipped. */
export async function addNotification(ctx: Ctx, { user_id, cause, text, href = null }: NewNotification): Promise<void> {
  const {
    text: [text_en, text_es],
    params,
  } = sentenceOf(text)
  await ctx.sql`
    insert into identity.notification (organization_id, user_id, cause, text_en, text_es, params, href, created_at)
    select p.organization_id, p.user_id, ${cause}, ${text_en}, ${text_es}, ${ctx.sql.json(params)}, ${href}, ${ctx.now}
    from identity.person p where p.user_id = ${user_id} and p.deleted_at is null
    on conflict (user_id, cause) do nothing`
}
