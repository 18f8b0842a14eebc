import { defineErrors } from '../../../platform/errors.ts'

export const reportingErrors = defineErrors({
  notRejected: [409, 'REPORT_NOT_REJECTED', ['This report was not rejected.', 'Este informe no ha sido rechazado.']],
  staffCorrects: [
    403,
    'STAFF_CORRECTS',
    [
      'Only our staff can correct the driver license number of a report.',
      'Solo nuestro personal puede corregir el número de licencia de un informe.',
    ],
  ],
})
