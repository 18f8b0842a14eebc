import type { Ctx } from '../platform/ctx.ts'
import { holds, type PermissionKey, type Role } from '../platform/permissions.ts'
import { pick, type Text } from '../platform/texts.ts'
import type { IconName } from '../platform/ui/icons.tsx'
import type { DrawerEntry } from '../platform/web/frame.ts'
import { pages } from './pages.ts'

type Entry = readonly [href: string, label: Text, icon: IconName, roles: readonly Role[], key?: PermissionKey]

const staff: readonly Role[] = ['Admin', 'Instructor', 'Support']
const managers: readonly Role[] = ['Admin', 'Instructor']
const admins: readonly Role[] = ['Admin']

/** The navigation of the management area: who sees what. */
export const entries: readonly Entry[] = [
  ['/manage/administrators', ['Administrators', 'Administradores'], 'administrators', admins],
  ['/manage/organizations', ['Organizations', 'Organizaciones'], 'organizations', managers, 'MANAGE_ORGANIZATION:READ'],
  ['/manage/instructors', ['Instructors', 'Instructores'], 'instructors', staff, 'MANAGE_INSTRUCTORS:READ'],
  ['/manage/students', ['Students', 'Estudiantes'], 'students', staff, 'MANAGE_STUDENTS:READ'],
  ['/manage/courses', ['Courses', 'Cursos'], 'book', staff, 'MANAGE_COURSES:READ'],
  ['/manage/submissions', ['Submissions', 'Entregas'], 'submissions', staff, 'MANAGE_COURSES:READ'],
  ['/manage/certificates', ['Certificates', 'Certificados'], 'certificate', staff, 'MANAGE_CERTIFICATES:READ'],
  ['/manage/reports', ['Reports', 'Informes'], 'reports', managers],
  [
    '/manage/authorizationKeys',
    ['Authorization Keys', 'Claves de autorización'],
    'key',
    staff,
    'MANAGE_AUTHORIZATION_KEYS:READ',
  ],
  ['/manage/payments', ['Payments', 'Pagos'], 'payments', staff, 'MANAGE_PAYMENTS:READ'],
  ['/manage/invoices', ['Invoices', 'Facturas'], 'invoice', staff, 'MANAGE_INVOICE_PAYMENTS:READ'],
  ['/manage/storefront-orders', ['Storefront Orders', 'Pedidos de la tienda'], 'cart', staff, 'MANAGE_PAYMENTS:READ'],
  ['/support', ['Support', 'Soporte'], 'support', staff, 'MANAGE_SUPPORT:READ'],
  ['/settings', ['System Settings', 'Configuración del sistema'], 'settings', admins],
  ['/manage/settings/promo-codes', ['Promo Codes', 'Códigos promocionales'], 'promo', admins, 'MANAGE_SETTINGS:READ'],
  ['/manage/settings/leaver', ['Leaver Offer', 'Oferta de salida'], 'clock', admins, 'MANAGE_SETTINGS:UPDATE'],
  [
    '/manage/settings/checkout',
    ['Checkout Settings', 'Configuración de la compra'],
    'receipt',
    admins,
    'MANAGE_SETTINGS:UPDATE',
  ],
  ['/manage/permissions', ['Default Permissions', 'Permisos predeterminados'], 'security', admins],
]

const existing: ReadonlySet<string> = new Set(pages.map(({ address }) => address))

/** The entries for a person; those whose page does not exist yet appear with it. */
export function drawerOf({ actor, locale }: Pick<Ctx, 'actor' | 'locale'>): DrawerEntry[] {
  if (actor.kind !== 'user' || actor.role === 'Student') return []
  return entries
    .filter(([href, , , roles, key]) => existing.has(href) && roles.includes(actor.role) && (!key || holds(actor, key)))
    .map(([href, label, icon]) => ({ href, icon, label: pick(locale, label) }))
}
