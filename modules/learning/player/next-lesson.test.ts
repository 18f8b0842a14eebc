import { expect, test } from 'vitest'
import type { Component, Medium } from '#modules/catalogue/index.ts'
import { prefetchOf } from './next-lesson.ts'

const picture = (id: number, size_bytes = 1_000) =>
  [`media/${id}.png`, { url: `/media/${id}/a.png`, content_type: 'image/png', size_bytes, captions: [] }] as const
const film = [
  'media/film.mp4',
  {
    url: '/media/90/film.mp4',
    content_type: 'video/mp4',
    size_bytes: 90_000_000,
    captions: [{ url: '/media/91/film.vtt', srclang: 'en' }],
    poster: '/media/90/poster/0.webp',
  },
] as const
const narration = [
  'media/voice.mp3',
  { url: '/media/92/voice.mp3', content_type: 'audio/mpeg', size_bytes: 1_000, captions: [] },
] as const

const card = (attrs: object) => ({ type: 'mediaCard', attrs })
function read(sources: readonly (readonly [string, object])[], overrides: object[] = [], watchAll = false) {
  const content = [
    ...sources.map(([src]) => card({ component: src.endsWith('.mp4') ? 'video' : 'image', src })),
    ...overrides,
  ]
  const lesson = { type: 'Content', data: { content: { type: 'doc', content }, audioAttachments: ['media/voice.mp3'] } }
  const media = new Map([...sources, narration]) as unknown as ReadonlyMap<string, Medium>
  return prefetchOf(lesson as unknown as Component, { media, watchAll })
}

test('a lesson names its pictures and the captions of its videos, and neither videos nor narration', () => {
  expect(read([picture(1), film])).toEqual({
    kind: 'lesson',
    files: ['/media/1/a.png', '/media/90/poster/0.webp', '/media/91/film.vtt'],
    videos: false,
    quizzes: false,
  })
})

test('a video that must be watched and an inline quiz are named by kind only', () => {
  const quiz = card({ component: 'inline-quiz', quiz_id: 5 })
  expect(read([film], [quiz], true)).toMatchObject({ videos: true, quizzes: true })
})

test('at most eight files and 1.5 MB are named', () => {
  const many = Array.from({ length: 12 }, (_, index) => picture(index + 1))
  expect(read(many).files).toHaveLength(8)
  expect(read([picture(1, 1_000_000), picture(2, 1_000_000), picture(3, 400_000)]).files).toEqual([
    '/media/1/a.png',
    '/media/3/a.png',
  ])
})

test('a file that the organization does not have is left out', () => {
  const component = {
    type: 'Content',
    data: { content: { type: 'doc', content: [card({ component: 'image', src: 'media/7.png' })] } },
  }
  expect(prefetchOf(component as unknown as Component, { media: new Map(), watchAll: false }).files).toEqual([])
})

test('a quiz names no files, because its questions are secret until it starts', () => {
  const quiz = { type: 'Quiz', data: { questions: [{ picture: { src: 'media/1.png' } }] } } as unknown as Component
  const media = new Map([picture(1)]) as unknown as ReadonlyMap<string, Medium>
  expect(prefetchOf(quiz, { media, watchAll: true })).toEqual({
    kind: 'quiz',
    files: [],
    videos: false,
    quizzes: false,
  })
})
