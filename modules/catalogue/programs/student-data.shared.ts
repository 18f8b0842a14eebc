import type { Text } from '#platform/texts.ts'

/** The student data that programs may require, by the names that rule packs use. */
export const studentData = {
  name: ['Name', 'Nombre'],
  address: ['Address', 'Dirección'],
  phone: ['Phone number', 'Número de teléfono'],
  email: ['Email', 'Correo electrónico'],
  date_of_birth: ['Date of birth', 'Fecha de nacimiento'],
  gender: ['Gender', 'Género'],
  driver_license: ['Driver license number', 'Número de licencia de conducir'],
  driver_license_or_ssn: [
    'Driver license number, or the last four digits of the Social Security number',
    'Número de licencia de conducir o los últimos cuatro dígitos del Seguro Social',
  ],
  client_id: ['Client ID (9 digits)', 'Número de cliente (9 dígitos)'],
  license_state: ['State that issued the driver license', 'Estado que emitió la licencia de conducir'],
  license_class: ['Class or endorsement of the license', 'Clase o endoso de la licencia'],
  citation_number: ['Citation or case number', 'Número de multa o de caso'],
  citation_date: ['Date of the citation', 'Fecha de la multa'],
  citation_county: ['County of the citation', 'Condado de la multa'],
  court: ['Court', 'Tribunal'],
  due_date: ['Due date of the notice or the court', 'Fecha límite del aviso o del tribunal'],
  eye_color: ['Eye color', 'Color de ojos'],
} as const satisfies Readonly<Record<string, Text>>

export type StudentDatum = keyof typeof studentData

/**
 * The required data, with the issuing state of each license whose number is reported: it can't be derived from other
 * data, because drivers move and keep their license. `has`: whether a datum is collected or known.
 */
export function withIssuer(required: readonly StudentDatum[], has: (datum: StudentDatum) => boolean): StudentDatum[] {
  const isReported =
    required.includes('driver_license') || (required.includes('driver_license_or_ssn') && has('driver_license'))
  return [...new Set<StudentDatum>([...required, ...(isReported ? (['license_state'] as const) : [])])]
}
