import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const folders = ['docs', 'modules', 'platform', 'web', 'jobs', 'tests', 'bench', 'migrations']
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  ),
]

/** The commands that a page asks its reader to type. */
const commands = pages.flatMap((path) =>
  [...textOf(path).matchAll(/`([^`\n]+)`|^ {4}(\S.*)$/gm)].map(([, code, block]) => ({ path, text: (code ?? block)! })),
)

it("no page runs TypeScript with the machine's Node, which may be too old", () => {
  const invalidInput = commands.filter(({ text }) => /^(?:\w+=\S+ )*node \S+\.ts\b/.test(text))
  expect(invalidInput).toEqual([])
})

it('every make target and npm script named by a page exists', () => {
  const targets = /^\.PHONY: (.*)$/m.exec(textOf('Makefile'))![1]!.split(' ')
  const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
  const unknown = commands.filter(({ text }) => {
    const [, tool, name] =
      /^(?:\w+=\S+ )*(make|npm run)(?: -s)? ([a-z-]+)$/.exec(text.replace(/ (?:-- .*|\w+=.*)$/, '')) ?? []
    return tool === 'make' ? !targets.includes(name!) : tool !== undefined && !scripts.includes(name!)
  })
  expect(unknown).toEqual([])
  expect(commands.filter(({ text }) => /^(?:make|npm run) /.test(text)).length).toBeGreaterThan(30)
})
