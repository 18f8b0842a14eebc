import type { Lookup } from '#platform/lookups.ts'

export const lk_student_course_status = {
  1: ['Paid - Not Registered', 'Pagado - Sin registro'],
  2: ['Not Paid', 'Sin pagar'],
  3: ['Paid - Registered', 'Pagado - Registrado'],
  4: ['In Progress', 'En curso'],
  5: ['In Review', 'En revisión'],
  6: ['Passed', 'Aprobado'],
  7: ['Certificate Issued', 'Certificado emitido'],
  8: ['Failed', 'Reprobado'],
  9: ['Disabled', 'Deshabilitado'],
  10: ['Expired', 'Vencido'],
  11: ['In Registration', 'En registro'],
  12: ['In Security Setup', 'En configuración de seguridad'],
  13: ['Needs Attention', 'Requiere atención'],
  14: ['Fixed', 'Corregido'],
  15: ['Grading', 'En calificación'],
  16: ['Refunded', 'Reembolsado'],
  17: ['Completion Error', 'Error de finalización'],
  18: ['Certificate Issued (manual)', 'Certificado emitido (manual)'],
  19: ['Completion Error (FLHSMV)', 'Error de finalización (FLHSMV)'],
  20: ['Pay Now', 'Pagar ahora'],
  21: ['Confirming Information', 'Confirmando información'],
  22: ['Attempted Completion', 'Intento de finalización'],
} as const satisfies Lookup

export const lk_quiz_attempt_status = {
  1: ['In Progress', 'En curso'],
  2: ['Submitted', 'Enviado'],
  3: ['In Review', 'En revisión'],
  4: ['Passed', 'Aprobado'],
  5: ['Failed', 'Reprobado'],
  6: ['Needs Attention', 'Requiere atención'],
  7: ['Fixed', 'Corregido'],
  8: ['Expired', 'Vencido'],
} as const satisfies Lookup

/** The lookups of this module, as its manifest declares them. */
export const lookups = { lk_student_course_status, lk_quiz_attempt_status }
