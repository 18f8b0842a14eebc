import type { Text } from '#platform/texts.ts'

/** 49 CFR 380.609, 380.611 and 380.619 to 380.625: the classes and endorsements that entry-level training is for. */
export const licenseClasses = {
  A: ['Class A', 'Clase A'],
  B: ['Class B', 'Clase B'],
  P: ['Passenger (P)', 'Pasajeros (P)'],
  S: ['School bus (S)', 'Autobús escolar (S)'],
  H: ['Hazardous materials (H)', 'Materiales peligrosos (H)'],
} as const satisfies Readonly<Record<string, Text>>

/** The third group of 49 CFR 383.91, and in many states the class of most drivers. No entry-level training is for it. */
export const classC: Text = ['Class C', 'Clase C']

/**
 * A class or endorsement as a license shows it. States define the classes of their other licenses, so any letter or
 * digit is accepted, optionally with an M for motorcycles.
 */
export const licenseClassPattern = /^[A-Z\d]M?$/

const normalize = (text: string): string => text.trim().toLowerCase()

/** The class that a text means: 'a', 'Class A', 'Clase A', 'e'; null for any other text. */
export function licenseClassIn(text: string): string | null {
  const match = Object.entries(licenseClasses).find(([, words]) =>
    words.some((word) => normalize(word) === normalize(text)),
  )
  const code =
    match?.[0] ??
    text
      .trim()
      .replace(/^(class|clase)\s+/i, '')
      .toUpperCase()
  return licenseClassPattern.test(code) ? code : null
}

export const isTrainingClass = (code: string): code is keyof typeof licenseClasses =>
  Object.hasOwn(licenseClasses, code)
