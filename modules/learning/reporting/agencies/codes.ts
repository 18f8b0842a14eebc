import type { Text } from '#platform/texts.ts'

/** The person who can correct a refused report. */
type Corrector = 'student' | 'staff'
export type LocalCorrection = { who: Corrector; field: string; text: Text }

/** Codes of one agency, with the necessary correction. */
export type AnswerCode = readonly [codes: RegExp, correction: LocalCorrection]

const correction = (who: Corrector, field: string, english: string, spanish: string): LocalCorrection => ({
  who,
  field,
  text: [english, spanish],
})

/** The corrections that agencies require. */
export const localCorrections = {
  license: correction(
    'student',
    'driver_license',
    "The agency doesn't accept the driver license number or the state that issued it. Check both against your license.",
    'La agencia no acepta el número de la licencia de conducir o el estado que la emitió. Compárelos con su licencia.',
  ),
  name: correction(
    'student',
    'name',
    'The name must match the driver license exactly.',
    'El nombre debe ser exactamente igual al de la licencia de conducir.',
  ),
  dob: correction(
    'student',
    'dob',
    "The date of birth is missing or doesn't match the driver license.",
    'Falta la fecha de nacimiento o no coincide con la licencia de conducir.',
  ),
  address: correction(
    'student',
    'address',
    'The address is incomplete, or its state or ZIP code is wrong.',
    'La dirección está incompleta, o su estado o código postal no es correcto.',
  ),
  citation: correction(
    'student',
    'citation',
    'The citation number, date or county is missing or wrong.',
    'Falta el número, la fecha o el condado de la multa, o alguno no es correcto.',
  ),
  gender: correction('student', 'gender', 'The gender is missing.', 'Falta el género.'),
  ssn: correction(
    'student',
    'ssn',
    'The last four digits of the Social Security number are missing or wrong.',
    'Faltan los últimos cuatro dígitos del número de Seguro Social o no son correctos.',
  ),
  reason: correction(
    'student',
    'course_reason',
    'The reason for taking the course is missing or wrong.',
    'Falta el motivo para tomar el curso o no es correcto.',
  ),
  unknown: correction(
    'staff',
    'other',
    'The agency rejected the report. Our staff will look into it.',
    'La agencia rechazó el informe. Nuestro personal lo revisará.',
  ),
} as const

/** The codes of our own format (`http-agency.ts`), for agencies that use it. */
export const neutralCodes: readonly AnswerCode[] = [
  [/^LICENSE$/, localCorrections.license],
  [/^NAME$/, localCorrections.name],
  [/^DOB$/, localCorrections.dob],
  [/^GENDER$/, localCorrections.gender],
  [/^SSN$/, localCorrections.ssn],
  [/^CITATION$/, localCorrections.citation],
  [/^REASON$/, localCorrections.reason],
  [/^(STATE|ADDRESS)$/, localCorrections.address],
]

/** Our own codes, for reports that cannot be sent until staff complete the account at the agency. */
export const localCodes = {
  account: 'NO_ACCOUNT',
  settings: 'SETTINGS',
  course: 'COURSE_CODE',
  reason: 'REASON_CODE',
  court: 'COURT_CODE',
} as const

export const ownCorrections: readonly AnswerCode[] = [
  [
    new RegExp(`^${localCodes.account}$`),
    correction(
      'staff',
      'other',
      'No account at this agency is set up yet. The report waits until an administrator adds one.',
      'Todavía no hay una cuenta en esta agencia. El informe espera hasta que un administrador la agregue.',
    ),
  ],
  [
    new RegExp(`^${localCodes.settings}$`),
    correction(
      'staff',
      'other',
      'The account at this agency is incomplete. The report waits until an administrator completes it.',
      'La cuenta en esta agencia está incompleta. El informe espera hasta que un administrador la complete.',
    ),
  ],
  [
    new RegExp(`^${localCodes.course}$`),
    correction(
      'staff',
      'other',
      "The account doesn't say which code this course has at the agency.",
      'La cuenta no indica qué código tiene este curso en la agencia.',
    ),
  ],
  [
    new RegExp(`^${localCodes.reason}$`),
    correction(
      'staff',
      'other',
      "The account doesn't say which code this reason for taking the course has at the agency.",
      'La cuenta no indica qué código tiene en la agencia este motivo para tomar el curso.',
    ),
  ],
  [
    new RegExp(`^${localCodes.court}$`),
    correction(
      'staff',
      'other',
      "The account doesn't say which code this court has at the agency.",
      'La cuenta no indica qué código tiene este tribunal en la agencia.',
    ),
  ],
]
