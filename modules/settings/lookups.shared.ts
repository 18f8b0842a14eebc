import type { Lookup } from '#platform/lookups.ts'

const lk_system_language_status = {
  1: ['Active', 'Activo'],
  2: ['Inactive', 'Inactivo'],
} as const satisfies Lookup

export const lk_system_notice_type = {
  1: ['Global', 'Global'],
  2: ['Admin', 'Administrador'],
  3: ['Instructor', 'Instructor'],
  4: ['Student', 'Estudiante'],
} as const satisfies Lookup

export const systemNoticeType = { Global: 1, Admin: 2, Instructor: 3, Student: 4 } as const

/** The lookups that this module's manifest declares. */
export const lookups = { lk_system_language_status, lk_system_notice_type }
