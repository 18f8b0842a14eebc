import { expect, test } from 'vitest'
import type { Component, Medium } from '#modules/catalogue/index.ts'
import { lessonParts } from './lesson-parts.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const card = (attrs: object) => ({ type: 'mediaCard', attrs })
const lesson = (...content: object[]) =>
  ({ component_id: 1, type: 'Content', data: { content: { type: 'doc', content } } }) as unknown as Component
const none = { locale: 'en' as const, media: new Map() }

test('a quiz is placed between the texts around it, or at the end if the text does not name it', () => {
  const quiz = card({ component: 'inline-quiz', quiz_id: 5 })
  const parts = lessonParts(
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

test('a quiz named twice in the text is shown once', () => {
  const quiz = card({ component: 'inline-quiz', quiz_id: 5 })
  const parts = lessonParts(lesson(quiz, paragraph('Between'), quiz), [{ quiz_id: 5 }], none)
  expect(parts).toEqual([
    { kind: 'quiz', quiz_id: 5 },
    { kind: 'html', html: '<p>Between</p>' },
  ])
})

test('the address of a picture is that of its medium', () => {
  const image = new Map([['media/a.jpg', { url: '/media/2/a.jpg', captions: [] } as unknown as Medium]])
  const parts = lessonParts(lesson(card({ component: 'image', src: 'media/a.jpg' })), [], {
    locale: 'en',
    media: image,
  })
  expect(JSON.stringify(parts)).toContain('/media/2/a.jpg')
})
