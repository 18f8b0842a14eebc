import type { AnyOperation } from '#platform/operation.ts'
import { requestCertificate } from './ask-certificate.ts'
import { decideCertificate } from './decide-certificate.ts'
import { fetchManualIssue } from './fetch-manual-issue.ts'

export const operations: readonly AnyOperation[] = [requestCertificate, decideCertificate, fetchManualIssue]
