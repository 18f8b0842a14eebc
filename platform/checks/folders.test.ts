import { expect, test } from 'vitest'
import type { Manifest } from '#platform/module.ts'
import { checkFolders } from './folders.ts'
import type { Source } from './source.ts'

const root = 'modules/learning'
const source = (path: string, ...targets: string[]): Source => ({
  path: `${root}/${path}`,
  text: '',
  imports: targets.map((name) => ({
    specifier: `#${root}/${name}`,
    target: `${root}/${name}`,
    typeOnly: true,
    names: [],
  })),
})
const check = (folders: string[], ...sources: Source[]) => {
  const manifest: Manifest = { name: 'learning', uses: [], folders, operations: [] }
  return checkFolders(sources, [manifest])
}

test('a folder imports those before it, and an upward import is refused, including types', () => {
  const [low, high] = [source('status/a.ts'), source('quiz/b.ts', 'status/a.ts')]
  expect(check(['status', 'quiz'], low, high)).toEqual([])
  expect(check(['quiz', 'status'], low, high)).toEqual([
    'modules/learning/quiz/b.ts imports modules/learning/status/a.ts: status is above quiz',
  ])
})

test('every folder is listed once', () => {
  expect(check([], source('status/a.ts'))).toEqual([expect.stringContaining('status has no place')])
  expect(check(['status'])).toEqual([expect.stringContaining('names the folder status')])
  expect(check(['status', 'status'], source('status/a.ts'))).toHaveLength(1)
})

test('a file next to the folders is below all of them or above all of them', () => {
  const errors = source('errors.ts')
  const face = source('index.ts', 'status/a.ts', 'errors.ts')
  const folder = source('status/a.ts', 'errors.ts')
  expect(check(['status'], errors, face, folder)).toEqual([])
  const up = source('status/c.ts', 'names.ts')
  const names = source('names.ts', 'index.ts')
  expect(check(['status'], errors, face, folder, names, up)).toEqual([
    'modules/learning/status/c.ts imports modules/learning/names.ts, which stands above the folders because it imports one of them',
  ])
})

test('tests may import anything', () => {
  const low = source('status/a.ts')
  expect(check(['status', 'quiz'], low, source('status/a.test.ts', 'quiz/b.ts'), source('quiz/b.ts'))).toEqual([])
})
