import type { Lookup } from '#platform/lookups.ts'

export const lk_suffix = {
  1: ['Jr.', 'Jr.'],
  2: ['Sr.', 'Sr.'],
  3: ['II', 'II'],
  4: ['III', 'III'],
  5: ['IV', 'IV'],
  6: ['V', 'V'],
  7: ['Esq.', 'Esq.'],
} as const satisfies Lookup

export const lk_language = { 1: ['English', 'Inglés'], 2: ['Spanish', 'Español'] } as const satisfies Lookup

export const lk_user_role = {
  1: ['Admin', 'Administrador'],
  2: ['Instructor', 'Instructor'],
  3: ['Student', 'Estudiante'],
  4: ['Support', 'Soporte'],
  5: ['Auditor', 'Auditor'],
} as const satisfies Lookup

export const lk_user_status = {
  1: ['Active', 'Activo'],
  2: ['Disabled', 'Deshabilitado'],
  3: ['Not Verified', 'No verificado'],
} as const satisfies Lookup

export const lk_instructor_status = {
  1: ['Active', 'Activo'],
  2: ['Disabled', 'Deshabilitado'],
  3: ['Not Verified', 'No verificado'],
} as const satisfies Lookup

export const lk_organization_status = {
  1: ['Active', 'Activa'],
  2: ['Inactive', 'Inactiva'],
  3: ['Suspended', 'Suspendida'],
} as const satisfies Lookup

export const lk_permission_type = {
  1: ['CREATE', 'CREAR'],
  2: ['READ', 'LEER'],
  3: ['UPDATE', 'ACTUALIZAR'],
  4: ['DELETE', 'ELIMINAR'],
} as const satisfies Lookup

export const lk_phone_number_type = {
  1: ['Mobile', 'Celular'],
  2: ['Home', 'Casa'],
  3: ['Work', 'Trabajo'],
} as const satisfies Lookup

const lk_address_type = {
  1: ['Billing', 'Facturación'],
  2: ['Mailing', 'Correspondencia'],
} as const satisfies Lookup

export const lk_contact_type = {
  1: ['Manager', 'Responsable'],
  2: ['Billing', 'Facturación'],
  3: ['Support', 'Soporte'],
} as const satisfies Lookup

export const userRole = { Admin: 1, Instructor: 2, Student: 3, Support: 4, Auditor: 5 } as const

export const userStatus = { Active: 1, Disabled: 2, NotVerified: 3 } as const

export const addressType = { Billing: 1, Mailing: 2 } as const

/** Only an active organization's site is open, and only its people are signed in. */
export const organizationStatus = { Active: 1, Inactive: 2, Suspended: 3 } as const

export const permissionType = { CREATE: 1, READ: 2, UPDATE: 3, DELETE: 4 } as const

export const lookups = {
  lk_suffix,
  lk_language,
  lk_user_role,
  lk_user_status,
  lk_instructor_status,
  lk_organization_status,
  lk_permission_type,
  lk_phone_number_type,
  lk_address_type,
  lk_contact_type,
}
