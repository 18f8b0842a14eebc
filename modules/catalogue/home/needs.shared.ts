import type { ProgramId } from '#modules/catalogue/programs/programs.shared.ts'

/** Why people need a course. */
export const needs = ['ticket', 'court', 'insurance', 'license'] as const
export type Need = (typeof needs)[number]

export const isNeed = (value: string | undefined): value is Need => needs.some((need) => need === value)

/** The needs that a course of each program serves. */
export const needsOfProgram: Readonly<Record<ProgramId, readonly Need[]>> = {
  'az-dds': ['ticket'],
  'ca-tvs': ['ticket', 'court'],
  'ca-mature': ['insurance'],
  'fl-bdi': ['ticket'],
  'fl-adi': ['court'],
  'fl-court8': ['court'],
  'fl-dets': ['license'],
  'fl-mature': ['insurance'],
  'fl-tlsae': ['license'],
  'fl-wcd': ['ticket'],
  'ga-adap': ['license'],
  'ga-ddc': ['ticket', 'court'],
  'il-adult': ['license'],
  'mi-bdic': ['ticket'],
  'nj-ddc': ['ticket', 'insurance'],
  'ny-pirp': ['ticket', 'insurance'],
  'ny-prelicensing': ['license'],
  'nc-dic': ['ticket', 'court'],
  'oh-adult-4h': ['license'],
  'oh-teen-24h': ['license'],
  'pa-dis': ['court'],
  'pa-mature': ['insurance'],
  'tx-adult-6h': ['license'],
  'tx-driving-safety': ['ticket'],
  'us-eldt-theory': ['license'],
  'va-dic': ['ticket', 'court'],
}

/** The programs whose courses serve a need. */
export const programsOfNeed = (need: Need): string[] =>
  Object.entries(needsOfProgram).flatMap(([program, served]) => (served.includes(need) ? [program] : []))

/** The search terms for a need that no program covers; each is in `synonyms.ts`. */
export const searchTermsByNeed: Readonly<Record<Need, string>> = {
  ticket: 'ticket',
  court: 'court order',
  insurance: 'insurance discount',
  license: 'first license',
}
