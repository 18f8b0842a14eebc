import type { AnyOperation } from '#platform/operation.ts'
import { askCertificate } from './ask-certificate.ts'
import { decideCertificate } from './decide-certificate.ts'
import { fetchManualIssue } from './fetch-manual-issue.ts'

export const operations: readonly AnyOperation[] = [askCertificate, decideCertificate, fetchManualIssue]
