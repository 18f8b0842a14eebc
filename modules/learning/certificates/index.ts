export { askBook } from './ask-book.ts'
export { bindBook } from './bind-book.ts'
export {
  type CertificateMail,
  findOwedMail,
  listLateMails,
  markMailSent,
  oweMail as oweCertificateMail,
} from './certificate-mail.sql.ts'
export { checkCertificate } from './check-certificate.ts'
export { emailCertificate } from './email-certificate.ts'
export { bookAsked, certificateIssued, certificateMailOwed, certificateShipped, numbersLow } from './facts.ts'
export { fetchCertificate } from './fetch-certificate.ts'
export { issueCertificate } from './issue-certificate.ts'
export { listCertificates } from './list-certificates.ts'
export { openCertificate } from './open-certificate.ts'
export { reissueCertificate } from './reissue-certificate.ts'
export { markShipped, shipCertificates } from './ship-certificates.ts'
export { findShippedEmail, type ShippedEmail } from './shipped-email.ts'
export { countWaitingNumbers, findLowStock } from './stock.sql.ts'
export { addCertificateNumbers, fetchCertificateNumbers, removeCertificateNumbers } from './stock-numbers.ts'
export { findStockWarning, type StockWarning } from './stock-warning.ts'
export { sweepCertificates } from './sweep-certificates.ts'
export { toggleCertificate } from './toggle-certificate.ts'
export { updateCertificate } from './update-certificate.ts'
