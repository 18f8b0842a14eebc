import {
  type AccountField,
  type AgencyAccount,
  missingFields,
  type ServiceFormat,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import type { ReportingMethod } from '#modules/learning/reporting/agencies/agency.ts'
import { type Agency, agencyEntry } from '#modules/learning/reporting/agencies/index.ts'
import { fileFields, missingForFiles } from '#modules/learning/reporting/agencies/layout/fields.ts'
import { usualWorksheet } from '#modules/learning/reporting/agencies/worksheets.ts'

/** The settings of a reporting method, and the missing ones. */
type MethodFormat = Pick<ServiceFormat, 'fields' | 'missing'>

/** The fields of an agency's portal. */
export const worksheetOf = (agency: Agency) => agencyEntry(agency).worksheet ?? usualWorksheet

/** The settings of a method of an agency. */
export function methodFormat(agency: Agency, method: ReportingMethod): MethodFormat {
  if (method === 'service') return agencyEntry(agency).service ?? ofFields([])
  if (method === 'file') return { fields: fileFields, missing: missingForFiles }
  return ofFields(method === 'worksheet' ? worksheetOf(agency).fields : [])
}

const ofFields = (fields: readonly AccountField[]): MethodFormat => ({
  fields,
  missing: (account: AgencyAccount) => missingFields(fields, account),
})
