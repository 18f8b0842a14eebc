import { expect, test } from 'vitest'
import type { Component, Medium } from '../../catalogue/index.ts'
import { lessonParts } from './lesson-parts.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const card = (attrs: object) => ({ type: 'mediaCard', attrs })
const lesson = (...content: object[]) =>
  ({ component_id: 1, type: 'Content', data: { content: { type: 'doc', content } } }) as unknown as Component
const image = (url: string) => new Map([['media/a.jpg', { url, captions: [] } as unknown as Medium]])
const none = { locale: 'en' as const, media: new Map() }

test('a quiz stands between the texts around it, and one that the text does not name at the end', () => {
  const quiz = card({ component: 'inline-quiz', quiz_id: 5 })
  const { parts } = lessonParts(
    lesson(paragraph('Before'), quiz, paragraph('After')),
    [{ quiz_id: 5 }, { quiz_id: 6 }],
    none,
  )
  expect(parts).toEqual([
    { kind: 'html', html: '<p>Before</p>' },
    { kind: 'quiz', quiz_id: 5 },
    { kind: 'html', html: '<p>After</p>' },
    { kind: 'quiz', quiz_id: 6 },
  ])
})

test('a quiz that stands in the text twice is shown once', () => {
  const quiz = card({ component: 'inline-quiz', quiz_id: 5 })
  const { parts } = lessonParts(lesson(quiz, paragraph('Between'), quiz), [{ quiz_id: 5 }], none)
  expect(parts).toEqual([
    { kind: 'quiz', quiz_id: 5 },
    { kind: 'html', html: '<p>Between</p>' },
  ])
})

test('the print changes with all that the content is written from: component, language, media and quizzes', () => {
  const component = lesson(paragraph('Text'), card({ component: 'image', src: 'media/a.jpg' }))
  const print = (one: Component, quizzes: number[], locale: 'en' | 'es', url: string) =>
    lessonParts(
      one,
      quizzes.map((quiz_id) => ({ quiz_id })),
      { locale, media: image(url) },
    )
  const first = print(component, [], 'en', '/media/1/a.jpg')
  expect(print(component, [], 'en', '/media/1/a.jpg')).toEqual(first)
  expect(print(component, [], 'en', '/media/1/a.jpg').parts).toBe(first.parts)
  const others = [
    print(component, [], 'en', '/media/2/a.jpg'),
    print(component, [], 'es', '/media/1/a.jpg'),
    print(component, [5], 'en', '/media/1/a.jpg'),
    print(lesson(paragraph('Other')), [], 'en', '/media/1/a.jpg'),
  ]
  expect(new Set([first, ...others].map(({ parts_print }) => parts_print)).size).toBe(5)
  expect(JSON.stringify(others[0]!.parts)).toContain('/media/2/a.jpg')
  expect(JSON.stringify(others[3]!.parts)).toContain('Other')
})
