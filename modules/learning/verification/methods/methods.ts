import type { CourseVersion } from '#modules/catalogue/index.ts'
import { type Method, methodsOf } from '#modules/learning/due-check/options.ts'
import type { SkippableMethod, Waivable } from '#modules/learning/verification/waivers.sql.ts'
import type { Text } from '#platform/texts.ts'
import { biometrics } from './biometrics.ts'
import { contentQuestions } from './content-questions.ts'
import { keystroke } from './keystroke.ts'
import type { IdentityMethod } from './method.ts'
import { phone } from './phone.ts'
import { securityQuestions } from './security-questions.ts'

/** The identity methods by their contract names, in the order in which one check uses them. */
export const identityMethods = {
  biometrics,
  keystroke,
  phone,
  content_questions: contentQuestions,
  security_questions: securityQuestions,
} satisfies Record<Method, IdentityMethod> & Record<Waivable, { waiver: object | null }>

export const methods = Object.keys(identityMethods) as [Method, ...Method[]]

export const methodOf = (method: Method): IdentityMethod => identityMethods[method]

/** The name of a method for staff. */
export const nameOfMethod = (method: string): Text => methodOf(method as Method).words.name

/** The settings for turning a method off. */
export const waiverOf = (method: Waivable) => identityMethods[method].waiver!

/** The text for students who turned a method off themselves. */
export const skippedTextOf = (method: SkippableMethod): Text => waiverOf(method).skipped!

/** The methods of a course, in the order of their checks. */
export const methodsIn = (version: CourseVersion): Method[] => {
  const enabled = methodsOf(version)
  return methods.filter((method) => enabled.includes(method))
}

export const isQuestion = (method: Method): boolean => methodOf(method).questions !== null

/** Whether a method proves who the student is; a question about the lessons proves only presence. */
export const isIdentityProof = (method: Method): boolean => methodOf(method).questions?.personal !== false

/** The methods that ask questions, in the order in which they replace another method: personal ones first. */
export const questionMethods: readonly Method[] = methods
  .filter(isQuestion)
  .toSorted((a, b) => Number(methodOf(b).questions?.personal) - Number(methodOf(a).questions?.personal))

/** The methods with a setup, in page order. */
export const setupMethods: readonly Method[] = methods
  .filter((method) => methodOf(method).setup)
  .toSorted((a, b) => methodOf(a).setup!.place - methodOf(b).setup!.place)

/** The method that a missing setup part belongs to; null for the agreement. */
export const methodOfPart = (part: string): Method | null =>
  setupMethods.find((method) => methodOf(method).setup?.part === part) ?? null

/** The texts for recorded events of the methods, by their record. */
export const recordedTexts: Readonly<Record<string, Text>> = Object.fromEntries(
  methods.flatMap((method) => {
    const { words, recordTexts } = methodOf(method)
    return [[method, words.name] as const, ...Object.entries(recordTexts)]
  }),
)
