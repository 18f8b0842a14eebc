import { type Locale, pick, type Text } from '#platform/texts.ts'

/** Who can correct a refused report. */
export type Mender = 'student' | 'staff'
export type Mending = { who: Mender; field: string; text: Text }

const mend = (who: Mender, field: string, english: string, spanish: string): Mending => ({
  who,
  field,
  text: [english, spanish],
})

const license = mend(
  'student',
  'driver_license',
  "The agency doesn't accept the driver license number. Check it against your license.",
  'La agencia no acepta el número de la licencia de conducir. Compárelo con su licencia.',
)
const name = mend(
  'student',
  'name',
  'The name must match the driver license exactly.',
  'El nombre debe ser exactamente igual al de la licencia de conducir.',
)
const dob = mend(
  'student',
  'dob',
  "The date of birth is missing or doesn't match the driver license.",
  'Falta la fecha de nacimiento o no coincide con la licencia de conducir.',
)
const address = mend(
  'student',
  'address',
  'The address is incomplete, or its state or ZIP code is wrong.',
  'La dirección está incompleta, o su estado o código postal no es correcto.',
)
const citation = mend(
  'student',
  'citation',
  'The citation number, date or county is missing or wrong.',
  'Falta el número, la fecha o el condado de la multa, o alguno no es correcto.',
)
const gender = mend('student', 'gender', 'The gender is missing.', 'Falta el género.')
const ssn = mend(
  'student',
  'ssn',
  'The last four digits of the Social Security number are missing or wrong.',
  'Faltan los últimos cuatro dígitos del número de Seguro Social o no son correctos.',
)
const reason = mend(
  'student',
  'course_reason',
  'The reason for taking the course is missing or wrong.',
  'Falta el motivo para tomar el curso o no es correcto.',
)
const unknown = mend(
  'staff',
  'other',
  'The agency rejected the report. Our staff will look into it.',
  'La agencia rechazó el informe. Nuestro personal lo revisará.',
)

/** Florida's codes and those of the simulated agency, by what must be corrected. */
const table: readonly (readonly [RegExp, Mending])[] = [
  [/^(CF03\d|CF000|CF010|CF040|CF050|DV070|LICENSE)$/, license],
  [/^(DV030|DV040|ST000|ST001|NAME)$/, name],
  [/^(ST004|DOB)$/, dob],
  [/^(DV050|ST002|GENDER)$/, gender],
  [/^(CF020|SSN)$/, ssn],
  [/^(DV060|DV080|DV090|DV100|CL000|CO000|CITATION)$/, citation],
  [/^(DV110|ST003|ST005|VC001|REASON)$/, reason],
  [/^(DV120|DV130|DV140|STATE|ADDRESS)$/, address],
]

/** What must be corrected for a code, and by whom; an unknown code is for staff. */
export const mendingOf = (code: string | null): Mending =>
  table.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? unknown

/** What must be corrected, in the reader's language. */
export const mendingText = (code: string | null, locale: Locale): string => pick(locale, mendingOf(code).text)

/** Faults of the agency's own system, and of our account there: nothing about the student, so it is tried again. */
export const isPassing = (code: string | null): boolean =>
  /^(AF000|CC00[01]|CF035|DB000|VL000|VS000|VI000|SI00\d)$/.test(code ?? '')
