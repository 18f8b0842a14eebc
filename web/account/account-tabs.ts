import type { AccountPlace } from '#modules/identity/account/account-place.shared.ts'
import { recipientOf } from '#modules/identity/account/display-name.shared.ts'
import { roleNames } from '#modules/identity/linked-accounts/role-names.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import { type AccountTab, declareTab as tab, type UserDetails } from './account-tab.ts'

/** Every account tab in order, for the server's pages and the browser's dialog. */
export const accountTabs: readonly AccountTab[] = [
  tab({
    tab: 'general',
    title: ['General', 'General'],
    props: ({ details }) => ({ first: details }),
    island: () => import('#modules/identity/account-tabs/general-tab.island.tsx'),
  }),
  tab({
    tab: 'dashboard',
    title: ['Dashboard', 'Panel'],
    of: 'students',
    ownElsewhere: true,
    load: ({ user_id, read }) => read('/usertile/studentdetail_tiles/fetch', { student_id: user_id }),
    island: () => import('#modules/backoffice/account/dashboard-tab.island.tsx'),
  }),
  tab({
    tab: 'security',
    title: ['Security', 'Seguridad'],
    panels: true,
    signsIn: true,
    load: async ({ own, read }) => {
      if (!own) return null
      const [social, sessions] = await Promise.all([read('/user/socialAccounts', {}), read('/user/sessions', {})])
      return { social, sessions }
    },
    props: ({ details }) => ({ person: recipientOf(details) }),
    island: () => import('#modules/identity/account-tabs/security-tab.island.tsx'),
  }),
  tab({
    tab: 'two-factor',
    title: ['Two-Factor Authentication', 'Autenticación de dos factores'],
    panels: true,
    signsIn: true,
    script: 'needed',
    load: ({ user_id, read }) => read('/user/secondFactors', { user_id }),
    island: () => import('#modules/identity/account-tabs/their-factors-tab.island.tsx'),
    own: () => import('#modules/identity/account-tabs/two-factor-tab.island.tsx'),
  }),
  tab({
    tab: 'linked',
    title: ['Linked Accounts', 'Cuentas vinculadas'],
    signsIn: true,
    script: 'needed',
    load: async ({ user_id, read }) => {
      const [to, from] = await Promise.all([
        read('/user/linkedUsers/fetch', { user_id }),
        read('/user/accountLinkedTo/fetch', { user_id }),
      ])
      return { to, from }
    },
    props: ({ locale }) => ({ roles: roleNames(locale) }),
    island: () => import('#modules/identity/account-tabs/linked-tab.island.tsx'),
  }),
  tab({
    tab: 'cart',
    title: ['Cart', 'Carrito'],
    of: 'students',
    ownElsewhere: true,
    script: 'none',
    load: ({ user_id, read }) => read('/cart/fetchCartByUserId', { user_id }),
    island: () => import('#modules/checkout/account/cart-tab.island.tsx'),
  }),
  tab({
    tab: 'billing',
    title: ['Billing', 'Facturación'],
    script: 'none',
    props: ({ details, link }) => ({ methods: details.data.payment, manageHref: link(pathTo('/settings/cards')) }),
    island: () => import('#modules/checkout/account/billing-tab.island.tsx'),
  }),
  tab({
    tab: 'payments',
    title: ['Payments', 'Pagos'],
    right: 'readPayments',
    script: 'none',
    load: ({ user_id, read }) => read('/user/transaction/fetch', { userId: String(user_id) }),
    island: () => import('#modules/checkout/account/payments-tab.island.tsx'),
  }),
  tab({
    tab: 'courses',
    title: ['Courses', 'Cursos'],
    of: 'students',
    script: 'none',
    load: ({ user_id, read }) => read('/user/fetchCoursesByUserId', { user_id, includeCertificates: true }),
    island: () => import('#modules/learning/account/courses-tab.island.tsx'),
  }),
  tab({
    tab: 'certificates',
    title: ['Certificates', 'Certificados'],
    of: 'students',
    script: 'none',
    load: ({ user_id, read }) => read('/user/fetchCoursesByUserId', { user_id, includeCertificates: true }),
    island: () => import('#modules/learning/account/certificates-tab.island.tsx'),
  }),
  tab({
    tab: 'license',
    title: ['Driver License', 'Licencia de conducir'],
    of: 'students',
    script: 'needed',
    load: ({ user_id, read }) => read('/student/driverLicense', { user_id }),
    island: () => import('#modules/learning/account/license-tab.island.tsx'),
  }),
  tab({
    tab: 'documents',
    title: ['Documents', 'Documentos'],
    right: 'readDocuments',
    script: 'needed',
    load: ({ user_id, read }) => read('/attachment/documents/', { user_id }),
    island: () => import('#modules/catalogue/account/documents-tab.island.tsx'),
  }),
  tab({
    tab: 'notes',
    title: ['Notes', 'Notas'],
    right: 'readNotes',
    load: ({ user_id, read }) => read('/user/getEntityNotes', { lk_entity_type_id: 1, entity_id: user_id }),
    island: () => import('#modules/backoffice/account/notes-tab.island.tsx'),
  }),
  tab({
    tab: 'events',
    title: ['Event Logs', 'Registro de eventos'],
    right: 'readEvents',
    load: ({ user_id, read }) => read('/user/eventhistory/fetch', { user_id, limit: 20 }),
    island: () => import('#modules/backoffice/account/events-tab.island.tsx'),
  }),
  tab({
    tab: 'tickets',
    title: ['Support Tickets', 'Solicitudes de soporte'],
    script: 'none',
    load: ({ user_id, read }) => read('/user/fetchTicketsByUserId', { user_id }),
    island: () => import('#modules/support/account/tickets-tab.island.tsx'),
  }),
  tab({
    tab: 'permissions',
    title: ['Permissions', 'Permisos'],
    right: 'readPermissions',
    of: 'staff',
    island: () => import('#modules/identity/account-tabs/permissions-tab.island.tsx'),
  }),
]

/** The tab in an address; the first one by default. */
export const tabNamed = (name: string | null | undefined): AccountTab =>
  accountTabs.find(({ tab }) => tab === name) ?? accountTabs[0]!

/** Whether a tab may be read; a person who does not exist yet has nothing to read. */
export const mayRead = ({ right }: AccountTab, can: UserDetails['can'] | null) =>
  (right && can?.[right]) ?? { allowed: true, reason: null }

/**
 * The tabs of an account. Staff also see unreadable ones, with the reason; on their own account people see only
 * readable ones.
 */
export const tabsOf = ({ kind, own }: AccountPlace, can: UserDetails['can'] | null): AccountTab[] =>
  accountTabs.filter((tab) => {
    if (tab.of && tab.of !== (kind === 'student' ? 'students' : 'staff')) return false
    return !own || (!tab.ownElsewhere && mayRead(tab, can).allowed)
  })
