import { type Locale, localize, type Text } from '#platform/texts.ts'

/** The names of the programs, for lists; their rules are in `packs/`. */
export const programs = {
  'az-dds': ['Arizona: defensive driving school', 'Arizona: escuela de manejo defensivo'],
  'ca-tvs': ['California: traffic violator school', 'California: escuela para infractores de tránsito'],
  'ca-mature': ['California: mature driver', 'California: conductor mayor'],
  'fl-bdi': ['Florida: Basic Driver Improvement (BDI)', 'Florida: mejora básica del conductor (BDI)'],
  'fl-adi': ['Florida: Advanced Driver Improvement (ADI)', 'Florida: mejora avanzada del conductor (ADI)'],
  'fl-court8': ['Florida: 8-hour course ordered by a court', 'Florida: curso de 8 horas por orden judicial'],
  'fl-dets': ['Florida: Driver Education Traffic Safety (DETS)', 'Florida: educación vial para menores (DETS)'],
  'fl-mature': ['Florida: mature driver', 'Florida: conductor mayor'],
  'fl-tlsae': [
    'Florida: Traffic Law and Substance Abuse Education (TLSAE)',
    'Florida: leyes de tránsito y abuso de sustancias (TLSAE)',
  ],
  'fl-wcd': ['Florida: wireless communications device', 'Florida: dispositivos inalámbricos'],
  'ga-adap': ['Georgia: Alcohol and Drug Awareness (ADAP)', 'Georgia: alcohol y drogas para menores (ADAP)'],
  'ga-ddc': ['Georgia: driver improvement clinic', 'Georgia: clínica de mejora del conductor'],
  'il-adult': ['Illinois: adult driver education', 'Illinois: educación vial para adultos'],
  'mi-bdic': ['Michigan: Basic Driver Improvement (BDIC)', 'Míchigan: mejora básica del conductor (BDIC)'],
  'nj-ddc': ['New Jersey: defensive driving', 'Nueva Jersey: manejo defensivo'],
  'ny-pirp': ['New York: Point and Insurance Reduction (PIRP)', 'Nueva York: reducción de puntos y seguro (PIRP)'],
  'ny-prelicensing': ['New York: pre-licensing', 'Nueva York: curso previo a la licencia'],
  'nc-dic': ['North Carolina: driver improvement clinic', 'Carolina del Norte: clínica de mejora del conductor'],
  'oh-adult-4h': ['Ohio: abbreviated adult course', 'Ohio: curso abreviado para adultos'],
  'oh-teen-24h': ['Ohio: driver education, class D', 'Ohio: educación vial, clase D'],
  'pa-dis': ['Pennsylvania: driver improvement school', 'Pensilvania: escuela de mejora del conductor'],
  'pa-mature': ['Pennsylvania: mature driver', 'Pensilvania: conductor mayor'],
  'tx-adult-6h': ['Texas: adult driver education (6 hours)', 'Texas: educación vial para adultos (6 horas)'],
  'tx-driving-safety': ['Texas: driving safety', 'Texas: seguridad al conducir'],
  'us-eldt-theory': [
    'Federal: entry-level driver training, theory (ELDT)',
    'Federal: formación de conductores principiantes, teoría (ELDT)',
  ],
  'va-dic': ['Virginia: driver improvement clinic', 'Virginia: clínica de mejora del conductor'],
} as const satisfies Readonly<Record<string, Text>>

export type ProgramId = keyof typeof programs
export const isProgram = (program_id: string): program_id is ProgramId => Object.hasOwn(programs, program_id)
/** The name of a program in a language; its id if this release does not know it. */
export const programName = (program_id: string, locale: Locale): string =>
  isProgram(program_id) ? localize(locale, programs[program_id]) : program_id
export const programChoices = Object.entries(programs).map(([value, label]) => ({ value, label }))
