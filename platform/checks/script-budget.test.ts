import { expect, test } from 'vitest'
import { type Chunk, checkScripts, staffBudget, staffPages } from './script-budget.ts'
import type { Source } from './source.ts'

const source = (path: string, ...targets: string[]): Source => ({
  path,
  text: '',
  imports: targets.map((target) => {
    const path = target.replace(/^type /, '')
    return { specifier: `#${path}`, target: path, typeOnly: target !== path, names: [] }
  }),
})
const layout = 'web/layouts/backoffice.tsx'
const page = 'web/pages/manage/list.page.tsx'
const sources = [
  source(page, layout, 'web/pages/manage/part.tsx', 'type web/never.island.tsx', 'modules/a/index.ts'),
  source('web/pages/manage/part.tsx', 'modules/a/list.island.tsx'),
  source('modules/a/index.ts', 'modules/a/other.island.tsx'),
  source(layout, 'modules/a/bubble.island.tsx'),
  source('web/pages/visitors.page.tsx', 'modules/a/list.island.tsx'),
]
const chunk = (file: string, gzipped: number, begins: string | null = null, imports: string[] = []): Chunk => ({
  file,
  source: begins,
  imports,
  gzipped,
})
const chunks = (list: number) => [
  chunk('entry.js', 10, 'web/client.ts', ['react.js']),
  chunk('react.js', 100),
  chunk('list.js', list, 'modules/a/list.island.tsx', ['react.js', 'shared.js']),
  chunk('bubble.js', 20, 'modules/a/bubble.island.tsx', ['shared.js']),
  chunk('shared.js', 5, null, ['react.js']),
  chunk('other.js', 1_000_000, 'modules/a/other.island.tsx'),
]

test('a staff page weighs the entry and the islands of its parts, each file once', () => {
  expect(staffPages(sources, chunks(30))).toEqual([
    {
      path: page,
      islands: ['modules/a/bubble.island.tsx', 'modules/a/list.island.tsx'],
      bytes: 10 + 100 + 30 + 20 + 5,
    },
  ])
})

test('reports a page over the budget with its islands', () => {
  expect(checkScripts(sources, chunks(staffBudget - 135))).toEqual([])
  expect(checkScripts(sources, chunks(staffBudget - 134))).toEqual([
    `${page} loads ${staffBudget + 1} bytes of script, more than ${staffBudget}: modules/a/bubble.island.tsx, modules/a/list.island.tsx`,
  ])
})
