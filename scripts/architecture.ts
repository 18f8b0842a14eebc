import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { manifests } from '#modules/manifests.ts'
import type { Manifest } from '#platform/module.ts'
import { root } from './run.ts'

const file = resolve(root, 'docs/architecture.md')
const [begin, end] = ['<!-- folders of modules: make gen -->', '<!-- end of folders -->']
const width = 100
const indent = 14

/** `docs/architecture.md` as committed, and as generated from the folders that the modules declare. */
export function renderArchitecture(): { written: string; fresh: string } {
  const current = readFileSync(file, 'utf8')
  const [before, after] = [current.indexOf(begin) + begin.length, current.indexOf(end)]
  if (before < begin.length || after < before) throw new Error(`${file} has no place for the folders of the modules`)
  return {
    written: current,
    fresh: `${current.slice(0, before)}\n\`\`\`\n${drawModules()}\n\`\`\`\n${current.slice(after)}`,
  }
}

export function writeArchitecture(): void {
  const { written, fresh } = renderArchitecture()
  if (fresh !== written) writeFileSync(file, fresh)
}

/** The modules from top to bottom, and each one's folders from bottom to top. */
const drawModules = (): string => byHeight().map(drawModule).join('\n')

/** A module stands above everything that it uses. */
function byHeight(): Manifest[] {
  const heights = new Map<string, number>()
  const heightOf = (name: string): number => {
    const cached = heights.get(name)
    if (cached !== undefined) return cached
    const { uses } = manifests.find((manifest) => manifest.name === name)!
    const height = Math.max(-1, ...uses.map(heightOf)) + 1
    heights.set(name, height)
    return height
  }
  return manifests.toSorted((a, b) => heightOf(b.name) - heightOf(a.name) || (a.name < b.name ? -1 : 1))
}

function drawModule({ name, folders }: Manifest): string {
  const lines = ['']
  for (const folder of folders) {
    const longer = lines.at(-1) ? `${lines.at(-1)} · ${folder}` : folder
    if (indent + longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(folder)
  }
  return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(indent)}${line}`.trimEnd()).join('\n')
}
