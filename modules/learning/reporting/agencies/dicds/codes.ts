import { type AnswerCode, type LocalCorrection, localCorrections } from '#modules/learning/reporting/agencies/codes.ts'
import type { Text } from '#platform/texts.ts'

/**
 * A response of DICDS that is not a certificate number. `again`: a fault of the service. `hold`: a fault of our
 * account there, which affects every report.
 */
export type DicdsCode = { code: string; meaning: Text } & ({ effect: 'again' | 'hold' } | { effect: LocalCorrection })

const instructor: Text = [
  "The instructor is missing or isn't known at the agency.",
  'Falta el instructor o la agencia no lo conoce.',
]
const studentId: Text = [
  'No valid unique identification of the student.',
  'Ninguna identificación única válida del estudiante.',
]
const county: Text = [
  'The county of the citation is missing or wrong.',
  'Falta el condado de la multa o no es correcto.',
]

/** Every known code, in alphabetical order. */
export const dicdsCodes: readonly DicdsCode[] = [
  { code: 'AF000', meaning: ["The address couldn't be saved.", 'No se pudo guardar la dirección.'], effect: 'again' },
  {
    code: 'CC000',
    meaning: [
      'The school has no certificates left. Buy certificates from the agency.',
      'A la escuela no le quedan certificados. Compre certificados a la agencia.',
    ],
    effect: 'hold',
  },
  {
    code: 'CC001',
    meaning: ["The count of certificates couldn't be updated.", 'No se pudo actualizar la cantidad de certificados.'],
    effect: 'again',
  },
  { code: 'CF000', meaning: studentId, effect: localCorrections.license },
  { code: 'CF010', meaning: studentId, effect: localCorrections.license },
  {
    code: 'CF020',
    meaning: ["The Social Security number isn't four digits.", 'El número de Seguro Social no tiene cuatro dígitos.'],
    effect: localCorrections.ssn,
  },
  {
    code: 'CF030',
    meaning: [
      'The license number and its state are needed together.',
      'El número de la licencia y su estado se necesitan juntos.',
    ],
    effect: localCorrections.license,
  },
  {
    code: 'CF031',
    meaning: ["The license or its state isn't valid.", 'La licencia o su estado no son válidos.'],
    effect: localCorrections.license,
  },
  {
    code: 'CF032',
    meaning: [
      "The license number doesn't have Florida's form.",
      'El número de la licencia no tiene la forma de los de Florida.',
    ],
    effect: localCorrections.license,
  },
  {
    code: 'CF033',
    meaning: ["The license number isn't valid.", 'El número de la licencia no es válido.'],
    effect: localCorrections.license,
  },
  {
    code: 'CF034',
    meaning: ['Several records have this license.', 'Varios registros tienen esta licencia.'],
    effect: localCorrections.license,
  },
  {
    code: 'CF035',
    meaning: ["The driver's record couldn't be updated.", 'No se pudo actualizar el registro del conductor.'],
    effect: 'again',
  },
  {
    code: 'CF040',
    meaning: ["The alien number isn't numeric.", 'El número de extranjero no es numérico.'],
    effect: localCorrections.license,
  },
  {
    code: 'CF050',
    meaning: ["The non-alien number isn't numeric.", 'El número de no extranjero no es numérico.'],
    effect: localCorrections.license,
  },
  {
    code: 'CL000',
    meaning: ['This reason needs the county.', 'Este motivo requiere el condado.'],
    effect: localCorrections.citation,
  },
  { code: 'CO000', meaning: county, effect: localCorrections.citation },
  {
    code: 'DB000',
    meaning: ["The completion couldn't be saved.", 'No se pudo guardar la finalización.'],
    effect: 'again',
  },
  { code: 'DV030', meaning: ['First name.', 'Nombre.'], effect: localCorrections.name },
  { code: 'DV040', meaning: ['Last name.', 'Apellido.'], effect: localCorrections.name },
  { code: 'DV050', meaning: ['Sex.', 'Sexo.'], effect: localCorrections.gender },
  {
    code: 'DV060',
    meaning: ['Number of the court case.', 'Número del caso judicial.'],
    effect: localCorrections.citation,
  },
  { code: 'DV070', meaning: ['Driver license.', 'Licencia de conducir.'], effect: localCorrections.license },
  { code: 'DV080', meaning: ['Date of the citation.', 'Fecha de la multa.'], effect: localCorrections.citation },
  { code: 'DV090', meaning: county, effect: localCorrections.citation },
  {
    code: 'DV100',
    meaning: ['Number of the citation: seven characters.', 'Número de la multa: siete caracteres.'],
    effect: localCorrections.citation,
  },
  { code: 'DV110', meaning: ['Reason for attending.', 'Motivo para asistir.'], effect: localCorrections.reason },
  { code: 'DV120', meaning: ['State code.', 'Código del estado.'], effect: localCorrections.address },
  { code: 'DV130', meaning: ['ZIP code.', 'Código postal.'], effect: localCorrections.address },
  { code: 'DV140', meaning: ['Phone number.', 'Número de teléfono.'], effect: localCorrections.address },
  { code: 'SI000', meaning: instructor, effect: 'hold' },
  { code: 'SI001', meaning: instructor, effect: 'hold' },
  { code: 'ST000', meaning: ['First name.', 'Nombre.'], effect: localCorrections.name },
  { code: 'ST001', meaning: ['Last name.', 'Apellido.'], effect: localCorrections.name },
  { code: 'ST002', meaning: ['Sex.', 'Sexo.'], effect: localCorrections.gender },
  { code: 'ST003', meaning: ['Reason for attending.', 'Motivo para asistir.'], effect: localCorrections.reason },
  { code: 'ST004', meaning: ['Date of birth.', 'Fecha de nacimiento.'], effect: localCorrections.dob },
  {
    code: 'ST005',
    meaning: ["The reason for attending couldn't be confirmed.", 'No se pudo confirmar el motivo para asistir.'],
    effect: localCorrections.reason,
  },
  {
    code: 'VC000',
    meaning: ['Form of the class date or start time.', 'Forma de la fecha o de la hora de inicio de la clase.'],
    effect: localCorrections.unknown,
  },
  { code: 'VC001', meaning: ['Reason code.', 'Código del motivo.'], effect: localCorrections.reason },
  { code: 'VI000', meaning: instructor, effect: 'hold' },
  {
    code: 'VL000',
    meaning: ['The user name or password is wrong.', 'El usuario o la contraseña no son correctos.'],
    effect: 'hold',
  },
  {
    code: 'VS000',
    meaning: ["The school isn't known at the agency.", 'La agencia no conoce la escuela.'],
    effect: 'hold',
  },
]

const oneOf = (codes: readonly DicdsCode[]) => new RegExp(`^(${codes.map(({ code }) => code).join('|')})$`)

/** Corrections by code. */
export const dicdsCorrections: readonly AnswerCode[] = Object.values(localCorrections)
  .map((correction): [DicdsCode[], LocalCorrection] => [
    dicdsCodes.filter(({ effect }) => effect === correction),
    correction,
  ])
  .filter(([codes]) => codes.length > 0)
  .map(([codes, correction]) => [oneOf(codes), correction])

/** Faults of our account: nothing is sent until staff have corrected it. All instructor codes (SI00x) count. */
export const dicdsAccountFaultCodes = new RegExp(
  `${oneOf(dicdsCodes.filter(({ effect }) => effect === 'hold')).source}|^SI00\\d$`,
)
/** Faults of the service, which do not refuse the completion. */
export const dicdsRetryCodes = new RegExp(
  `${oneOf(dicdsCodes.filter(({ effect }) => effect === 'again')).source}|${dicdsAccountFaultCodes.source}`,
)
