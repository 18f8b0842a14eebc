import type { StudentDatum } from '#modules/catalogue/programs/student-data.shared.ts'
import { genderLabels } from '#modules/identity/people/gender.shared.ts'
import { type AgencyAccount, keyOf, readTable } from '#modules/learning/reporting/agencies/account-fields.ts'
import { localCodes } from '#modules/learning/reporting/agencies/codes.ts'
import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { dayIn } from '#platform/zone.ts'

/** The parameters of wsVerifyData in their order. */
export const dicdsParameters = [
  'mvUserid',
  'mvPassword',
  'mvSchoolid',
  'mvClassDate',
  'mvStartTime',
  'mvSchoolIns',
  'mvSchoolCourse',
  'mvFirstName',
  'mvMiddleName',
  'mvLastName',
  'mvSuffix',
  'mvDob',
  'mvSex',
  'mvSocialSN',
  'mvCitationDate',
  'mvCitationCounty',
  'mvCitationNumber',
  'mvReasonAttending',
  'mvDriversLicense',
  'mvdlStateOfRecordCode',
  'mvAlienNumber',
  'mvNonAlien',
  'mvStreet',
  'mvApartment',
  'mvCity',
  'mvState',
  'mvZipCode',
  'mvZipPlus',
  'mvPhone',
  'mvEmail',
] as const
export type DicdsParameter = (typeof dicdsParameters)[number]
export type DicdsValues = Readonly<Record<DicdsParameter, string>>

/** The maximum lengths of names and addresses, which are truncated. The service's description may override them. */
export const dicdsLengths: Readonly<Partial<Record<DicdsParameter, number>>> = {
  mvFirstName: 16,
  mvMiddleName: 100,
  mvLastName: 20,
  mvSuffix: 100,
  mvStreet: 30,
  mvApartment: 50,
  mvCity: 30,
}
/** A truncated address could be another person's, so a longer one is left out. */
const maxEmailLength = 30

const floridaTimeZone = 'America/New_York'
const usDate = (day: string) => `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}`
const digits = (text: string | null) => (text ?? '').replaceAll(/\D/g, '')

/** The agency's name for a county: in capitals, without the word County. */
const countyOf = (county: string | null): string => {
  const name = keyOf(county ?? '').replace(/ COUNTY$/, '')
  return /^MIAMI[- ]DADE$/.test(name) ? 'DADE' : name
}

/** A license number in the agency's form: Florida's begin with a letter, so a leading zero is read as an O. */
function licenseOf({ driver_license, license_state }: CompletionRecord['student']): string {
  const license = (driver_license ?? '').replaceAll(/[\s-]/g, '').toUpperCase()
  return license_state === 'FL' && /^0\d{12}$/.test(license) ? `O${license.slice(1)}` : license
}

/** The course's code, and the reason code for students who chose no reason: `12 = 4HR, B1`. */
function courseCodes(account: AgencyAccount, course_id: number): { course: string; reason: string } {
  const [course = '', reason = ''] = (readTable(account.settings.courses).get(String(course_id)) ?? '').split(',')
  return { course: course.trim(), reason: reason.trim() }
}

/** The values of a record, or our code for a missing setting of the account. */
export function dicdsValues(
  account: AgencyAccount,
  record: CompletionRecord,
): DicdsValues | { missingSetting: string } {
  const { settings, secrets } = account
  const { student } = record
  const codes = courseCodes(account, record.course.course_id)
  if (!codes.course) return { missingSetting: localCodes.course }
  const reason = record.course_reason
    ? (readTable(settings.reasons).get(keyOf(record.course_reason)) ?? codes.reason)
    : codes.reason
  if (record.course_reason && !reason) return { missingSetting: localCodes.reason }
  const completed_on = dayIn(floridaTimeZone, new Date(record.completed_at))
  const cited_on = settings.citation_date === 'completion' ? completed_on : (record.citation_date ?? '')
  const isCited = (record.citation_number ?? '') !== '' && settings.citation_date !== 'empty'
  const license = licenseOf(student)
  const [zip = '', plus = ''] = student.zip.split('-')
  return {
    mvUserid: settings.user_id!,
    mvPassword: secrets.password!,
    mvSchoolid: settings.school_id!,
    mvClassDate: usDate(completed_on),
    mvStartTime: settings.start_time!,
    mvSchoolIns: settings.instructor!,
    mvSchoolCourse: codes.course,
    mvFirstName: student.first_name,
    mvMiddleName: student.middle_name,
    mvLastName: student.last_name,
    mvSuffix: student.suffix,
    mvDob: student.dob ? usDate(student.dob) : '',
    mvSex: sexes.find((sex) => sex === student.gender) ?? '',
    mvSocialSN: student.ssn_last_4 ?? '',
    mvCitationDate: isCited && cited_on ? usDate(cited_on) : '',
    mvCitationCounty: countyOf(record.citation_county),
    mvCitationNumber: (record.citation_number ?? '').replaceAll(/[\s-]/g, '').toUpperCase(),
    mvReasonAttending: reason,
    mvDriversLicense: license,
    mvdlStateOfRecordCode: license ? student.license_state : '',
    // Registration collects neither number.
    mvAlienNumber: '',
    mvNonAlien: '',
    mvStreet: student.address1,
    mvApartment: student.address2,
    mvCity: student.city,
    mvState: student.state,
    mvZipCode: zip,
    mvZipPlus: plus,
    mvPhone: digits(student.phone).slice(-10),
    mvEmail: student.email.length > maxEmailLength ? '' : student.email,
  }
}

/** The parameters that must not be empty (DV030 to DV140, ST004), by the datum that fills them. */
const requiredParameters: readonly (readonly [StudentDatum, readonly DicdsParameter[]])[] = [
  ['name', ['mvFirstName', 'mvLastName']],
  ['date_of_birth', ['mvDob']],
  ['gender', ['mvSex']],
  ['address', ['mvStreet', 'mvCity', 'mvState', 'mvZipCode']],
  ['phone', ['mvPhone']],
]

export const dicdsRequiredData: readonly StudentDatum[] = [
  ...requiredParameters.map(([datum]) => datum),
  'driver_license_or_ssn',
]

/** The sexes that the service has codes for. */
const sexes = ['M', 'F'] as const

/** The values of a record that the service has no code for. */
export const listUnsupportedDicdsData = ({ student: { gender } }: CompletionRecord) =>
  gender && !sexes.some((sex) => sex === gender)
    ? [{ datum: 'gender' as const, accepts: sexes.map((sex) => genderLabels[sex]) }]
    : []

/** The reason code for electing the course instead of points, which requires citation and county (CL000, DV100). */
const electionReason = 'B1'

/** The required student data that these values lack. */
export function listMissingDicdsData(
  { settings }: AgencyAccount,
  values: DicdsValues | { missingSetting: string },
): StudentDatum[] {
  if ('missingSetting' in values) return []
  const isElection = values.mvReasonAttending === electionReason
  const conditional: readonly (readonly [StudentDatum, boolean])[] = [
    ['driver_license_or_ssn', values.mvDriversLicense === '' && values.mvSocialSN === ''],
    ['license_state', values.mvDriversLicense !== '' && values.mvdlStateOfRecordCode === ''],
    ['citation_number', isElection && values.mvCitationNumber === ''],
    ['citation_county', isElection && values.mvCitationCounty === ''],
    [
      'citation_date',
      settings.citation_date === 'record' && values.mvCitationNumber !== '' && values.mvCitationDate === '',
    ],
  ]
  return [
    ...requiredParameters.filter(([, names]) => names.some((name) => values[name] === '')).map(([datum]) => datum),
    ...conditional.filter(([, isMissing]) => isMissing).map(([datum]) => datum),
  ]
}
