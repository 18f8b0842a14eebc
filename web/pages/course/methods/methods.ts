import { type Method, methodOfPart } from '#modules/learning/entry.ts'
import { biometricsPage } from './biometrics.tsx'
import { contentQuestionsPage } from './content-questions.tsx'
import { keystrokePage } from './keystroke.tsx'
import type { MethodPage, SentAt } from './method-page.ts'
import { phonePage } from './phone.tsx'
import { securityQuestionsPage } from './security-questions.tsx'

/** The identity methods by contract name, in the order shown to staff. */
export const methodPages: Readonly<Record<Method, MethodPage>> = {
  biometrics: biometricsPage,
  keystroke: keystrokePage,
  phone: phonePage,
  content_questions: contentQuestionsPage,
  security_questions: securityQuestionsPage,
}

/** The methods with missing setup parts, in page order. */
export const pagesOfParts = (parts: readonly string[]): MethodPage[] =>
  parts.flatMap((part) => {
    const method = methodOfPart(part)
    return method ? [methodPages[method]] : []
  })

/** Passes a form to its method; null if it belongs to no method. */
export async function submitToMethod(submission: SentAt) {
  for (const { submit } of Object.values(methodPages)) {
    const pageRedirect = await submit?.(submission)
    if (pageRedirect) return pageRedirect
  }
  return null
}

/** Reads the fields of all methods. */
export const fieldsOf = (values: Readonly<Record<string, string>>): object =>
  Object.assign({}, ...Object.values(methodPages).map(({ read }) => read?.(values)))
