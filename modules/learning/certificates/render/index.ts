export {
  type EnrollmentModel,
  letterLocale,
  proofOfDisclaimerPdf,
  verificationOfEnrollmentPdf,
} from './letters.ts'
export {
  type CertificateLanguage,
  type CertificateModel,
  contentHash,
  type DrawnTemplate,
} from './model.ts'
export { type CertificatePictures, previewCertificate, renderCertificate } from './render-certificate.ts'
export { showsValidity } from './words.ts'
