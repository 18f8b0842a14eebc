import { defineErrors } from '#platform/errors.ts'

export const manualIssueErrors = defineErrors({
  notPassed: [
    409,
    'COURSE_NOT_PASSED',
    [
      "You can't issue a certificate yet. The student hasn't passed this course.",
      'Un certificado requiere un curso aprobado, y este no está aprobado.',
    ],
  ],
  hasOne: [
    409,
    'CERTIFICATE_EXISTS',
    [
      'This course already has a certificate. Reissue that one instead.',
      'Este curso ya tiene un certificado. Reemita ese en su lugar.',
    ],
  ],
  noTemplate: [
    409,
    'NO_CERTIFICATE_TEMPLATE',
    ["This course doesn't issue certificates.", 'Este curso no emite certificados.'],
  ],
  waiting: [
    409,
    'CERTIFICATE_REQUESTED',
    [
      'A certificate was already requested for this course. A second person must approve or decline it.',
      'Ya se solicitó un certificado para este curso. Una segunda persona debe decidir.',
    ],
  ],
  decided: [
    409,
    'CERTIFICATE_REQUEST_DECIDED',
    ['This request has already been decided.', 'Ya se decidió sobre esta solicitud.'],
  ],
  needsAnother: [
    403,
    'SECOND_PERSON_NEEDED',
    ['Another person must approve your request.', 'Otra persona debe aprobar su solicitud.'],
  ],
  ownCourse: [
    403,
    'OWN_COURSE',
    ["You can't issue a certificate for your own course.", 'No puede emitir un certificado de su propio curso.'],
  ],
})
