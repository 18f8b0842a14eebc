import type { AnyOperation } from '#platform/operation.ts'
import { decideCertificate } from './decide-certificate.ts'
import { fetchManualIssue } from './fetch-manual-issue.ts'
import { requestCertificate } from './request-certificate.ts'

export const operations: readonly AnyOperation[] = [requestCertificate, decideCertificate, fetchManualIssue]
