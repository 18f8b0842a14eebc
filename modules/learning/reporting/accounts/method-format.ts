import {
  type AccountField,
  type AgencyAccount,
  listMissingFields,
  type ServiceFormat,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import type { ReportingMethod } from '#modules/learning/reporting/agencies/agency.ts'
import { type Agency, agencyEntry } from '#modules/learning/reporting/agencies/index.ts'
import { fileFields, listMissingFileSettings } from '#modules/learning/reporting/agencies/layout/fields.ts'
import { usualWorksheet } from '#modules/learning/reporting/agencies/worksheets.ts'

/** The settings of a reporting method, and a function that lists the missing ones. */
type MethodFormat = Pick<ServiceFormat, 'fields' | 'listMissingSettings'>

/** The fields of an agency's portal. */
export const worksheetOf = (agency: Agency) => agencyEntry(agency).worksheet ?? usualWorksheet

/** The settings of a method of an agency. */
export function methodFormat(agency: Agency, method: ReportingMethod): MethodFormat {
  if (method === 'service') return agencyEntry(agency).service ?? formatOf([])
  if (method === 'file') return { fields: fileFields, listMissingSettings: listMissingFileSettings }
  return formatOf(method === 'worksheet' ? worksheetOf(agency).fields : [])
}

const formatOf = (fields: readonly AccountField[]): MethodFormat => ({
  fields,
  listMissingSettings: (account: AgencyAccount) => listMissingFields(fields, account),
})
