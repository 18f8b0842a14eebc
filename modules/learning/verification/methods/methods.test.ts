import { expect, test } from 'vitest'
import { skippable, waivable } from '#modules/learning/verification/waivers.sql.ts'
import { methodOf, methodOfPart, methods, questionMethods, recordedTexts, setupMethods } from './methods.ts'
import { contentShape, evidenceShape, noContent, setupShapes } from './responses.ts'

test('keeps the orders of checks, setup and substitute questions', () => {
  expect(methods).toEqual(['biometrics', 'keystroke', 'phone', 'content_questions', 'security_questions'])
  expect(setupMethods).toEqual(['security_questions', 'phone', 'biometrics', 'keystroke'])
  expect(questionMethods).toEqual(['security_questions', 'content_questions'])
})

test('keeps the names of fields and parts that predate the methods', () => {
  expect(Object.keys(contentShape)).toEqual(['question', 'sentence', 'phone'])
  expect(noContent).toEqual({ question: null, sentence: null, phone: null })
  expect(Object.keys(setupShapes.questions)).toEqual(['questions', 'questions_to_answer'])
  expect(Object.keys(setupShapes.others)).toEqual(['typing', 'phone'])
  expect(Object.keys(evidenceShape)).toEqual(['phone', 'typing', 'device'])
  expect(['agreement', 'questions', 'phone', 'device', 'typing'].map(methodOfPart)).toEqual([null, ...setupMethods])
})

test.each(methods)('%s has everything its lists require', (method) => {
  const { setup, waiver } = methodOf(method)
  expect(waiver !== null).toBe(waivable.some((name) => name === method))
  expect(Boolean(waiver?.skipped)).toBe(skippable.some((name) => name === method))
  // Staff fields use the name of the method's part.
  if (waiver) expect(setup).not.toBeNull()
  expect(recordedTexts[method]).toBe(methodOf(method).words.name)
})
