export {
  type CertificateMail,
  findOwedMail,
  listLateMails,
  markMailSent,
  oweMail as oweCertificateMail,
} from './certificate-mail.sql.ts'
export { checkCertificate } from './check-certificate.ts'
export { emailCertificate } from './email-certificate.ts'
export { certificateIssued, certificateMailOwed } from './facts.ts'
export { issueCertificate } from './issue-certificate.ts'
export { type ListedCertificate, listCertificates } from './list-certificates.ts'
export { openCertificate } from './open-certificate.ts'
export { legible, widthOf } from './render/fonts.ts'
export { openPdf } from './render/paint.ts'
export { sweepCertificates } from './sweep-certificates.ts'
