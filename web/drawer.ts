import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, type PermissionKey, worksForVisited } from '#platform/permissions.ts'
import { localize, type Text } from '#platform/texts.ts'
import type { IconName } from '#platform/ui/icons.tsx'
import type { DrawerEntry } from '#platform/web/frame.ts'
import { auditorsTexts } from './pages/manage/auditors/auditors.texts.ts'
import { clientPageTexts } from './pages/manage/clients/clients.texts.ts'
import { systemSettings } from './pages/settings-cards.tsx'
import { pages } from './pages.ts'

type Entry = readonly [href: string, label: Text, icon: IconName, roles: readonly Role[], key?: PermissionKey]
type Group = { label: Text; entries: readonly Entry[] }

const staff: readonly Role[] = ['Admin', 'Instructor', 'Support']
const managers: readonly Role[] = ['Admin', 'Instructor']
const admins: readonly Role[] = ['Admin']

/** The navigation of the management area, with the permissions for each entry. */
const groups: readonly Group[] = [
  {
    label: ['People', 'Personas'],
    entries: [
      [pathTo('/manage/home'), ['Home', 'Inicio'], 'home', staff],
      [pathTo('/manage/administrators'), ['Administrators', 'Administradores'], 'administrators', admins],
      [
        pathTo('/manage/organizations'),
        ['Organizations', 'Organizaciones'],
        'organizations',
        managers,
        'MANAGE_ORGANIZATION:READ',
      ],
      [pathTo('/manage/instructors'), ['Instructors', 'Instructores'], 'instructors', staff, 'MANAGE_INSTRUCTORS:READ'],
      [
        pathTo('/manage/support-staff'),
        ['Support Staff', 'Personal de soporte'],
        'chat',
        staff,
        'MANAGE_INSTRUCTORS:READ',
      ],
      [pathTo('/manage/students'), ['Students', 'Estudiantes'], 'students', staff, 'MANAGE_STUDENTS:READ'],
      [pathTo('/support'), ['Support', 'Soporte'], 'support', staff, 'MANAGE_SUPPORT:READ'],
      [pathTo('/manage/tasks'), ['Background Tasks', 'Tareas en segundo plano'], 'clock', staff],
    ],
  },
  {
    label: ['Courses', 'Cursos'],
    entries: [
      [pathTo('/manage/courses'), ['Courses', 'Cursos'], 'book', staff, 'MANAGE_COURSES:READ'],
      [pathTo('/manage/programs'), ['Programs', 'Programas'], 'rules', staff, 'MANAGE_COURSES:READ'],
      [pathTo('/manage/submissions'), ['Submissions', 'Entregas'], 'submissions', staff, 'MANAGE_COURSES:READ'],
      [
        pathTo('/manage/external-exams'),
        ['External Exams', 'Exámenes externos'],
        'exam',
        staff,
        'MANAGE_STUDENTS:READ',
      ],
      [
        pathTo('/manage/certificates'),
        ['Certificates', 'Certificados'],
        'certificate',
        staff,
        'MANAGE_CERTIFICATES:READ',
      ],
      [
        pathTo('/manage/completion-reports'),
        ['Completion Reports', 'Informes de finalización'],
        'send',
        staff,
        'MANAGE_STUDENTS:READ',
      ],
      [pathTo('/manage/agencies'), ['Agencies', 'Agencias'], 'agencies', staff, 'MANAGE_STUDENTS:READ'],
      [pathTo('/manage/auditors'), auditorsTexts.title, 'auditors', admins],
      [pathTo('/manage/reports'), ['Reports', 'Informes'], 'reports', managers, 'MANAGE_REPORTS:READ'],
    ],
  },
  {
    label: ['Sales', 'Ventas'],
    entries: [
      [pathTo('/manage/payments'), ['Payments', 'Pagos'], 'payments', staff, 'MANAGE_PAYMENTS:READ'],
      [pathTo('/manage/invoices'), ['Invoices', 'Facturas'], 'invoice', staff, 'MANAGE_INVOICE_PAYMENTS:READ'],
      [
        pathTo('/manage/storefront-orders'),
        ['Storefront Orders', 'Pedidos de la tienda'],
        'cart',
        staff,
        'MANAGE_PAYMENTS:READ',
      ],
      [
        pathTo('/manage/authorizationKeys'),
        ['Authorization Keys', 'Claves de autorización'],
        'key',
        staff,
        'MANAGE_AUTHORIZATION_KEYS:READ',
      ],
    ],
  },
  {
    label: ['Settings', 'Configuración'],
    entries: [
      [systemSettings, ['System Settings', 'Configuración del sistema'], 'settings', staff, 'MANAGE_SETTINGS:READ'],
      [
        pathTo('/manage/settings/all'),
        ['All Settings', 'Toda la configuración'],
        'sliders',
        staff,
        'MANAGE_SETTINGS:READ',
      ],
      [
        pathTo('/manage/settings/promo-codes'),
        ['Promo Codes', 'Códigos promocionales'],
        'promo',
        staff,
        'MANAGE_SETTINGS:READ',
      ],
      [
        pathTo('/manage/settings/leaver'),
        ['Leaver Offer', 'Oferta de salida'],
        'clock',
        staff,
        'MANAGE_SETTINGS:UPDATE',
      ],
      [
        pathTo('/manage/settings/checkout'),
        ['Checkout Settings', 'Configuración de compras'],
        'receipt',
        staff,
        'MANAGE_SETTINGS:UPDATE',
      ],
      [
        pathTo('/manage/settings/notices'),
        ['System Notices', 'Avisos del sistema'],
        'bell',
        staff,
        'MANAGE_SETTINGS:READ',
      ],
      [
        pathTo('/manage/settings/banners'),
        ['System Banner Styles', 'Estilos de avisos fijos'],
        'bell',
        staff,
        'MANAGE_SETTINGS:UPDATE',
      ],
      [
        pathTo('/manage/settings/support'),
        ['Support Settings', 'Configuración de soporte'],
        'support',
        staff,
        'MANAGE_SETTINGS:UPDATE',
      ],
      [
        pathTo('/manage/settings/certificate-signer'),
        ['Certificate Signer', 'Firma de certificados'],
        'certificate',
        staff,
        'MANAGE_CERTIFICATES:UPDATE',
      ],
      [pathTo('/manage/settings/emails'), ['Emails', 'Correos'], 'support', staff, 'MANAGE_SETTINGS:UPDATE'],
      [
        pathTo('/manage/settings/sent-emails'),
        ['Sent Emails', 'Correos enviados'],
        'support',
        staff,
        'MANAGE_SETTINGS:READ',
      ],
      [
        pathTo('/manage/settings/saved-replies'),
        ['Saved Replies', 'Respuestas guardadas'],
        'support',
        staff,
        'MANAGE_SUPPORT:UPDATE',
      ],
      [pathTo('/manage/settings/system'), ['System', 'Sistema'], 'settings', admins, 'MANAGE_SETTINGS:UPDATE'],
      [pathTo('/manage/settings/languages'), ['Languages', 'Idiomas'], 'settings', staff, 'MANAGE_SETTINGS:UPDATE'],
      [
        pathTo('/manage/settings/translations'),
        ['Translations', 'Traducciones'],
        'settings',
        staff,
        'MANAGE_SETTINGS:UPDATE',
      ],
      [pathTo('/manage/clients'), clientPageTexts.title, 'key', admins],
      [pathTo('/manage/permissions'), ['Default Permissions', 'Permisos predeterminados'], 'security', admins],
    ],
  },
]
export const entries: readonly Entry[] = groups.flatMap((group) => group.entries)

/** Settings of the whole product are on the site of the operating organization. */
const ofProduct: ReadonlySet<string> = new Set([
  pathTo('/manage/settings/system'),
  pathTo('/manage/settings/languages'),
  pathTo('/manage/settings/translations'),
])

const policies = new Map(pages.map(({ address, may }) => [address, may]))

/** A person's entries: no one sees a link to a page that would refuse them. */
export function drawerOf({
  actor,
  locale,
  organization,
}: Pick<Ctx, 'actor' | 'locale'> & { organization?: Ctx['organization'] }): DrawerEntry[] {
  if (actor.kind !== 'user' || actor.role === 'Student') return []
  return groups.flatMap(({ label: group, entries }) =>
    entries
      .filter(
        ([href, , , roles, key]) =>
          policies.has(href) &&
          roles.includes(actor.role) &&
          (!key || holds(actor, key)) &&
          (!ofProduct.has(href) || organization?.runs_product === true) &&
          (!policies.get(href)?.ofVisited || !organization || worksForVisited({ organization })),
      )
      .map(([href, label, icon]) => ({ href, icon, label: localize(locale, label), group: localize(locale, group) })),
  )
}
