import { expect, test } from 'vitest'
import { type Chunk, checkScripts, pageScripts, scriptBudgets } from './script-budget.ts'
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
const kinds = ['order', 'spot'].map((kind) => `modules/learning/questions/${kind}-question.island.tsx`)
const sources = [
  source(page, layout, 'web/pages/manage/part.tsx', 'type web/never.island.tsx', 'modules/a/index.ts'),
  source('web/pages/manage/part.tsx', 'modules/a/list.island.tsx'),
  source('modules/a/index.ts', 'modules/a/other.island.tsx'),
  source(layout, 'modules/a/bubble.island.tsx'),
  source('web/pages/visitors.page.tsx', 'modules/a/list.island.tsx', 'modules/a/chat.island.tsx'),
  source('web/pages/quiz.page.tsx', ...kinds),
  source('web/pages/still.page.tsx', 'modules/a/chat.island.tsx'),
  { ...source('modules/a/chat.island.tsx'), text: "island('a/chat', { when: 'press' }, Chat)" },
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
  chunk('chat.js', 1_000_000, 'modules/a/chat.island.tsx'),
  chunk('order.js', 40, kinds[0]!),
  chunk('spot.js', 50, kinds[1]!),
  chunk('other.js', 1_000_000, 'modules/a/other.island.tsx'),
]

const other = 'web/pages/visitors.page.tsx'
const islands = ['modules/a/bubble.island.tsx', 'modules/a/list.island.tsx']

test('a page weighs the entry and the islands of its parts, each file once, without those that wait', () => {
  expect(pageScripts(sources, chunks(30))).toEqual([
    { path: page, audience: 'staff', islands, bytes: 10 + 100 + 30 + 20 + 5 },
    { path: other, audience: 'others', islands: ['modules/a/list.island.tsx'], bytes: 10 + 100 + 30 + 5 },
    { path: 'web/pages/quiz.page.tsx', audience: 'others', islands: [kinds[1]], bytes: 10 + 100 + 50 },
    { path: 'web/pages/still.page.tsx', audience: 'others', islands: [], bytes: 0 },
  ])
})

test('reports a page over the budget of its audience with its islands', () => {
  const { staff, others } = scriptBudgets
  expect(checkScripts(sources, chunks(others - 115))).toEqual([])
  expect(checkScripts(sources, chunks(others - 114))).toEqual([
    `${other} loads ${others + 1} bytes of script, more than ${others}: modules/a/list.island.tsx`,
  ])
  expect(checkScripts(sources, chunks(staff - 134))).toContainEqual(
    `${page} loads ${staff + 1} bytes of script, more than ${staff}: ${islands.join(', ')}`,
  )
})
