import type { Placeholder } from '#modules/catalogue/index.ts'
import { dateFormat } from '#platform/locale-format.ts'
import type { Locale, Text } from '#platform/texts.ts'
import { defaultZone } from '#platform/zone.ts'
import type { CertificateModel } from './model.ts'

const labels = {
  'en-us': { dob: 'Date of birth', license: 'Driver license', valid: 'Valid until' },
  'es-es': { dob: 'Fecha de nacimiento', license: 'Licencia de conducir', valid: 'Válido hasta el' },
} as const

/** A date in words, because 04/05 means two different days to readers of the two languages. */
export function longDate(value: string, language: Locale, timeZone: string = defaultZone): string {
  const zone = value.length === 10 ? 'UTC' : timeZone
  return dateFormat(language, { dateStyle: 'long', timeZone: zone }).format(new Date(value))
}

/** The values of a text's placeholders; '' if unknown. */
function valuesOf(model: CertificateModel): Record<Placeholder, string> {
  const { language, time_zone } = model
  const day = (value: string) => longDate(value, language, time_zone)
  const words = labels[language]
  const dob = model.dob ? longDate(model.dob, language) : ''
  const driver_license = model.driver_license ?? ''
  const details = [dob && `${words.dob}: ${dob}`, driver_license && `${words.license}: ${driver_license}`]
  const valid_until = model.valid_until ? longDate(model.valid_until, language) : ''
  const bottom = [model.bottomLeftText, valid_until && !showsValidity(model) && `${words.valid} ${valid_until}`]
  return {
    student: model.student_name,
    dob,
    driver_license,
    birth_and_license: details.filter(Boolean).join(' · '),
    course: model.course_name,
    hours: String(model.hours),
    organization: model.organization_name,
    completed_at: day(model.completed_at),
    issued_at: day(model.issued_at),
    number: model.certificate_number,
    check_code: model.check_code,
    check_url: model.check_url.replace(/^https?:\/\//, ''),
    bottom_left_text: bottom.filter(Boolean).join(' · '),
    valid_until,
    organization_address: model.facts?.address ?? '',
    organization_phone: model.facts?.phone ?? '',
    organization_email: model.facts?.email ?? '',
    organization_website: (model.facts?.website ?? '').replace(/^https?:\/\/|\/$/g, ''),
    approval_number: model.facts?.approval_number ?? '',
    signer_name: model.signer?.name ?? '',
    signer_title: model.signer?.title ?? '',
    // A picture, which layout.ts draws if it stands alone.
    signature: '',
  }
}

/** Whether the design itself shows the end of the validity. */
export const showsValidity = ({ template }: Pick<CertificateModel, 'template'>): boolean =>
  template.design.fields.some(({ text }) => text.some((translation) => translation.includes('{valid_until}')))

/** A text in the certificate's language with its placeholders filled; unknown and empty ones are removed. */
export function fill(text: Text, model: CertificateModel): string {
  const values: Readonly<Record<string, string>> = valuesOf(model)
  const template = (model.language === 'es-es' && text[1]) || text[0]
  const result = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : '',
  )
  return result.replace(/\s+/g, ' ').trim()
}
