import type { AnyJob } from '../platform/queue/job.ts'
import { resolvePayments } from './checkout/resolve-payments.job.ts'
import { sendReceipt } from './checkout/send-receipt.job.ts'
import { forgetOldSignIns } from './identity/forget-old-sign-ins.job.ts'
import { sendPasswordLink } from './identity/send-password-link.job.ts'
import { tellOfNewPassword } from './identity/tell-of-new-password.job.ts'
import { expireCoursesJob } from './learning/expire-courses.job.ts'
import { issueCertificateJob } from './learning/issue-certificate.job.ts'
import { mailCertificateJob } from './learning/mail-certificate.job.ts'
import { reportCompletionJob } from './learning/report-completion.job.ts'
import { sweepCertificatesJob } from './learning/sweep-certificates.job.ts'
import { sweepReportsJob } from './learning/sweep-reports.job.ts'

/** Every job of the product. A job that is not listed here is never installed and never runs. */
export const jobs: readonly AnyJob[] = [
  sendPasswordLink,
  tellOfNewPassword,
  forgetOldSignIns,
  sendReceipt,
  resolvePayments,
  expireCoursesJob,
  issueCertificateJob,
  sweepCertificatesJob,
  mailCertificateJob,
  reportCompletionJob,
  sweepReportsJob,
]
