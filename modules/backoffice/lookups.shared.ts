import type { Lookup } from '#platform/lookups.ts'

export const lk_audit_type = {
  1: ['Create', 'Creación'],
  2: ['Update', 'Modificación'],
  3: ['Delete', 'Eliminación'],
  4: ['Sign In', 'Inicio de sesión'],
  5: ['Course', 'Curso'],
  6: ['Payment', 'Pago'],
  7: ['Other', 'Otro'],
  8: ['Email', 'Correo electrónico'],
  9: ['Certificate', 'Certificado'],
  10: ['Export', 'Exportación'],
  11: ['View As', 'Ver como'],
} as const satisfies Lookup

/** The purpose of an email, in the order of its limits. */
export const lk_email_kind = {
  1: ['Security', 'Seguridad'],
  2: ['Service', 'Servicio'],
  3: ['Personal', 'Personal'],
  4: ['Reminder', 'Recordatorio'],
} as const satisfies Lookup

const lk_hook_type = {
  1: ['Enrollment', 'Inscripción'],
  2: ['Completion', 'Finalización'],
  3: ['Payment', 'Pago'],
} as const satisfies Lookup

export const lk_user_tile_type = {
  1: ['Students', 'Estudiantes'],
  2: ['Enrollments', 'Inscripciones'],
  3: ['Sales', 'Ventas'],
  4: ['Certificates', 'Certificados'],
  5: ['Submissions', 'Entregas'],
  6: ['Support Tickets', 'Solicitudes de soporte'],
  7: ['Needs Attention', 'Requiere atención'],
  8: ['Completion Errors', 'Errores de finalización'],
  9: ['Courses', 'Cursos'],
  10: ['Websites', 'Sitios web'],
  11: ['Sub-organizations', 'Suborganizaciones'],
  12: ['Completed Courses', 'Cursos terminados'],
} as const satisfies Lookup

/** The lookups of this module, as its manifest declares them. */
export const lookups = {
  lk_audit_type,
  lk_hook_type,
  lk_user_tile_type,
}
