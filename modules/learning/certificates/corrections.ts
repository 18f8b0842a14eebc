import type { CertificateModel } from './render/index.ts'

/** Staff corrections to a certificate; later versions keep them. `dob` is YYYY-MM-DD. */
export type Corrections = { student_name?: string; dob?: string; driver_license?: string }

/** The certificate with its corrections, as printed. */
export const applyCorrections = (model: CertificateModel, corrections: Corrections): CertificateModel => ({
  ...model,
  ...corrections,
})
