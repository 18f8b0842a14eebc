import { setImmediate } from 'node:timers/promises'
import { licenseClassIn } from '#modules/catalogue/index.ts'
import { createStudentUser, findLogins, identityErrors, roleId } from '#modules/identity/index.ts'
import { LicenseClass, LicenseNumber } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sentencesOf, type z } from '#platform/schema.ts'
import { searchForm } from '#platform/search-form.ts'
import type { SentenceParams } from '#platform/sentence.ts'
import type { Text } from '#platform/texts.ts'
import { todayOf } from '#platform/zone.ts'
import { type Column, type Field, fields } from './columns.shared.ts'
import { dayOf } from './sheet-day.ts'
import { isErrorCell, type StudentFields, stateIn, studentFieldsOf } from './student-fields.ts'
import { uploadTexts } from './uploads.texts.ts'

/** A sheet row as sent: texts by column position. */
export type SentRow = { row_number: number; cells: readonly string[] }
/** The error of a cell with its parameters; stored with the row, and formatted in the reader's language. */
export type Issue = { field: Field; en: string; es: string; params?: SentenceParams }
export type ValidatedRow = SentRow & { issues: Issue[]; existing_user_id: number | null }
export type StudentForm = z.input<typeof createStudentUser.takes>

export const loginOf = ({ loginid, email }: StudentFields): string => loginid || email

/** Rows validated before other requests get their turn. */
const yieldEvery = 50

/** The errors of each row, and the students that already exist. */
export async function validateRows(
  ctx: Ctx,
  columns: readonly Column[],
  rows: readonly SentRow[],
): Promise<ValidatedRow[]> {
  const all = rows.map((row) => ({ ...row, input: studentFieldsOf(columns, row.cells) }))
  const accounts = await findLogins(ctx, [...new Set(all.flatMap(({ input }) => loginOf(input) || []))])
  const firstRowOf = new Map<string, number>()
  const validated: ValidatedRow[] = []
  for (const [index, { input, ...row }] of all.entries()) {
    if (index % yieldEvery === 0) await setImmediate()
    const login = loginOf(input)
    const issues = issuesIn(ctx, input)
    const earlierRow = login ? firstRowOf.get(keyOf(login)) : undefined
    if (login && earlierRow === undefined) firstRowOf.set(keyOf(login), row.row_number)
    const field: Field = input.loginid ? 'loginid' : 'email'
    if (earlierRow !== undefined) issues.push(issueOf(field, uploadTexts.twice, { row: earlierRow }))
    const person = accounts.get(login)
    const isStudentInScope =
      person && person.lk_user_role_id === roleId.Student && ctx.organization.scope.includes(person.organization_id)
    if (person && !isStudentInScope) issues.push(issueOf(field, identityErrors.loginidInUse.text))
    validated.push({ ...row, issues, existing_user_id: isStudentInScope ? person.user_id : null })
  }
  return validated
}

/** The maximum length of a group name in characters; the form of an enrollment has the same. */
const maxGroup = 100

const keyOf = (login: string) => login.toLowerCase()

const issueOf = (field: Field, text: Text, params: SentenceParams = {}): Issue => ({
  field,
  en: text[0],
  es: text[1],
  params,
})

/** The field names of a student's form. */
const fieldByPath: Readonly<Record<string, Field>> = {
  'profile.first_name': 'first_name',
  'profile.middle_name': 'middle_name',
  'profile.last_name': 'last_name',
  'profile.email': 'email',
  'profile.loginid': 'loginid',
  'profile.dob': 'dob',
  'profile.gender': 'gender',
  'profile.lk_language_id': 'lk_language_id',
  'address.address1': 'address1',
  'address.address2': 'address2',
  'address.city': 'city',
  'address.lk_state_id': 'state',
  'address.zip': 'zip',
  'contacts.0.phone_number': 'phone_number',
}

/** Checks each field once: by the rules of the form for a single student, and those of the sheet. */
function issuesIn(ctx: Ctx, input: StudentFields): Issue[] {
  const issues = new Map<Field, Issue>()
  const add = (issue: Issue) => issues.has(issue.field) || issues.set(issue.field, issue)
  for (const field of fields)
    if (isErrorCell(input[field])) add(issueOf(field, uploadTexts.errorCell, { error: input[field] }))
  if (/[^\x20-\x7e]/.test(input.email)) add(issueOf('email', uploadTexts.plainEmail))
  if (input.state && stateIn(input.state) === null) add(issueOf('state', uploadTexts.noState))
  if (input.registered_at && dateIn(input.registered_at) === null) add(issueOf('registered_at', uploadTexts.noDate))
  if (input.gender && genderIn(input.gender) === null) add(issueOf('gender', uploadTexts.noGender))
  if (input.lk_language_id && languageIn(input.lk_language_id) === null)
    add(issueOf('lk_language_id', uploadTexts.noLanguage))
  const birthDate = dateIn(input.dob)
  if (birthDate !== null && toIsoDate(birthDate) > todayOf(ctx)) add(issueOf('dob', uploadTexts.future))
  for (const { sentence } of input.license_number ? sentencesOf(LicenseNumber, input.license_number) : [])
    add(issueOf('license_number', sentence.text, sentence.params))
  if (input.license_state && stateIn(input.license_state) === null) add(issueOf('license_state', uploadTexts.noState))
  const license_class = licenseClassIn(input.license_class) ?? input.license_class
  for (const { sentence } of license_class ? sentencesOf(LicenseClass, license_class) : [])
    add(issueOf('license_class', sentence.text, sentence.params))
  if (input.group.length > maxGroup) add(issueOf('group', uploadTexts.longGroup, { max: maxGroup }))
  if (input.due_on && dateIn(input.due_on) === null) add(issueOf('due_on', uploadTexts.noDate))
  for (const issue of formIssues(input)) add(issue)
  return fields.flatMap((field) => issues.get(field) ?? [])
}

const formIssues = (input: StudentFields): Issue[] =>
  sentencesOf(createStudentUser.takes, formOf(input)).map(({ path, sentence: { text, params } }) =>
    issueOf(fieldByPath[path] ?? 'first_name', text, params),
  )

/** The form of a new student from a row. Unreadable values stay as typed. */
export function formOf(input: StudentFields): StudentForm {
  const { first_name, middle_name, last_name, email, loginid, dob, phone_number, address1, address2, city, zip } = input
  return {
    profile: {
      first_name,
      middle_name,
      last_name,
      email,
      ...(loginid && { loginid }),
      dob: dateIn(dob) ?? dob,
      gender: (genderIn(input.gender) ?? null) as 'M' | null,
      lk_language_id: languageIn(input.lk_language_id),
    },
    address: { address1, address2, city, zip, lk_state_id: stateIn(input.state) },
    contacts: phone_number ? [{ phone_number }] : [],
  }
}

/** The license of a row; null where its cells are empty. */
export const licenseOf = ({ license_number, license_state, license_class }: StudentFields) => ({
  license_number: license_number.toUpperCase() || null,
  lk_state_id: stateIn(license_state),
  license_class: licenseClassIn(license_class),
})

/** The group and the due date of a row; null where its cells are empty. */
export const assignmentOf = ({ group, due_on }: StudentFields) => {
  const day = dateIn(due_on)
  return { group: group || null, due_on: day && toIsoDate(day) }
}

const genderWords: Readonly<Record<string, string>> = {
  m: 'M',
  male: 'M',
  masculino: 'M',
  f: 'F',
  female: 'F',
  femenino: 'F',
  x: 'X',
  'non-binary': 'X',
  nonbinary: 'X',
}
const genderIn = (text: string): string | null => genderWords[text.toLowerCase()] ?? null

const languageWords: Readonly<Record<1 | 2, readonly string[]>> = {
  1: ['1', 'en', 'english', 'ingles'],
  2: ['2', 'es', 'spanish', 'espanol'],
}
/** The language of a number, a code such as 'en' or 'en-US', or a name with or without accents. */
function languageIn(input: string): 1 | 2 | null {
  const text = searchForm(input.replace(/[-_][a-z]{2}$/i, ''))
  return languageWords[1].includes(text) ? 1 : languageWords[2].includes(text) ? 2 : null
}

/** 'MM/DD/YYYY' from a date as text, in programs' formats, or from a spreadsheet's number; '' and null for none. */
export function dateIn(input: string): string | null {
  // Five digits, from 1927 on: four would be a year.
  const text = input.replace(/[ T]\d{1,2}:\d{2}.*$/, '')
  if (/^\d{5}(\.\d+)?$/.test(text)) return dayOrNull(dayOf(Math.floor(Number(text))))
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  return dayOrNull(iso ? `${iso[2]}/${iso[3]}/${iso[1]}` : text.replaceAll(/[-.]/g, '/'))
}

const dayOrNull = (text: string): string | null => {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (!match) return null
  const [month, day, year] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 ? text : null
}

function toIsoDate(day: string): string {
  const [month = '', date = '', year = ''] = day.split('/')
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}
