import type { Text } from '#platform/texts.ts'

/** 49 CFR 380.609, 380.611 and 380.619 to 380.625: the classes and endorsements that entry-level training is for. */
export const licenseClasses = {
  A: ['Class A', 'Clase A'],
  B: ['Class B', 'Clase B'],
  P: ['Passenger (P)', 'Pasajeros (P)'],
  S: ['School bus (S)', 'Autobús escolar (S)'],
  H: ['Hazardous materials (H)', 'Materiales peligrosos (H)'],
} as const satisfies Readonly<Record<string, Text>>

const plain = (text: string): string => text.trim().toLowerCase()

/** The class that a text names: 'a', 'Class A', 'Clase A'; null for any other text. */
export function licenseClassIn(text: string): keyof typeof licenseClasses | null {
  const classes = Object.keys(licenseClasses) as (keyof typeof licenseClasses)[]
  return classes.find((code) => [code, ...licenseClasses[code]].some((word) => plain(word) === plain(text))) ?? null
}
