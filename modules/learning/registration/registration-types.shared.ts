/** The question types that registration has rules of its own for; questions/question-types.shared.ts knows the rest. */
export const questionTypes = {
  shortAnswer: 1,
  longAnswer: 8,
  driversLicense: 9,
  licenseNumber: 11,
  ssn: 14,
  date: 16,
  county: 18,
  upload: 19,
} as const
