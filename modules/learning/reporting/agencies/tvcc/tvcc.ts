import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import {
  type AgencyAccount,
  keyOf,
  listMissingFields,
  readTable,
  type ServiceFormat,
} from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCodes } from '#modules/learning/reporting/agencies/codes.ts'
import {
  callSoap,
  type SoapNode,
  type SoapResponse,
  writeEnvelope,
} from '#modules/learning/reporting/agencies/soap/soap.ts'
import { readWsdl, type WsdlOperation, type WsdlParameter } from '#modules/learning/reporting/agencies/soap/wsdl.ts'
import { firstNamed } from '#modules/learning/reporting/agencies/soap/xml.ts'
import {
  type AgencyAdapter,
  type AgencyResponse,
  emptyResponse,
  lostResponse,
} from '#modules/learning/reporting/agency-adapter.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { dayIn } from '#platform/zone.ts'
import { tvccFields } from './fields.ts'

const operation = 'addCourseCompletion'
const california = 'America/Los_Angeles'
/** The fields of a completion that every source lists. */
const requiredFields = [
  'ccDate',
  'courtCd',
  'dateOfBirth',
  'dlNbr',
  'firstName',
  'lastName',
  'modality',
  'refNbr',
] as const

/** The datum of each field; the other fields come from the account. */
const datumByField: Partial<Record<(typeof requiredFields)[number], StudentDatum>> = {
  courtCd: 'court',
  dateOfBirth: 'date_of_birth',
  dlNbr: 'driver_license',
  firstName: 'name',
  refNbr: 'citation_number',
}

type TvccDescription = WsdlOperation & { argument: WsdlParameter; parts: readonly WsdlParameter[] }

/** The service according to its description: one argument, with the fields of a completion and those of the user. */
function readDescription(wsdl: string | undefined): TvccDescription | null {
  const described = readWsdl(wsdl ?? '', operation)
  const [argument, ...others] = described?.parameters ?? []
  if (!described || !argument || others.length > 0) return null
  const parts = described.structures[argument.type] ?? []
  const user = parts.find(({ name }) => name === 'userDto')
  const userParts = user ? (described.structures[user.type] ?? []) : []
  const names = [...parts, ...userParts].map(({ name }) => name)
  const isComplete = [...requiredFields, 'userId', 'password'].every((name) => names.includes(name))
  return isComplete ? { ...described, argument, parts } : null
}

/** The date format follows the schema's types; if the schema has strings, the account decides. */
const dateFormOf = ({ parts }: TvccDescription, { settings }: AgencyAccount): string => {
  const type = parts.find(({ name }) => name === 'ccDate')?.type
  if (type === 'date') return 'date'
  return type === 'dateTime' ? 'datetime' : (settings.date_form ?? '')
}

export const tvcc: ServiceFormat = {
  name: 'tvcc',
  url: 'https://xsg.dmv.ca.gov/tvcc/tvccservice',
  description: '?wsdl',
  fields: tvccFields((text) => readDescription(text) !== null),
  listMissingSettings(account) {
    const missing = listMissingFields(tvcc.fields, account)
    const described = readDescription(account.settings.wsdl)
    return described && !dateFormOf(described, account) ? [...missing, 'date_form'] : missing
  },
  listMissingData(account, record) {
    const values = valuesOf(account, record, courtOf(account, record) ?? '', 'date')
    // A court that the account has no code for is a fault of the account.
    const hasValue = { courtCd: Boolean(record.court ?? record.citation_county), dlNbr: record.student.driver_license }
    const { driver_license, license_state } = record.student
    const missing = requiredFields.flatMap((name) => {
      const datum = datumByField[name]
      return datum && !(values[name] || hasValue[name as 'dlNbr']) ? [datum] : []
    })
    // Only a number known to be California's is sent.
    return driver_license && !license_state ? [...missing, 'license_state'] : missing
  },
  requiredData: Object.values(datumByField),
  open: openTvcc,
}

/** California's database of completed traffic violator courses: SOAP 1.1. It returns a sequence number or a fault. */
function openTvcc(url: string, account: AgencyAccount): AgencyAdapter {
  const described = readDescription(account.settings.wsdl)
  return {
    async submit(record, signal) {
      if (!described) return { ...emptyResponse('retry', ''), code: localCodes.settings, hold: 'queue' }
      const court = courtOf(account, record)
      if (!court) return { ...emptyResponse('retry', ''), code: localCodes.court, hold: 'report' }
      const values = valuesOf(account, record, court, dateFormOf(described, account))
      const { namespace, action, argument } = described
      const envelope = writeEnvelope(namespace, operation, [
        [argument.name, nodesOf(described, described.parts, values), argument.namespace],
      ])
      try {
        return readResponse(account, await callSoap({ url, action }, envelope, signal))
      } catch (error) {
        return lostResponse(error)
      }
    },
  }
}

/** The DMV's code for the court, by its name or else by its county. */
function courtOf({ settings }: AgencyAccount, { court, citation_county }: CompletionRecord): string | undefined {
  const courts = readTable(settings.courts)
  const county = keyOf(citation_county ?? '')
  return courts.get(keyOf(court ?? '')) ?? courts.get(county) ?? courts.get(county.replace(/ COUNTY$/, ''))
}

function valuesOf(
  { settings, secrets }: AgencyAccount,
  record: CompletionRecord,
  courtCd: string,
  date_form: string,
): Readonly<Record<string, string>> {
  const { student } = record
  const dateOf = (day: string | null) => (day && date_form === 'datetime' ? `${day}T00:00:00` : (day ?? ''))
  return {
    ccDate: dateOf(dayIn(california, new Date(record.completed_at))),
    courtCd,
    dateOfBirth: dateOf(student.dob),
    // The service takes California's numbers only.
    dlNbr: student.license_state === 'CA' ? (student.driver_license ?? '').replaceAll(/[\s-]/g, '').toUpperCase() : '',
    firstName: student.first_name,
    lastName: student.last_name,
    modality: settings.modality ?? '',
    refNbr: record.citation_number ?? '',
    classCity: settings.class_city ?? '',
    classCntyCd: settings.class_county_code ?? '',
    instructorLicNbr: settings.instructor_license ?? '',
    instructorName: settings.instructor_name ?? '',
    userId: settings.user_id ?? '',
    password: secrets.password ?? '',
  }
}

/** The elements that have a value, in the order of the schema. */
function nodesOf(
  described: TvccDescription,
  parts: readonly WsdlParameter[],
  values: Readonly<Record<string, string>>,
): SoapNode[] {
  return parts.flatMap(({ name, type, namespace }): SoapNode[] => {
    const inner = described.structures[type]
    if (inner && name === 'userDto') return [[name, nodesOf(described, inner, values), namespace]]
    return values[name] ? [[name, values[name], namespace]] : []
  })
}

function readResponse({ settings }: AgencyAccount, response: SoapResponse): AgencyResponse {
  const { http_status, body } = response
  if (response.kind === 'unreadable') return emptyResponse('retry', body, http_status)
  if (response.kind === 'fault') {
    const name = response.detail
      .map((detail) => detail.replace(/Exception$/, ''))
      .find((detail) => refusalFaults.has(detail))
    const message = response.message.slice(0, 1000) || null
    return name
      ? { ...emptyResponse('rejected', body, http_status), code: name, message }
      : emptyResponse('retry', body, http_status)
  }
  const number = firstNamed(response.answer, 'ccSeqNbr')?.text.trim() ?? ''
  const status = firstNamed(response.answer, 'ccStatCd')?.text.trim() ?? ''
  if (!/^[\w-]{1,40}$/.test(number)) return emptyResponse('retry', body, http_status)
  const accepted = (settings.accepted_status ?? '').split(',').map((value) => keyOf(value))
  // The DMV assigned a number, so sending the completion again would enter it twice.
  if (!accepted.includes(keyOf(status))) {
    return { ...emptyResponse('rejected', body, http_status), receipt: number, code: status.slice(0, 50) || 'STATUS' }
  }
  return { ...emptyResponse('accepted', body, http_status), receipt: number, certificate_number: number }
}

const refusalFaults: ReadonlySet<string> = new Set(['TvccAccessDenied', 'TvccService', 'TvccValidationFailed'])
