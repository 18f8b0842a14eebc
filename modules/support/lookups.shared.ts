import type { Lookup } from '#platform/lookups.ts'

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

const lk_chat_thread_message_type = {
  1: ['Text', 'Texto'],
  2: ['Image', 'Imagen'],
  3: ['System', 'Sistema'],
} as const satisfies Lookup

/** The lookups of this module, as its manifest declares them. */
export const lookups = { lk_issue_status, lk_issue_category, lk_chat_thread_message_type }
