import type { AnyOperation } from '#platform/operation.ts'
import {
  downloadAuditExport,
  downloadAuditNumbers,
  downloadAuditRecord,
  downloadAuditRules,
  fetchAuditRoster,
  fetchExportKey,
} from './read-audit.ts'

export const operations: readonly AnyOperation[] = [
  fetchAuditRoster,
  downloadAuditRecord,
  downloadAuditRules,
  downloadAuditNumbers,
  downloadAuditExport,
  fetchExportKey,
]
