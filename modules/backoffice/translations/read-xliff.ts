import { SaxesParser } from 'saxes'
import type { FileLine } from './file-line.ts'
import { namespace } from './xliff.ts'

/** The allowed depth: a unit is at the fourth or fifth level, and the parser checks all open elements for each name. */
const deepest = 50

const states: Readonly<Record<string, string>> = { final: 'approved', reviewed: 'approved', translated: 'review' }

/** Parses XLIFF 2 by its units, whose names are the keys. Null if it is not XLIFF, or declares its own entities. */
export function readXliff(content: string): FileLine[] | null {
  const lines: FileLine[] = []
  let line: FileLine | null = null
  let element: 'english' | 'translation' | null = null
  let isXliff = false
  let isWrong = false
  let depth = 0
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    isWrong = true
  })
  parser.on('error', () => {
    isWrong = true
  })
  parser.on('opentagstart', () => {
    depth += 1
    if (depth > deepest) throw new RangeError('the file is nested too deeply')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (uri !== namespace) return
    const attribute = (name: string) => attributes[name]?.value ?? ''
    if (local === 'xliff') isXliff = attribute('version').startsWith('2.')
    if (local === 'unit') line = { key: attribute('name'), english: '', translation: '', state: 'untranslated' }
    if (local === 'segment' && line) line.state = states[attribute('state')] ?? 'untranslated'
    if (local === 'source') element = 'english'
    if (local === 'target') element = 'translation'
    // A program that protects a placeholder states what it stands for.
    if (local === 'ph' && element && line) line[element] += attribute('equiv') || attribute('disp')
  })
  parser.on('text', (text) => {
    if (element && line) line[element] += text
  })
  parser.on('cdata', (text) => {
    if (element && line) line[element] += text
  })
  parser.on('closetag', ({ uri, local }) => {
    depth -= 1
    if (uri !== namespace) return
    if (local === 'source' || local === 'target') element = null
    if (local !== 'unit' || !line) return
    if (line.key === '') isWrong = true
    lines.push(line)
    line = null
  })
  try {
    parser.write(content).close()
  } catch {
    return null
  }
  return isXliff && !isWrong ? lines : null
}
