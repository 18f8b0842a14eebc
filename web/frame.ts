import type { Context } from 'hono'
import { findSiteBrand } from '#modules/catalogue/index.ts'
import { countCartItems, type MiniCart, readMiniCart } from '#modules/checkout/entry.ts'
import { hasSites, listNotifications, pictureUrl, resolveOrganization, type SignedIn } from '#modules/identity/entry.ts'
import { supportSettings } from '#modules/settings/index.ts'
import { formatHours } from '#modules/settings/support/hours.shared.ts'
import { countUnread } from '#modules/support/chat/chat-head.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { isAuditor } from '#platform/permissions.ts'
import { maskPhone } from '#platform/phone.ts'
import { isViewing } from '#platform/viewing.ts'
import type { FrameContent } from '#platform/web/frame.ts'
import type { AnyPage } from '#platform/web/page.ts'
import { announcementsOf } from './announcements.ts'
import type { WebEnv } from './context.ts'
import { drawerOf } from './drawer.ts'

declare module '../platform/web/frame.ts' {
  interface OwnFrame {
    /** The cart at a glance; null if it is empty or the page does not show it. */
    cart?: MiniCart | null
    /** The number of unread tickets; null if no part of the page counts them. */
    unread_tickets?: number | null
    /** The seconds after which the person is signed out: without use, and in any case. */
    session?: { idle_seconds: number; seconds_left: number } | null
    /** The chat with support, and whether its person has written there; null if the page has none. */
    chat?: { canWrite: boolean } | null
  }
}

/** The number of notifications in the menu; the notifications page has all. */
const maxShownNotifications = 5
const noNews = { total: 0, list: [] }

/** The frame of every page: brand, signed-in person, cart and drawer. */
export async function frameOf(ctx: Ctx, c: Context, { header }: Pick<AnyPage, 'header'>): Promise<FrameContent> {
  const cookies = c.req.header('cookie') ?? ''
  const person = (c as Context<WebEnv>).get('person')
  const [brand, has_sites, cart, notifications, announcements, unread_tickets] = await Promise.all([
    brandOf(ctx, c),
    ctx.actor.kind === 'user' && ctx.actor.role !== 'Student' ? hasSites(ctx, ctx.actor) : false,
    header === undefined ? cartOf(ctx, cookies) : null,
    header === false || ctx.actor.kind !== 'user' ? noNews : listNotifications(ctx, { limit: maxShownNotifications }),
    announcementsOf(ctx, c),
    unreadOf(ctx, c.req.path),
  ])
  return {
    ...brand,
    time_zone: ctx.organization.time_zone,
    user: userOf(person),
    session: person && {
      idle_seconds: person.idle_seconds,
      seconds_left: Math.floor((person.expires_at.getTime() - ctx.now.getTime()) / 1000),
    },
    has_sites,
    viewing_as: isViewing(ctx.actor) ? { exit: pathTo('/view-as/exit') } : null,
    cart,
    notifications,
    unread_tickets,
    chat:
      unread_tickets === null || isBelow(pathTo('/support'), c.req.path) ? null : { canWrite: !isViewing(ctx.actor) },
    ...announcements,
    drawer: drawerOf(ctx),
  }
}

/** Without a query: brand, cart, notifications and announcements stay as the whole page showed them. */
export const partFrameOf = (ctx: Ctx, c: Context): FrameContent => ({
  brand: { name: ctx.organization.name, logo: null, color: null },
  support: { phone: null, email: null, hours: '', href: null },
  time_zone: ctx.organization.time_zone,
  user: userOf((c as Context<WebEnv>).get('person')),
  viewing_as: isViewing(ctx.actor) ? { exit: pathTo('/view-as/exit') } : null,
  notifications: noNews,
  notices: { shown: [], ids: [] },
  banner: null,
  drawer: [],
})

/**
 * Every page counts the tickets of its person, except in the management area and for auditors, who have none. The
 * support pages themselves have no chat.
 */
async function unreadOf(ctx: Ctx, path: string): Promise<number | null> {
  const counts = ctx.actor.kind === 'user' && !isAuditor(ctx.actor) && !isBelow(pathTo('/manage'), path)
  return counts ? countUnread(ctx) : null
}

const isBelow = (start: string, path: string): boolean => `${path}/`.startsWith(`${start}/`)

/** Most visitors have no cart, which an indexed count shows; some of its courses may no longer be for sale. */
const cartOf = async (ctx: Ctx, cookies: string): Promise<MiniCart | null> =>
  (await countCartItems(ctx, cookies)) === 0 ? null : readMiniCart(ctx, cookies)

async function brandOf(ctx: Ctx, c: Context): Promise<Pick<FrameContent, 'brand' | 'support'>> {
  const { organization_id, code, name } = ctx.organization
  const from = c.req.query('course_website_id') ?? ''
  const course_website_id = /^[1-9]\d{0,8}$/.test(from) ? Number(from) : null
  const [organization, site, support] = await Promise.all([
    resolveOrganization(ctx.sql, code),
    findSiteBrand(ctx, organization_id, course_website_id),
    supportSettings(ctx),
  ])
  const phone = support.phone ?? organization?.public_phone
  return {
    brand: {
      name,
      logo: site?.logo || null,
      color: site?.brand_color ?? null,
      social: Object.entries(site?.social_links ?? {}).map(([network, href]) => ({ network, href })),
    },
    support: {
      phone: phone ? maskPhone(phone) : null,
      email: support.email,
      hours: formatHours(support.hours, ctx.locale),
      href:
        ctx.actor.kind === 'user' ? pathTo('/support/center', { query: { new: true } }) : pathTo('/support/contact'),
    },
  }
}

function userOf(person: SignedIn | null): FrameContent['user'] {
  if (!person) return null
  const { actor, first_name, last_name, loginid, email } = person
  return {
    user_id: actor.user_id,
    name: `${first_name} ${last_name}`.trim() || loginid,
    email,
    role: actor.role,
    picture: pictureUrl(actor.user_id, person.profile_pic),
  }
}
