import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { offeredPermissions } from '#modules/identity/index.ts'
import { lk_permission_type, lk_suffix, lk_user_role, lk_user_status } from '#modules/identity/lookups.shared.ts'
import { type Gender, genderLabels } from '#modules/identity/people/gender.shared.ts'
import { generalTexts as form } from '#modules/identity/profile/form/general.texts.ts'
import { recruiterTexts } from '#modules/identity/recruiters/recruiter.texts.ts'
import { lk_quiz_attempt_status, lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { type Lookup, label } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { type Locale, localize, localText, type Text, texts } from '#platform/texts.ts'

/** The labels of audit log fields: as in the forms, if a form has them. */
const names: Readonly<Record<string, Text>> = {
  first_name: form.firstName,
  middle_name: form.middleName,
  last_name: form.lastName,
  lk_suffix_id: form.suffix,
  dob: form.dob,
  gender: form.gender,
  email: form.email,
  loginid: form.loginid,
  timezone: form.timezone,
  date_format: form.dateFormat,
  lk_language_id: form.language,
  language: form.language,
  address: form.address,
  address1: form.address1,
  address2: form.address2,
  city: form.city,
  zip: form.zip,
  phones: form.phones,
  is_recruiter: recruiterTexts.recruiter,
  recruiter: recruiterTexts.recruiter,
  instructorOrganizations: recruiterTexts.organizations,
  ...texts({
    lk_state_id: ['State', 'Estado de residencia'],
    notes: ['Notes', 'Notas'],
    lostOrganizations: ['Organizations moved elsewhere', 'Organizaciones que se trasladaron'],
    lk_user_role_id: ['Role', 'Rol'],
    lk_user_status_id: ['Status', 'Estado'],
    tfa_enabled: ['Authenticator app', 'Aplicación de autenticación'],
    passkeys: ['Passkeys', 'Llaves de acceso'],
    subject: ['Subject', 'Asunto'],
    method: ['Sign-in method', 'Forma de iniciar sesión'],
    client_id: ['API client', 'Cliente de la API'],
    target: ['Leads to', 'Lleva a'],
    origin: ['Site address', 'Dirección del sitio'],
    proved_by: ['Verified by', 'Verificado mediante'],
    methods: ['Checked by', 'Verificado por'],
    step: ['Second step', 'Segundo paso'],
    lk_student_course_status_id: ['Course status', 'Estado del curso'],
    status: ['Course status', 'Estado del curso'],
    lk_student_course_status_reason_id: ['Status reason', 'Motivo del estado'],
    lk_quiz_attempt_status_id: ['Quiz result', 'Resultado del cuestionario'],
    lk_shipping_type_id: ['Shipping', 'Envío'],
    organization_id: ['Organization', 'Organización'],
    reason: ['Reason', 'Motivo'],
    why: ['Reason for the check', 'Motivo de la verificación'],
    note: ['Note', 'Nota'],
    expires_at: ['Finish by', 'Fecha límite'],
    due_on: ['Due date', 'Fecha para terminar'],
    group: ['Group', 'Grupo'],
    days: ['Days', 'Días'],
    posted_on: ['Posted on', 'Registrado el'],
    completion_link_id: ['Shared link', 'Enlace compartido'],
    calendar_link_id: ['Calendar address', 'Dirección del calendario'],
    audience: ['For', 'Para'],
    extra_percent: ['Extra time (%)', 'Tiempo adicional (%)'],
    purpose: ['Purpose', 'Finalidad'],
    points: ['Points', 'Puntos'],
    accepted: ['Accepted', 'Aceptado'],
    reply: ['Reply', 'Respuesta'],
    words: ['Message', 'Mensaje'],
    message: ['Agency message', 'Mensaje de la agencia'],
    code: ['Agency code', 'Código de la agencia'],
    corrected: ['Corrected fields', 'Campos corregidos'],
    result: ['Result', 'Resultado'],
    tries: ['Attempts', 'Intentos'],
    questions: ['Questions', 'Preguntas'],
    completed: ['Completed', 'Terminado'],
    completed_at: ['Completed on', 'Fecha de finalización'],
    agreed_at: ['Agreed on', 'Fecha de aceptación'],
    typed: ['Typed', 'Texto escrito'],
    waived: ['No longer required', 'Ya no se exige'],
    second_person: ['Second person required', 'Se requiere una segunda persona'],
    decision: ['Decision', 'Decisión'],
    advanced: ['Lessons advanced', 'Lecciones adelantadas'],
    final_ind: ['Including the final exam', 'Incluye el examen final'],
    complete_ind: ['Up to the end of the course', 'Hasta el final del curso'],
    number_ending: ['Phone number ending in', 'Teléfono que termina en'],
    name: ['File', 'Archivo'],
    format: ['Format', 'Formato'],
    violation: ['Stated exclusion', 'Exclusión declarada'],
    citation: ['Rule', 'Norma'],
  }),
}

/**
 * Fields without meaning for readers: ids of other records, hashes, and internal codes that the event's sentence
 * already describes.
 */
const hiddenFields: ReadonlySet<string> = new Set([
  'action',
  'advanced_by',
  'approved_by',
  'attachment_id',
  'certificate_request_id',
  'completion_report_id',
  'component_id',
  'course_reinstatement_id',
  'detail',
  'grades',
  'isDissociateAccountLinkedTo',
  'key',
  'kind',
  'letter',
  'limit',
  'order_id',
  'profile_pic',
  'question_id',
  'quiz_attempt_id',
  'sessions',
  'student_certificate_id',
  'student_course_id',
  'tables',
  'text_hash',
])

/** Fields that are neither labeled here nor left out: a history would show their internal names. */
export const unnamedOf = (fields: readonly string[]): string[] =>
  fields.filter((field) => !permissionOf(field) && !names[field] && !hiddenFields.has(field))

const lookups: Readonly<Record<string, Lookup>> = {
  lk_user_status_id: lk_user_status,
  lk_user_role_id: lk_user_role,
  lk_suffix_id: lk_suffix,
  lk_student_course_status_id: lk_student_course_status,
  lk_quiz_attempt_status_id: lk_quiz_attempt_status,
  lk_shipping_type_id: lk_shipping_type,
  lk_state_id: lk_state,
}

const flags = texts({ true: ['Yes', 'Sí'], false: ['No', 'No'] })

const none = '—'

/** `[[name, before, after]]` as text for staff: 'Status: Active → Disabled'. */
export function changesText(changes: string, locale: Locale): string {
  const all = JSON.parse(changes) as [string, string | null, string | null][]
  return all
    .filter(([name]) => !hiddenFields.has(name))
    .map(
      ([name, before, after]) =>
        `${nameOf(name, locale)}: ${valueText(name, before, locale)} → ${valueText(name, after, locale)}`,
    )
    .join('; ')
}

function nameOf(field: string, locale: Locale): string {
  const permission = permissionOf(field)
  if (permission) return permission.map((part) => localize(locale, part)).join(': ')
  return names[field] ? localize(locale, names[field]) : field.replaceAll('_', ' ')
}

/** 'MANAGE_STUDENTS:READ' with the labels of the permissions grid. */
function permissionOf(field: string): [Text, Text] | null {
  const [name = '', type = ''] = field.split(':')
  const text = (offeredPermissions as Readonly<Record<string, { text: Text }>>)[name]?.text
  const kind = Object.values<Text>(lk_permission_type).find(([english]) => english === type)
  return text && kind ? [text, kind] : null
}

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/

function valueText(field: string, value: string | null, locale: Locale): string {
  if (value === null || value === '') return none
  const [, day, time] = instant.exec(value) ?? []
  if (day) return `${day} ${time} UTC`
  if (value === 'true' || value === 'false') return localText(locale, flags, value)
  if (field === 'gender' && value in genderLabels) return localize(locale, genderLabels[value as Gender])
  if (field === 'lk_language_id') return offeredLanguages().find(({ id }) => String(id) === value)?.name ?? value
  const lookup = lookups[field]
  return (lookup && /^\d{1,9}$/.test(value) && label(lookup, Number(value), locale)) || value
}
