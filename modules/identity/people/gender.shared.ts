import type { Text } from '#platform/texts.ts'

/** Genders are stored as one letter, like driver agencies do. */
export const genders = ['M', 'F', 'X'] as const
export type Gender = (typeof genders)[number]
export const genderLabels = {
  M: ['Male', 'Masculino'],
  F: ['Female', 'Femenino'],
  X: ['Non-binary', 'No binario'],
} as const satisfies Record<Gender, Text>
