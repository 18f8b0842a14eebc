import type { AnyOperation } from '#platform/operation.ts'
import { fetchAccountLayout, previewAccountLayout, saveAccountLayout } from './account-layout.ts'
import { checkCertificate } from './check-certificate.ts'
import { downloadCertificateByStudent } from './download-by-student.ts'
import { downloadCertificate } from './download-certificate.ts'
import { downloadCertificates } from './download-certificates.ts'
import { downloadEnrollment } from './download-enrollment.ts'
import { downloadMultiple } from './download-multiple.ts'
import { emailCertificate } from './email-certificate.ts'
import { fetchCertificate } from './fetch-certificate.ts'
import { downloadNumberAccount } from './number-account.ts'
import { previewTemplate } from './preview-template.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { requestBook } from './request-book.ts'
import { markShipped, shipCertificates } from './ship-certificates.ts'
import {
  addCertificateNumbers,
  confirmCertificateNumbers,
  fetchCertificateNumbers,
  removeCertificateNumbers,
  voidCertificateNumbers,
} from './stock-numbers.ts'
import { toggleCertificate } from './toggle-certificate.ts'
import { updateCertificate } from './update-certificate.ts'
import { viewCertificates } from './view-certificates.ts'

export const operations: readonly AnyOperation[] = [
  downloadCertificate,
  downloadCertificates,
  downloadCertificateByStudent,
  downloadEnrollment,
  viewCertificates,
  emailCertificate,
  checkCertificate,
  downloadMultiple,
  requestBook,
  fetchCertificate,
  markShipped,
  shipCertificates,
  reissueCertificate,
  updateCertificate,
  toggleCertificate,
  previewTemplate,
  fetchCertificateNumbers,
  confirmCertificateNumbers,
  addCertificateNumbers,
  removeCertificateNumbers,
  voidCertificateNumbers,
  downloadNumberAccount,
  fetchAccountLayout,
  previewAccountLayout,
  saveAccountLayout,
]
