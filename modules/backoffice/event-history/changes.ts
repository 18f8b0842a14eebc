import { label } from '../../../platform/lookups.ts'
import { lk_state } from '../../../platform/states.ts'
import { type Locale, pick, type Text, texts } from '../../../platform/texts.ts'
import { lk_user_status } from '../../identity/lookups.shared.ts'
import { lk_student_course_status } from '../../learning/lookups.shared.ts'

/** What the fields of the audit log are called; one without a name here is shown by its own. */
const names: Readonly<Record<string, Text>> = texts({
  loginid: ['Username', 'Nombre de usuario'],
  email: ['Email', 'Correo electrónico'],
  first_name: ['First name', 'Nombre'],
  middle_name: ['Middle name', 'Segundo nombre'],
  last_name: ['Last name', 'Apellido'],
  dob: ['Date of birth', 'Fecha de nacimiento'],
  gender: ['Gender', 'Género'],
  lk_user_status_id: ['Status', 'Estado'],
  lk_student_course_status_id: ['Course status', 'Estado del curso'],
  lk_student_course_status_reason_id: ['Reason number', 'Número de motivo'],
  status: ['Course status', 'Estado del curso'],
  lk_state_id: ['State', 'Estado de residencia'],
  address: ['Address', 'Dirección'],
  address1: ['Address', 'Dirección'],
  address2: ['Address line 2', 'Dirección, línea 2'],
  city: ['City', 'Ciudad'],
  zip: ['ZIP code', 'Código postal'],
  phones: ['Phones', 'Teléfonos'],
  organization_id: ['Organization', 'Organización'],
  expires_at: ['End of the course', 'Fin del curso'],
  days: ['Days', 'Días'],
  reason: ['Reason', 'Motivo'],
  note: ['Note', 'Nota'],
  component_id: ['Lesson', 'Lección'],
  method: ['Way to sign in', 'Forma de iniciar sesión'],
})

const lookups = {
  lk_user_status_id: lk_user_status,
  lk_student_course_status_id: lk_student_course_status,
  lk_state_id: lk_state,
} as const

const none = '—'

/** `[[name, before, after]]` as staff read it: 'Status: Active → Disabled'. */
export function saidChanges(changes: string, locale: Locale): string {
  const all = JSON.parse(changes) as [string, string | null, string | null][]
  return all
    .map(
      ([name, before, after]) =>
        `${nameOf(name, locale)}: ${said(name, before, locale)} → ${said(name, after, locale)}`,
    )
    .join('; ')
}

const nameOf = (name: string, locale: Locale): string =>
  names[name] ? pick(locale, names[name]) : name.replaceAll('_', ' ')

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/

function said(name: string, value: string | null, locale: Locale): string {
  if (value === null || value === '') return none
  const [, day, time] = instant.exec(value) ?? []
  if (day) return `${day} ${time} UTC`
  if (!(name in lookups) || !/^\d{1,9}$/.test(value)) return value
  return label(lookups[name as keyof typeof lookups], Number(value), locale) || value
}
