import type { AnyOperation } from '#platform/operation.ts'
import { downloadEnrollmentFiles } from './download-enrollment-files.ts'
import { downloadStudentFootprintTX } from './download-footprint.ts'
import { downloadProofOfDisclaimerAgreement } from './download-proof-of-disclaimer.ts'

export const operations: readonly AnyOperation[] = [
  downloadProofOfDisclaimerAgreement,
  downloadStudentFootprintTX,
  downloadEnrollmentFiles,
]
