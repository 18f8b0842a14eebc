import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { releasedDocuments, releasedFiles, renderReadme } from './files.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const readme = renderReadme(read('README.md'))

test('every released file exists', () => {
  const built = (path: string) => path.startsWith('dist/')
  expect(releasedFiles.filter((path) => !built(path) && !existsSync(path))).toEqual([])
})

test('documents linked from a released document are released as well', () => {
  // Measurements and decisions are for people with the repository.
  const ofTheRepository = /^docs\/(speed|architecture|decisions(\/[a-z-]+)?)\.md$/
  const texts = {
    README: readme,
    SECURITY: read('SECURITY.md'),
    ...Object.fromEntries(releasedDocuments.map((path) => [path, read(path)])),
  }
  const missingFiles = Object.entries(texts).flatMap(([from, text]) =>
    [...text.matchAll(/docs\/[a-z/-]+\.(?:md|yaml)/g)]
      .filter(([path]) => !releasedDocuments.includes(path) && !ofTheRepository.test(path))
      .map(([path]) => `${from} -> ${path}`),
  )
  expect(missingFiles).toEqual([])
})

test('the README of a release has the settings, and no command or picture of the repository', () => {
  expect(readme).toContain('# Waypost\n\nWaypost sells and delivers')
  expect(readme).toContain('| `DATABASE_URL` * |')
  expect(readme).toContain('MIT license')
  expect(readme).not.toMatch(/^make |docs\/pictures/m)
})
