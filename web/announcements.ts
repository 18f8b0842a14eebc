import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { renderDocument } from '#modules/catalogue/index.ts'
import { type Banner, findUserBanner, parseMessage, selectBoard } from '#modules/settings/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'
import type { Announcement, FrameContent } from '#platform/web/frame.ts'

const cookie = 'notices'
const day = 24 * 60 * 60

/** The Set-Cookie line that dismisses notices in a browser; after a day they are shown again. */
export function asideCookie(origin: string, ids: readonly number[]): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${cookie}=${ids.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${day}${secure}`
}

/** No announcements on pages for paying and learning. */
const isQuiet = (path: string) => /^\/(checkout|course)(\/|$)/.test(path)

/** The banner for the person's group, and today's notices that they have not dismissed. */
export async function announcementsOf(ctx: Ctx, c: Context): Promise<Pick<FrameContent, 'banner' | 'notices'>> {
  if (isQuiet(c.req.path)) return { banner: bannerOf(ctx, await findUserBanner(ctx)), notices: { shown: [], ids: [] } }
  const { banner, notices } = await selectBoard(ctx)
  const dismissedIds = new Set((getCookie(c, cookie) ?? '').split('.').map(Number))
  const open = notices.filter(({ system_notice_id }) => !dismissedIds.has(system_notice_id))
  return {
    banner: bannerOf(ctx, banner),
    notices: {
      shown: open.flatMap(({ system_notice_id, message }) => {
        const notice = announcement(message, ctx.locale)
        return notice ? [{ ...notice, system_notice_id }] : []
      }),
      ids: notices.map(({ system_notice_id }) => system_notice_id),
    },
  }
}

const bannerOf = ({ locale }: Ctx, banner: Banner | null) => banner && announcement(banner.message, locale)

/** Text stays text; a document is reduced to the renderer's allowed nodes, marks and addresses. */
function announcement(message: unknown, locale: Locale): Announcement | null {
  const read = parseMessage(message, locale)
  if (!read || 'text' in read) return read
  const html = renderDocument(read.document, { locale: locale === 'es-es' ? 'es' : 'en', media: () => null })
  return html ? { kind: read.kind, html } : null
}
