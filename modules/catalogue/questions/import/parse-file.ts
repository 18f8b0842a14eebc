import { textOfFile } from '#platform/readers/text-of-file.ts'
import { parseCsv } from './csv.ts'
import { parseGift } from './gift.ts'
import { parseMoodle } from './moodle.ts'
import { type ParsedFile, UnreadableFile } from './parsed.ts'
import { parseQti } from './qti.ts'
import { parseQti12 } from './qti12.ts'
import { readPackage } from './read-package.ts'
import { type Element, findFirst, isElement, parseXml } from './xml.ts'

export type QuestionFile = { bytes: Uint8Array; file_name: string }

/** The questions of a CSV, GIFT, Moodle XML or QTI file, or of a package of these. Throws UnreadableFile. */
export async function parseFile({ bytes, file_name }: QuestionFile): Promise<ParsedFile> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readPackage(bytes, parseDocument)
  const text = textOfFile(bytes)
  if (text === null) throw new UnreadableFile(bytes.includes(0) ? 'unreadable' : 'encoding')
  if (isXml(text.slice(0, 2_000), file_name)) {
    return requireQuestions(parseDocument(text))
  }
  if (/\.csv$/i.test(file_name)) return parseCsv(text)
  if (text.includes('{')) return parseGift(text)
  throw new UnreadableFile('unreadable')
}

const rootNames = /^\s*<(?:\?xml|!--|!DOCTYPE|(?:[a-z\d]+:)?(?:quiz|questestinterop|qti-assessment|assessment))/i
const isXml = (start: string, file_name: string): boolean =>
  rootNames.test(start) || (/\.xml$/i.test(file_name) && start.trimStart().startsWith('<'))

/** The questions of one XML file, or null for another kind of file; `file` is its name in a package. */
function parseDocument(text: string, file = ''): ParsedFile | null {
  const root = parseXml(text, file)
  if (findFirst(root, 'assessmentItem')) return parseQti(root)
  if (findFirst(root, 'questestinterop')) return parseQti12(root)
  const top = root.children.find(isElement)
  if (top?.name === 'quiz') return parseMoodle(root)
  const name = otherFormatName(top)
  if (name) throw new UnreadableFile('otherFormat', { name })
  return null
}

function otherFormatName(top: Element | undefined): string | null {
  if (top?.name.startsWith('qti-')) return 'QTI 3'
  if (top?.name === 'manifest') return 'imsmanifest.xml'
  return null
}

function requireQuestions(parsed: ParsedFile | null): ParsedFile {
  if (!parsed) throw new UnreadableFile('noQuestions')
  return parsed
}
