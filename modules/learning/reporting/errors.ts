import { defineErrors } from '#platform/errors.ts'

export const reportingErrors = defineErrors({
  notRejected: [
    409,
    'REPORT_NOT_REJECTED',
    [
      'This report was not rejected, so there is nothing to correct.',
      'Este informe no se rechazó, así que no hay nada que corregir.',
    ],
  ],
  notAccepted: [
    409,
    'REPORT_NOT_ACCEPTED',
    [
      'This report is no longer accepted. Reload the page to see its current status.',
      'Este informe ya no figura como aceptado. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  licenseUnusual: [409, 'LICENSE_UNUSUAL', ['{warning}', '{warning}']],
  staffCorrects: [
    403,
    'STAFF_CORRECTS',
    [
      'Only our staff can correct the driver license number in a report. Contact support.',
      'Solo nuestro personal puede corregir el número de licencia de conducir de un informe. Comuníquese con soporte.',
    ],
  ],
})
