import type { Role } from '#platform/actor.ts'
import type { PermissionKey, PermissionType } from '#platform/permissions.ts'

const permissionTypes: readonly PermissionType[] = ['CREATE', 'READ', 'UPDATE', 'DELETE']

/** Every permission of the product, with its name in the permission grid. */
export const permissionNames = {
  MANAGE_ADMIN: ['Administrators', 'Administradores'],
  MANAGE_ORGANIZATION: ['Organizations', 'Organizaciones'],
  MANAGE_WEBSITES: ['Websites', 'Sitios web'],
  MANAGE_INSTRUCTORS: ['Instructors', 'Instructores'],
  MANAGE_STUDENTS: ['Students', 'Estudiantes'],
  MANAGE_COURSES: ['Courses', 'Cursos'],
  MANAGE_CERTIFICATES: ['Certificates', 'Certificados'],
  MANAGE_AUTHORIZATION_KEYS: ['Authorization Keys', 'Claves de autorización'],
  MANAGE_PAYMENTS: ['Payments', 'Pagos'],
  MANAGE_INVOICE_PAYMENTS: ['Invoices', 'Facturas'],
  MANAGE_PAYMENT_METHODS: ['Payment Methods', 'Métodos de pago'],
  MANAGE_SUPPORT: ['Support Tickets', 'Solicitudes de soporte'],
  MANAGE_REPORTS: ['Reports', 'Informes'],
  MANAGE_SETTINGS: ['Settings', 'Configuración'],
  CAN_VIEW_AS: ['All User Types', 'Todos los tipos de usuario'],
  CHANGE_PASSWORD: ['Change Password', 'Cambiar contraseña'],
  CAN_ADD_MULTIPLE_ACCOUNTS: ['Can Add Multiple Accounts', 'Puede agregar varias cuentas'],
  CAN_ADVANCE: ['Advance Students', 'Adelantar a estudiantes'],
} as const

export type PermissionName = keyof typeof permissionNames

/** Every NAME:TYPE of the product. */
export const permissionKeys: readonly PermissionKey[] = (Object.keys(permissionNames) as PermissionName[]).flatMap(
  (name) => permissionTypes.map((type): PermissionKey => `${name}:${type}`),
)

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
