import type { Context } from 'hono'
import { findSiteBrand } from '#modules/catalogue/index.ts'
import { countCartItems, type MiniCart, readMiniCart } from '#modules/checkout/index.ts'
import { hasSites, listNotifications, pictureUrl, resolveOrganization, type SignedIn } from '#modules/identity/index.ts'
import { hoursShort, supportSettings } from '#modules/settings/index.ts'
import { countUnread } from '#modules/support/index.ts'
import type { Ctx } from '#platform/ctx.ts'
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
    /** The unread support messages; null if the page has no chat. */
    chat?: { unread: number; writes: boolean } | null
  }
}

/** The number of notifications in the menu; the notifications page has all. */
const atTheBell = 5
const noNews = { total: 0, list: [] }

/** The frame of every page: brand, signed-in person, cart and drawer. */
export async function frameOf(ctx: Ctx, c: Context, { header }: Pick<AnyPage, 'header'>): Promise<FrameContent> {
  const cookies = c.req.header('cookie') ?? ''
  const [brand, has_sites, cart, notifications, announcements, chat] = await Promise.all([
    brandOf(ctx, c),
    ctx.actor.kind === 'user' && ctx.actor.role !== 'Student' ? hasSites(ctx, ctx.actor) : false,
    header === undefined ? cartOf(ctx, cookies) : null,
    header === false || ctx.actor.kind !== 'user' ? noNews : listNotifications(ctx, { limit: atTheBell }),
    announcementsOf(ctx, c),
    chatOf(ctx, c.req.path),
  ])
  return {
    ...brand,
    time_zone: ctx.organization.time_zone,
    user: userOf((c as Context<WebEnv>).get('person')),
    has_sites,
    viewing_as: isViewing(ctx.actor) ? { exit: '/view-as/exit' } : null,
    cart,
    notifications,
    chat,
    ...announcements,
    drawer: drawerOf(ctx),
  }
}

/** Every page has the chat, except the management area and support's own pages. */
async function chatOf(ctx: Ctx, path: string): Promise<FrameContent['chat']> {
  if (ctx.actor.kind !== 'user' || /^\/(manage|support)(\/|$)/.test(path)) return null
  return { unread: await countUnread(ctx), writes: !isViewing(ctx.actor) }
}

/** Most visitors have no cart, which an indexed count shows; some of its courses may no longer be for sale. */
const cartOf = async (ctx: Ctx, cookies: string): Promise<MiniCart | null> =>
  (await countCartItems(ctx, cookies)) === 0 ? null : readMiniCart(ctx, cookies)

async function brandOf(ctx: Ctx, c: Context): Promise<Pick<FrameContent, 'brand' | 'support'>> {
  const { organization_id, code, name } = ctx.organization
  const from = c.req.query('course_website_id') ?? ''
  const course_website_id = /^[1-9]\d{0,8}$/.test(from) ? Number(from) : null
  const [found, site, support] = await Promise.all([
    resolveOrganization(ctx.sql, code),
    findSiteBrand(ctx, organization_id, course_website_id),
    supportSettings(ctx),
  ])
  const phone = support.phone ?? found?.phone_number
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
      hours: hoursShort(support.hours, ctx.locale),
      href: ctx.actor.kind === 'user' ? '/support/center?new=true' : '/support/contact',
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
