export {
  type DisclaimerModel,
  type EnrollmentModel,
  proofOfDisclaimerPdf,
  verificationOfEnrollmentPdf,
} from './letters.ts'
export { type CertificateLanguage, type CertificateModel, type CertificateTemplate, contentHash } from './model.ts'
export { renderCertificate } from './render-certificate.ts'
export { findTemplate, listTemplates } from './templates.ts'
