import { defaultZone } from '../../../../platform/zone.ts'
import type { CertificateLanguage, CertificateModel } from './model.ts'

export const WORDS = {
  'en-us': {
    certifies: 'This certifies that',
    number: 'Certificate number',
    dob: 'Date of birth',
    license: 'Driver license',
    course: 'Course',
    completed: 'Completed',
    issued: 'Issued',
    hours: 'Course hours',
    check: 'Check this certificate',
    code: 'Code',
  },
  'es-es': {
    certifies: 'Se certifica que',
    number: 'Número de certificado',
    dob: 'Fecha de nacimiento',
    license: 'Licencia de conducir',
    course: 'Curso',
    completed: 'Terminado',
    issued: 'Emitido',
    hours: 'Horas del curso',
    check: 'Verifique este certificado',
    code: 'Código',
  },
} as const

const LOCALES = { 'en-us': 'en-US', 'es-es': 'es-US' } as const

/** A date in words, because 04/05 means two different days to readers of the two languages. */
export function longDate(value: string, language: CertificateLanguage, timeZone: string = defaultZone): string {
  const zone = value.length === 10 ? 'UTC' : timeZone
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: zone }).format(new Date(value))
}

/** The template's text with its placeholders filled; an unknown or empty placeholder leaves nothing behind. */
export function fillBody(model: CertificateModel): string {
  const { language, time_zone } = model
  const values: Record<string, string> = {
    student: model.student_name,
    course: model.course_name,
    organization: model.organization_name,
    hours: String(model.hours),
    completed_at: longDate(model.completed_at, language, time_zone),
    issued_at: longDate(model.issued_at, language, time_zone),
    driver_license: model.driver_license ?? '',
  }
  const filled = model.template.body.replace(/\{(\w+)\}/g, (_all, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : '',
  )
  return filled.replace(/\s+/g, ' ').trim()
}
