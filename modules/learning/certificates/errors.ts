import { defineErrors } from '#platform/errors.ts'

export const certificateErrors = defineErrors({
  accountTooLong: [
    422,
    'ACCOUNT_TOO_LONG',
    [
      'These days have more than 50,000 numbers. Choose a shorter period.',
      'Estos días tienen más de 50,000 números. Elija un período más corto.',
    ],
  ],
  ownAddressOnly: [
    403,
    'OWN_ADDRESS_ONLY',
    [
      'We can only email a certificate to the address on your account.',
      'Solo podemos enviar el certificado al correo electrónico de su cuenta.',
    ],
  ],
  replaced: [
    409,
    'CERTIFICATE_REPLACED',
    [
      'This certificate has been replaced by {number}. Open that one instead.',
      'Este certificado fue reemplazado por {number}. Abra ese en su lugar.',
    ],
  ],
  withdrawn: [
    409,
    'CERTIFICATE_WITHDRAWN',
    ['This certificate has been withdrawn. Restore it first.', 'Este certificado fue anulado. Restáurelo primero.'],
  ],
  reasonNeeded: [
    422,
    'REISSUE_REASON_NEEDED',
    [
      'This certificate was issued less than 10 business days ago. Enter a reason for reissuing it now.',
      'Este certificado se emitió hace menos de 10 días hábiles. Escriba por qué debe reemitirse ahora.',
    ],
  ],
  noNumberLeft: [
    409,
    'NO_CERTIFICATE_NUMBER',
    [
      'No certificate numbers are left for this agency. Add more under Certificate Numbers.',
      'Ya no hay números de certificado de esta agencia. Agregue más en Números de certificado.',
    ],
  ],
  noAnswerYet: [
    409,
    'NO_ANSWER_YET',
    [
      "The agency numbers this certificate, and it hasn't accepted the latest report of the completion. Reissue the certificate after that.",
      'La agencia numera este certificado y todavía no ha aceptado el último informe de la finalización. Vuelva a emitirlo después.',
    ],
  ],
  notMailed: [
    422,
    'CERTIFICATE_NOT_MAILED',
    [
      'This certificate is delivered by email or download, so there is nothing to mail.',
      'Este certificado se entrega por correo electrónico o descarga, así que no hay nada que enviar por correo postal.',
    ],
  ],
  notEmailed: [
    422,
    'CERTIFICATE_NOT_EMAILED',
    [
      'This certificate is delivered by mail. Enter its tracking number instead.',
      'Este certificado se entrega por correo postal. Registre su número de seguimiento.',
    ],
  ],
  notInDoubt: [
    409,
    'NUMBERS_NOT_IN_DOUBT',
    [
      "These numbers don't need to be confirmed. Reload the page to see their current status.",
      'No hace falta confirmar estos números. Vuelva a cargar la página para ver su estado actual.',
    ],
  ],
  unknownCertificate: [
    404,
    'UNKNOWN_CERTIFICATE',
    [
      "We couldn't find a certificate with this code. Check the code and try again.",
      'No encontramos ningún certificado con este código. Revise el código e inténtelo de nuevo.',
    ],
  ],
})
