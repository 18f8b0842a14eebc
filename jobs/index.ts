import type { AnyJob } from '../platform/queue/job.ts'
import { resolvePayments } from './checkout/resolve-payments.job.ts'
import { sendReceipt } from './checkout/send-receipt.job.ts'
import { forgetOldSignIns } from './identity/forget-old-sign-ins.job.ts'
import { sendPasswordLink } from './identity/send-password-link.job.ts'
import { tellOfNewPassword } from './identity/tell-of-new-password.job.ts'

/** Every job of the product. A job that is not listed here is never installed and never runs. */
export const jobs: readonly AnyJob[] = [sendPasswordLink, tellOfNewPassword, forgetOldSignIns, sendReceipt, resolvePayments]
