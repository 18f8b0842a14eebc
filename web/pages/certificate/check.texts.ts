import { texts } from '#platform/texts.ts'

export const checkTexts = texts({
  title: ['Check a certificate', 'Verificar un certificado'],
  lead: [
    "You'll find the code next to the QR code on our certificates.",
    'El código está junto al código QR de nuestros certificados.',
  ],
  code: ['Code', 'Código'],
  check: ['Check', 'Verificar'],
  checkAnother: ['Check another certificate', 'Verificar otro certificado'],
  valid: ['This certificate is valid.', 'Este certificado es válido.'],
  replaced: [
    'This certificate was replaced by a newer version.',
    'Este certificado fue reemplazado por una versión más reciente.',
  ],
  replacedBy: ['Valid version', 'Versión válida'],
  withdrawn: ['This certificate was withdrawn and is not valid.', 'Este certificado fue anulado y no es válido.'],
  unknown: [
    "We couldn't find a certificate with this code. Compare each letter and digit with the certificate.",
    'No encontramos ningún certificado con este código. Compare cada letra y número con el certificado.',
  ],
  number: ['Certificate number', 'Número de certificado'],
  course: ['Course', 'Curso'],
  organization: ['Issued by', 'Emitido por'],
  issued: ['Issued', 'Emitido el'],
  validUntil: ['Valid until', 'Válido hasta'],
  expired: ['This certificate is genuine, but it has expired.', 'Este certificado es auténtico, pero ya venció.'],
  initials: ["Holder's initials", 'Iniciales del titular'],
  compare: [
    "Compare this with the certificate you have. To protect the holder, we don't show a name here.",
    'Compárelo con el certificado que usted tiene. Para proteger al titular, aquí no mostramos ningún nombre.',
  ],
})
