import type { CertificateModel } from './render/index.ts'

/** What staff corrected on a certificate; it stays corrected in the versions after it. `dob` is YYYY-MM-DD. */
export type Corrections = { student_name?: string; dob?: string; driver_license?: string }

/** A certificate as it is printed, with corrections. */
export const corrected = (model: CertificateModel, corrections: Corrections): CertificateModel => ({
  ...model,
  ...corrections,
})
