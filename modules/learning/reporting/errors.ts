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
  nothingToShare: [
    409,
    'REPORT_NOTHING_TO_SHARE',
    [
      'You can share your completion once you pass the course.',
      'Podrá compartir su finalización cuando apruebe el curso.',
    ],
  ],
  tooManyLinks: [
    409,
    'REPORT_TOO_MANY_LINKS',
    [
      'You have 5 links for this course. End one of them first.',
      'Tiene 5 enlaces para este curso. Primero desactive uno.',
    ],
  ],
  linkEnded: [
    404,
    'REPORT_LINK_ENDED',
    [
      'This link has ended or was never valid. Ask the student for a new one.',
      'Este enlace se desactivó o nunca fue válido. Pídale uno nuevo al estudiante.',
    ],
  ],
  notUnanswered: [
    409,
    'REPORT_NOT_UNANSWERED',
    [
      'The agency has answered this report, or its answer may still arrive. Reload the page to see its current status.',
      'La agencia ya respondió a este informe, o su respuesta todavía puede llegar. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  numberKnown: [
    409,
    'REPORT_NUMBER_KNOWN',
    [
      'No certificate is waiting for a number from this report. Reload the page to see its current status.',
      'Ningún certificado está a la espera de un número de este informe. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  postedEarly: [
    422,
    'REPORT_POSTED_EARLY',
    ['Enter a day between the acceptance and today.', 'Escriba un día entre la aceptación y hoy.'],
  ],
})
