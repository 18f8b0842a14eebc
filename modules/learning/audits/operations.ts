import type { AnyOperation } from '#platform/operation.ts'
import {
  downloadAuditExport,
  downloadAuditNumbers,
  downloadAuditRecord,
  downloadAuditRules,
  downloadExportVerifier,
  fetchAuditRoster,
  fetchExportKey,
} from './read-audit.ts'

export const operations: readonly AnyOperation[] = [
  fetchAuditRoster,
  downloadAuditRecord,
  downloadAuditRules,
  downloadExportVerifier,
  downloadAuditNumbers,
  downloadAuditExport,
  fetchExportKey,
]
