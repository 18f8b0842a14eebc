import type { Lookup } from '../../platform/lookups.ts'

export const lk_issue_status = {
  1: ['Open', 'Abierta'],
  2: ['Active', 'Activa'],
  3: ['Resolved', 'Resuelta'],
  4: ['Reopened', 'Reabierta'],
  5: ['Awaiting Assignment', 'Por asignar'],
  6: ['Assigned', 'Asignada'],
} as const satisfies Lookup

export const lk_issue_category = {
  1: ['Course Disabled', 'Curso deshabilitado'],
  2: ['Technical Issues', 'Problemas técnicos'],
  3: ['Completion Error', 'Error de finalización'],
  4: ['Correct Certificate Information', 'Corregir datos del certificado'],
  5: ['Mailing Address Change', 'Cambio de dirección postal'],
  6: ['Course Content', 'Contenido del curso'],
  7: ['Missing Certificate', 'Certificado faltante'],
  8: ['Other', 'Otro'],
} as const satisfies Lookup

export const lk_chat_thread_message_type = {
  1: ['Text', 'Texto'],
  2: ['Image', 'Imagen'],
  3: ['System', 'Sistema'],
} as const satisfies Lookup

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

export const lk_hook_type = {
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
  lk_issue_status,
  lk_issue_category,
  lk_chat_thread_message_type,
  lk_audit_type,
  lk_hook_type,
  lk_user_tile_type,
}
