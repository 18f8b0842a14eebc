import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import {
  type AgencyAccount,
  keyOf,
  missingFields,
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
  emptyAnswer,
  lostAnswer,
} from '#modules/learning/reporting/agency-adapter.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { dayIn } from '#platform/zone.ts'
import { tvccFields } from './fields.ts'

const operation = 'addCourseCompletion'
const california = 'America/Los_Angeles'
/** The fields of a completion that every source names. */
const always = ['ccDate', 'courtCd', 'dateOfBirth', 'dlNbr', 'firstName', 'lastName', 'modality', 'refNbr'] as const

/** The datum of each field; the other fields come from the account. */
const dataOfValues: Partial<Record<(typeof always)[number], StudentDatum>> = {
  courtCd: 'court',
  dateOfBirth: 'date_of_birth',
  dlNbr: 'driver_license',
  firstName: 'name',
  refNbr: 'citation_number',
}

type Described = WsdlOperation & { argument: WsdlParameter; parts: readonly WsdlParameter[] }

/** The service as its description names it: one argument, with the fields of a completion and those of the user. */
function describedIn(wsdl: string | undefined): Described | null {
  const described = readWsdl(wsdl ?? '', operation)
  const [argument, ...others] = described?.parameters ?? []
  if (!described || !argument || others.length > 0) return null
  const parts = described.structures[argument.type] ?? []
  const user = parts.find(({ name }) => name === 'userDto')
  const ofUser = user ? (described.structures[user.type] ?? []) : []
  const names = [...parts, ...ofUser].map(({ name }) => name)
  const isWhole = [...always, 'userId', 'password'].every((name) => names.includes(name))
  return isWhole ? { ...described, argument, parts } : null
}

/** The date format follows the schema's types; if the schema has strings, the account decides. */
const dateFormOf = ({ parts }: Described, { settings }: AgencyAccount): string => {
  const type = parts.find(({ name }) => name === 'ccDate')?.type
  return type === 'date' ? 'date' : type === 'dateTime' ? 'datetime' : (settings.date_form ?? '')
}

export const tvcc: ServiceFormat = {
  name: 'tvcc',
  url: 'https://xsg.dmv.ca.gov/tvcc/tvccservice',
  description: '?wsdl',
  fields: tvccFields((text) => describedIn(text) !== null),
  missing(account) {
    const missing = missingFields(tvcc.fields, account)
    const described = describedIn(account.settings.wsdl)
    return described && !dateFormOf(described, account) ? [...missing, 'date_form'] : missing
  },
  lacks(account, record) {
    const values = valuesOf(account, record, courtOf(account, record) ?? '', 'date')
    // A named court without a code is a fault of the account.
    const isGiven = { courtCd: Boolean(record.court ?? record.citation_county), dlNbr: record.student.driver_license }
    const { driver_license, license_state } = record.student
    const missing = always.flatMap((name) => {
      const datum = dataOfValues[name]
      return datum && !(values[name] || isGiven[name as 'dlNbr']) ? [datum] : []
    })
    // Only a number known to be California's is sent.
    return driver_license && !license_state ? [...missing, 'license_state'] : missing
  },
  needs: Object.values(dataOfValues),
  open: openTvcc,
}

/** California's database of completed traffic violator courses: SOAP 1.1, answered by a sequence number or a fault. */
function openTvcc(url: string, account: AgencyAccount): AgencyAdapter {
  const described = describedIn(account.settings.wsdl)
  return {
    async submit(record, signal) {
      if (!described) return { ...emptyAnswer('retry', ''), code: localCodes.settings, hold: 'queue' }
      const court = courtOf(account, record)
      if (!court) return { ...emptyAnswer('retry', ''), code: localCodes.court, hold: 'report' }
      const values = valuesOf(account, record, court, dateFormOf(described, account))
      const { namespace, action, argument } = described
      const envelope = writeEnvelope(namespace, operation, [
        [argument.name, nodesOf(described, described.parts, values), argument.namespace],
      ])
      try {
        return readAnswer(account, await callSoap({ url, action }, envelope, signal))
      } catch (error) {
        return lostAnswer(error)
      }
    },
  }
}

/** The DMV's code of the court, by its name, otherwise by its county. */
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
  described: Described,
  parts: readonly WsdlParameter[],
  values: Readonly<Record<string, string>>,
): SoapNode[] {
  return parts.flatMap(({ name, type, namespace }): SoapNode[] => {
    const inner = described.structures[type]
    if (inner && name === 'userDto') return [[name, nodesOf(described, inner, values), namespace]]
    return values[name] ? [[name, values[name], namespace]] : []
  })
}

function readAnswer({ settings }: AgencyAccount, response: SoapResponse): AgencyResponse {
  const { http_status, body } = response
  if (response.kind === 'unreadable') return emptyAnswer('retry', body, http_status)
  if (response.kind === 'fault') {
    const name = response.detail
      .map((detail) => detail.replace(/Exception$/, ''))
      .find((detail) => refusals.has(detail))
    const message = response.message.slice(0, 1000) || null
    return name
      ? { ...emptyAnswer('rejected', body, http_status), code: name, message }
      : emptyAnswer('retry', body, http_status)
  }
  const number = firstNamed(response.answer, 'ccSeqNbr')?.text.trim() ?? ''
  const status = firstNamed(response.answer, 'ccStatCd')?.text.trim() ?? ''
  if (!/^[\w-]{1,40}$/.test(number)) return emptyAnswer('retry', body, http_status)
  const accepted = (settings.accepted_status ?? '').split(',').map((value) => keyOf(value))
  // It has a number, so sending it again would enter it twice.
  if (!accepted.includes(keyOf(status))) {
    return { ...emptyAnswer('rejected', body, http_status), receipt: number, code: status.slice(0, 50) || 'STATUS' }
  }
  return { ...emptyAnswer('accepted', body, http_status), receipt: number, certificate_number: number }
}

const refusals: ReadonlySet<string> = new Set(['TvccAccessDenied', 'TvccService', 'TvccValidationFailed'])
