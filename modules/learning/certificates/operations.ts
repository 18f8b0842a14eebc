import type { AnyOperation } from '../../../platform/operation.ts'
import { checkCertificate } from './check-certificate.ts'
import { downloadCertificate } from './download-certificate.ts'
import { downloadCertificates } from './download-certificates.ts'
import { emailCertificate } from './email-certificate.ts'
import { viewCertificates } from './view-certificates.ts'

export const operations: readonly AnyOperation[] = [
  downloadCertificate,
  downloadCertificates,
  viewCertificates,
  emailCertificate,
  checkCertificate,
]
