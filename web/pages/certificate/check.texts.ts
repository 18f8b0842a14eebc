import { texts } from '../../../platform/texts.ts'

export const checkTexts = texts({
  title: ['Check a certificate', 'Comprobar un certificado'],
  lead: [
    'The code stands beside the square mark on every certificate of ours.',
    'El código está junto a la marca cuadrada en todos nuestros certificados.',
  ],
  code: ['Code', 'Código'],
  check: ['Check', 'Comprobar'],
  checkAnother: ['Check another certificate', 'Comprobar otro certificado'],
  valid: ['This certificate is valid.', 'Este certificado es válido.'],
  replaced: [
    'This certificate was replaced by a newer version.',
    'Este certificado ha sido sustituido por una versión más reciente.',
  ],
  withdrawn: ['This certificate was withdrawn and is not valid.', 'Este certificado ha sido retirado y no es válido.'],
  unknown: [
    'No certificate has this code. Compare every letter and digit with the certificate.',
    'Ningún certificado tiene este código. Compare cada letra y cifra con el certificado.',
  ],
  number: ['Certificate number', 'Número de certificado'],
  course: ['Course', 'Curso'],
  organization: ['Issued by', 'Emitido por'],
  issued: ['Issued', 'Emitido el'],
  initials: ['Initials of the holder', 'Iniciales del titular'],
  compare: [
    'Compare this with the certificate in your hand. To protect its holder, no name is shown here.',
    'Compárelo con el certificado que tiene delante. Para proteger a su titular, aquí no se muestra ningún nombre.',
  ],
})
