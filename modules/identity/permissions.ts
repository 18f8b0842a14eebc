import type { Role } from '#platform/actor.ts'
import type { PermissionKey, PermissionType } from '#platform/permissions.ts'
import type { Text } from '#platform/texts.ts'

const everyType = ['CREATE', 'READ', 'UPDATE', 'DELETE'] as const satisfies readonly PermissionType[]
const withoutDelete = ['CREATE', 'READ', 'UPDATE'] as const satisfies readonly PermissionType[]

type Permission = { text: Text; types: readonly PermissionType[] }

/**
 * Every permission of the product: its name in the permission grid, and its types. A type that no call requires is left
 * out, because a box without an effect would mislead the person who ticks it (docs/decisions/permissions.md).
 */
export const offeredPermissions = {
  MANAGE_ADMIN: { text: ['Administrators', 'Administradores'], types: everyType },
  MANAGE_ORGANIZATION: { text: ['Organizations', 'Organizaciones'], types: everyType },
  MANAGE_WEBSITES: { text: ['Websites', 'Sitios web'], types: everyType },
  MANAGE_INSTRUCTORS: { text: ['Instructors', 'Instructores'], types: everyType },
  MANAGE_STUDENTS: { text: ['Students', 'Estudiantes'], types: everyType },
  MANAGE_COURSES: { text: ['Courses', 'Cursos'], types: everyType },
  MANAGE_CERTIFICATES: { text: ['Certificates', 'Certificados'], types: everyType },
  MANAGE_AUTHORIZATION_KEYS: { text: ['Authorization Keys', 'Claves de autorización'], types: everyType },
  MANAGE_PAYMENTS: { text: ['Payments', 'Pagos'], types: withoutDelete },
  MANAGE_INVOICE_PAYMENTS: { text: ['Invoices', 'Facturas'], types: everyType },
  MANAGE_PAYMENT_METHODS: { text: ['Payment Methods', 'Métodos de pago'], types: everyType },
  MANAGE_SUPPORT: { text: ['Support Tickets', 'Solicitudes de soporte'], types: withoutDelete },
  MANAGE_REPORTS: { text: ['Reports', 'Informes'], types: everyType },
  MANAGE_SETTINGS: { text: ['Settings', 'Configuración'], types: everyType },
  CAN_VIEW_AS: { text: ['View As', 'Ver como'], types: ['READ'] },
  CHANGE_PASSWORD: { text: ['Change Password', 'Cambiar contraseña'], types: ['UPDATE'] },
  CAN_ADD_MULTIPLE_ACCOUNTS: { text: ['Can Add Multiple Accounts', 'Puede agregar varias cuentas'], types: ['CREATE'] },
  CAN_ADVANCE: { text: ['Advance Students', 'Adelantar a estudiantes'], types: ['UPDATE'] },
  CAN_SIGN_IN_STUDENTS: {
    text: ['Sign Students In (API clients)', 'Iniciar la sesión de estudiantes (clientes de la API)'],
    types: ['CREATE'],
  },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof offeredPermissions

const permissionNames = Object.keys(offeredPermissions) as PermissionName[]

/** Every NAME:TYPE that a call requires. */
export const permissionKeys: readonly PermissionKey[] = permissionNames.flatMap((name) =>
  offeredPermissions[name].types.map((type): PermissionKey => `${name}:${type}`),
)

const numberedKeys = permissionNames.flatMap((name) => everyType.map((type): PermissionKey => `${name}:${type}`))

/** The greatest `permission_id`. Types that are left out have an id, so that the others keep theirs. */
export const lastPermissionId = numberedKeys.length

/** The `permission_id` of a key: the same for everyone. */
export const permissionIdOf = (key: PermissionKey): number => numberedKeys.indexOf(key) + 1

/** The key of a `permission_id`; undefined for one that no call requires. */
export function permissionKeyOf(permission_id: number): PermissionKey | undefined {
  const key = numberedKeys[permission_id - 1]
  return key && permissionKeys.includes(key) ? key : undefined
}

const roleDefaults: Record<Role, readonly PermissionKey[]> = {
  Admin: permissionKeys,
  Instructor: [
    'MANAGE_STUDENTS:READ',
    'MANAGE_STUDENTS:UPDATE',
    'MANAGE_COURSES:READ',
    'MANAGE_CERTIFICATES:READ',
    'MANAGE_SUPPORT:READ',
    'MANAGE_SUPPORT:UPDATE',
    'MANAGE_REPORTS:READ',
    'CHANGE_PASSWORD:UPDATE',
  ],
  Support: ['MANAGE_SUPPORT:READ', 'MANAGE_SUPPORT:UPDATE', 'MANAGE_STUDENTS:READ'],
  Student: [],
  Auditor: [],
}

const setOf = (role: Role): ReadonlySet<PermissionKey> => new Set(roleDefaults[role])
const defaults = {
  Admin: setOf('Admin'),
  Instructor: setOf('Instructor'),
  Support: setOf('Support'),
  Student: setOf('Student'),
  Auditor: setOf('Auditor'),
}

/** The role's defaults overridden by the person's own rows. Students and auditors have none, regardless of rows. */
export function effectivePermissions(
  role: Role,
  rows: Readonly<Record<string, boolean>> | null,
): ReadonlySet<PermissionKey> {
  if (role === 'Student' || role === 'Auditor' || rows === null) return defaults[role]
  return new Set(permissionKeys.filter((key) => rows[key] ?? defaults[role].has(key)))
}
