import type { Context } from 'hono'
import { countCartItems } from '../modules/checkout/index.ts'
import { resolveOrganization, type SignedIn } from '../modules/identity/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { holds, type PermissionKey, type Role } from '../platform/permissions.ts'
import { pick, type Text } from '../platform/texts.ts'
import { maskPhone } from '../platform/ui/masks.ts'
import type { DrawerEntry, FrameContent } from '../platform/web/frame.ts'
import type { AnyPage } from '../platform/web/page.ts'
import type { WebEnv } from './context.ts'

type Entry = { href: string; label: Text; icon: string; roles: readonly Role[]; key?: PermissionKey }

const staffRoles: readonly Role[] = ['Admin', 'Instructor', 'Support']

/** The management entries that exist so far; each shows to its roles and, where given, with its key. */
const entries: readonly Entry[] = [
  {
    href: '/manage/students',
    label: ['Students', 'Estudiantes'],
    icon: 'students',
    roles: staffRoles,
    key: 'MANAGE_STUDENTS:READ',
  },
  {
    href: '/manage/payments',
    label: ['Payments', 'Pagos'],
    icon: 'payments',
    roles: staffRoles,
    key: 'MANAGE_PAYMENTS:READ',
  },
]

/** What surrounds every page: brand, who is signed in, cart and drawer. */
export async function frameOf(ctx: Ctx, c: Context, { cart }: Pick<AnyPage, 'cart'>): Promise<FrameContent> {
  const cookies = c.req.header('cookie') ?? ''
  const count = cart === false ? 0 : countCartItems(ctx, cookies)
  const [brand, cart_count] = await Promise.all([brandOf(ctx), count])
  return {
    ...brand,
    user: userOf((c as Context<WebEnv>).get('person')),
    viewing_as: null,
    cart_count,
    notification_count: 0,
    banner: null,
    drawer: drawerOf(ctx),
  }
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
    picture: null,
  }
}

function drawerOf({ actor, locale }: Ctx): DrawerEntry[] {
  if (actor.kind !== 'user') return []
  return entries
    .filter(({ roles, key }) => roles.includes(actor.role) && (!key || holds(actor, key)))
    .map(({ href, label, icon }) => ({ href, icon, label: pick(locale, label) }))
}
