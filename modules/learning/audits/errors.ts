import { defineErrors } from '#platform/errors.ts'

export const auditErrors = defineErrors({
  accessOver: [
    403,
    'AUDIT_ACCESS_OVER',
    [
      'Your access has ended, or you signed in without a second factor. Ask the school for a new invitation.',
      'Su acceso terminó, o inició sesión sin un segundo factor. Pida una nueva invitación a la escuela.',
    ],
  ],
  tooLarge: [
    422,
    'AUDIT_EXPORT_TOO_LARGE',
    [
      'These are too many records for one export. Choose a shorter period.',
      'Son demasiados registros para una sola exportación. Elija un período más corto.',
    ],
  ],
})
