import { certificateReport } from './definitions/certificates.ts'
import { completions } from './definitions/completions.ts'
import { enrollments, openEnrollments } from './definitions/enrollments.ts'
import { keyReport } from './definitions/keys.ts'
import { promoUse } from './definitions/promo-use.ts'
import { sales } from './definitions/sales.ts'
import { seatTime } from './definitions/seat-time.ts'
import { supportLoad } from './definitions/support-load.ts'
import type { Report } from './report.ts'

/** Every report of the product, as the form offers them. */
export const reports: readonly Report[] = [
  completions,
  sales,
  enrollments,
  openEnrollments,
  certificateReport,
  promoUse,
  keyReport,
  supportLoad,
  seatTime,
]

const byName = new Map(reports.map((report) => [report.name, report]))
export const findReport = (name: string): Report | null => byName.get(name) ?? null
