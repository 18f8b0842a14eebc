import type { Context } from 'hono'
import { countCartItems, type MiniCart, readMiniCart } from '../modules/checkout/index.ts'
import {
  hasSites,
  listNotifications,
  pictureUrl,
  resolveOrganization,
  type SignedIn,
} from '../modules/identity/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { maskPhone } from '../platform/ui/masks.ts'
import { isViewing } from '../platform/viewing.ts'
import type { FrameContent } from '../platform/web/frame.ts'
import type { AnyPage } from '../platform/web/page.ts'
import { announcementsOf } from './announcements.ts'
import type { WebEnv } from './context.ts'
import { drawerOf } from './drawer.ts'

/** How much of the news hangs at the bell; the page of notifications has all of it. */
const atTheBell = 5
const noNews = { total: 0, list: [] }

/** What surrounds every page: brand, who is signed in, cart and drawer. */
export async function frameOf(
  ctx: Ctx,
  c: Context,
  { cart, header }: Pick<AnyPage, 'cart' | 'header'>,
): Promise<FrameContent> {
  const cookies = c.req.header('cookie') ?? ''
  const noCart = cart === false || header === false
  const [brand, has_sites, { cart_count, mini_cart }, notifications, announcements] = await Promise.all([
    brandOf(ctx),
    ctx.actor.kind === 'user' && ctx.actor.role !== 'Student' ? hasSites(ctx, ctx.actor) : false,
    noCart ? { cart_count: 0, mini_cart: null } : cartOf(ctx, cookies),
    header === false || ctx.actor.kind !== 'user' ? noNews : listNotifications(ctx, { limit: atTheBell }),
    announcementsOf(ctx, c),
  ])
  return {
    ...brand,
    time_zone: ctx.organization.time_zone,
    user: userOf((c as Context<WebEnv>).get('person')),
    has_sites,
    viewing_as: isViewing(ctx.actor) ? { exit: '/view-as/exit' } : null,
    cart_count,
    mini_cart,
    notifications,
    ...announcements,
    drawer: drawerOf(ctx),
  }
}

/** Most visitors have no cart, and a count by an index says so; of what lies in one, some may not be sold any more. */
async function cartOf(ctx: Ctx, cookies: string): Promise<{ cart_count: number; mini_cart: MiniCart | null }> {
  const mini_cart = (await countCartItems(ctx, cookies)) === 0 ? null : await readMiniCart(ctx, cookies)
  return { cart_count: mini_cart?.items.length ?? 0, mini_cart }
}

async function brandOf(ctx: Ctx): Promise<Pick<FrameContent, 'brand' | 'support'>> {
  const { code, name } = ctx.organization
  const found = await resolveOrganization(ctx.sql, code)
  return {
    brand: { name, logo: found?.logo || null, colour: found?.brand_color ?? null },
    support: {
      phone: found?.phone_number ? maskPhone(found.phone_number) : null,
      href: found?.email ? `mailto:${found.email}` : null,
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
