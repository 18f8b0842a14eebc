import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { collapseSpaces, type Markup, readMarkup, tagEnd } from './markup.ts'
import {
  emptyQuestion,
  excerpt,
  type FileNote,
  maxOptions,
  type ParsedFile,
  type ParsedQuestion,
  problem,
  type Remark,
} from './parsed.ts'

/**
 * Questions of a GIFT file: single choice, weighted multiple choice, true or false, matching, short answers and essays.
 * Comments are ignored; everything else is read or reported.
 */
export function parseGift(text: string): ParsedFile {
  const notes: FileNote[] = []
  const questions = blocksOf(text, notes).map(({ line, lines }) => parseBlock(line, lines.join('\n')))
  return { questions, notes }
}

type Line = { text: string; number: number; isBlank: boolean; isNamed: boolean; first: Brace; last: Brace }
type Brace = '{' | '}' | null
type Block = { line: number; lines: string[] }

/** Blocks between empty lines, without comments and categories, with their first lines. */
function blocksOf(text: string, notes: FileNote[]): Block[] {
  const lines = linesOf(text, notes)
  const nextSigns = signsAhead(lines)
  const blocks: Block[] = []
  let block: Block | null = null
  let last: Brace = null
  lines.forEach((line, index) => {
    // Answers continue after an empty line only if they are closed before the next question.
    const isContinued = last === '{' && !line.isNamed && (!line.isBlank || nextSigns[index + 1] === '}')
    // A question also starts without an empty line before it if the previous answers are closed.
    const isBlockEnd = line.isBlank || line.isNamed || (last === '}' && line.first === '{')
    if (isBlockEnd && !isContinued) {
      block = null
      last = null
    }
    if (line.isBlank && block === null) return
    if (block === null) {
      block = { line: line.number, lines: [] }
      blocks.push(block)
    }
    block.lines.push(line.text)
    last = line.last ?? last
  })
  return blocks
}

function linesOf(text: string, notes: FileNote[]): Line[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index): Line[] => {
    const trimmed = line.trim()
    if (trimmed.startsWith('//')) return []
    if (trimmed.startsWith('$CATEGORY:')) {
      notes.push({ line: index + 1, ...problem('leftCategory', { name: excerpt(trimmed.slice('$CATEGORY:'.length)) }) })
      return []
    }
    const [isBlank, isNamed] = [trimmed === '', trimmed.startsWith('::')]
    return [{ text: line, number: index + 1, isBlank, isNamed, ...bracesOf(line) }]
  })
}

/** The first and last unescaped brace of a line. */
function bracesOf(line: string): { first: Brace; last: Brace } {
  let first: Brace = null
  let last: Brace = null
  for (let index = 0; index < line.length; index++) {
    const char = line[index]
    if (char === '\\') index++
    else if (char === '{' || char === '}') {
      first ??= char
      last = char
    }
  }
  return { first, last }
}

/** For each line the next special character from there on: a brace, or the start of a question's name. */
function signsAhead(lines: readonly Line[]): (Brace | '::')[] {
  const nextSigns: (Brace | '::')[] = Array(lines.length + 1).fill(null)
  for (let index = lines.length - 1; index >= 0; index--) {
    const { isNamed, first } = lines[index]!
    nextSigns[index] = isNamed ? '::' : (first ?? nextSigns[index + 1]!)
  }
  return nextSigns
}

const escapable = new Set('~=#{}:n')

/** The position of the next unescaped one of these characters, or -1. */
function findSign(text: string, signs: string, from: number, end = text.length): number {
  for (let index = from; index < end; index++) {
    if (text[index] === '\\' && index + 1 < end) index++
    else if (signs.includes(text[index]!)) return index
  }
  return -1
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\s\S])/g, (all, char: string) =>
    char === 'n' ? '\n' : escapable.has(char) || char === '\\' ? char : all,
  )

/** Reads the texts of one question in the question's format. */
type ReadText = (text: string) => string

function parseBlock(line: number, block: string): ParsedQuestion {
  const notes = new Map<string, Remark>()
  const { name, format, from } = headOf(block)
  const read: ReadText = (text) => {
    const plain = unescaped(text)
    const { text: words, notes: remarks }: Markup =
      format === 'plain' ? { text: collapseSpaces(plain), notes: [] } : readMarkup(plain)
    for (const remark of remarks) notes.set(JSON.stringify(remark), remark)
    return words
  }
  const open = findSign(block, '{', from)
  const close = open === -1 ? -1 : findSign(block, '{}', open + 1)
  const question = emptyQuestion(line, read(block.slice(from, open === -1 ? block.length : open)))
  const withNotes = (answers: Partial<ParsedQuestion>): ParsedQuestion => {
    const reference = read(name)
    const combined = { ...question, ...(reference && reference !== question.title ? { reference } : {}), ...answers }
    return { ...combined, notes: [...notes.values(), ...(answers.notes ?? [])] }
  }
  if (open === -1) return withNotes({ problems: [problem('noAnswers')] })
  if (close === -1) return withNotes({ problems: [problem('openBrace')] })
  const after = block.slice(close + 1)
  if (block[close] === '{' || findSign(after, '{}', 0) !== -1) return withNotes({ problems: [problem('innerBrace')] })
  const following = read(after)
  const title = following === '' ? question.title : collapseSpaces(`${question.title} _____ ${following}`)
  return withNotes({ title, ...answersOf(block.slice(open + 1, close), read) })
}

/** A question's name, the format of its texts, and where they start. */
function headOf(block: string): { name: string; format: string; from: number } {
  let from = block.length - block.trimStart().length
  let name = ''
  if (block.startsWith('::', from)) {
    let end = findSign(block, ':', from + 2)
    while (end !== -1 && block[end + 1] !== ':') end = findSign(block, ':', end + 1)
    if (end !== -1) {
      name = block.slice(from + 2, end)
      from = end + 2
    }
  }
  const [all, format = ''] = /^\s*\[(html|moodle|plain|markdown)\]/.exec(block.slice(from, from + 1_000)) ?? ['']
  return { name, format, from: from + all.length }
}

type Answers = Pick<ParsedQuestion, 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>
type Answer = { sign: string; weight: number | null; text: string }

function answersOf(inner: string, read: ReadText): Answers {
  const notes: Remark[] = []
  const addFeedback = (text: string) => {
    const words = read(text)
    if (words) notes.push(problem('leftFeedback', { name: excerpt(words) }))
  }
  const general = generalFeedback(inner)
  if (general !== -1) addFeedback(inner.slice(general + 4))
  const answerText = (general === -1 ? inner : inner.slice(0, general)).trim()
  if (answerText === '') return { lk_question_type_id: questionType.long_answer, options: [], notes }
  const truth = /^(?:T|TRUE|F|FALSE)(?=\s*(?:#|$))/i.exec(answerText)?.[0]
  if (truth) {
    for (const part of splitFeedback(answerText.slice(truth.length)).slice(1)) addFeedback(part)
    return { ...trueOrFalse(truth.toUpperCase().startsWith('T')), notes }
  }
  if (answerText.startsWith('#')) return refuse('otherKindNamed', { name: `{${excerpt(answerText)}}` })
  const places = answerPlaces(answerText)
  const stray = answerText.slice(0, places[0] ?? answerText.length).trim()
  if (stray) return refuse('strayAnswer', { name: excerpt(stray) })
  if (places.length > maxOptions) return refuse('tooManyOptions')
  const answers = places.map((position, index): Answer => {
    const [text = '', ...feedback] = splitFeedback(answerText.slice(position + 1, places[index + 1]))
    for (const part of feedback) addFeedback(part)
    return { sign: answerText[position]!, ...parseWeight(text.trimStart()) }
  })
  return {
    ...answersByKind(answers, read),
    notes: [...notes, ...(isPartial(answers) ? [problem('partialCredit')] : [])],
  }
}

const refuse = (key: Parameters<typeof problem>[0], params: Remark['params'] = {}): Answers => ({
  lk_question_type_id: null,
  options: [],
  problems: [problem(key, params)],
})

function generalFeedback(inner: string): number {
  let index = findSign(inner, '#', 0)
  while (index !== -1 && !inner.startsWith('####', index)) index = findSign(inner, '#', index + 1)
  return index
}

/** The positions of characters that start an answer, except inside a tag. */
function answerPlaces(text: string): number[] {
  const places: number[] = []
  for (let index = findSign(text, '=~<', 0); index !== -1; index = findSign(text, '=~<', index)) {
    if (text[index] !== '<') places.push(index++)
    else index = tagEnd(text, index) ?? index + 1
  }
  return places
}

const reference = /&#(?:\d{1,7}|x[\da-f]{1,6});/iy

/** A text and its feedback; the `#` in `&#8217;` does not start feedback. */
function splitFeedback(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let index = findSign(text, '#', 0); index !== -1; index = findSign(text, '#', index + 1)) {
    reference.lastIndex = index - 1
    if (index > 0 && reference.test(text)) continue
    parts.push(text.slice(from, index))
    from = index + 1
  }
  return [...parts, text.slice(from)]
}

function parseWeight(text: string): Pick<Answer, 'weight' | 'text'> {
  const [all, weight] = /^%(-?\d{1,3}(?:\.\d{1,7})?)%/.exec(text) ?? []
  return all === undefined ? { weight: null, text } : { weight: Number(weight), text: text.slice(all.length) }
}

/** Whether an answer counts partially, more than another, or negatively. */
function isPartial(answers: readonly Answer[]): boolean {
  const weights = answers.flatMap(({ sign, weight }) => weight ?? (sign === '=' ? 100 : 0))
  const shares = new Set(weights.filter((weight) => weight > 0))
  return shares.size > 1 || weights.some((weight) => weight < 0)
}

function answersByKind(answers: readonly Answer[], read: ReadText): Answers {
  if (answers.every(({ sign, text }) => sign === '=' && text.includes('->'))) return matchingPairs(answers, read)
  if (answers.every(({ sign }) => sign === '=')) {
    return {
      lk_question_type_id: questionType.short_answer,
      options: [],
      sample: answers.map(({ text }) => read(text)).join(' / ') || undefined,
    }
  }
  const isMultiple = answers.every(({ sign }) => sign === '~')
  return {
    lk_question_type_id: isMultiple ? questionType.multiple_choice : questionType.single_choice,
    options: answers.map(({ sign, weight, text }) => ({
      text: read(text),
      correct: isMultiple ? (weight ?? 0) > 0 : sign === '=',
    })),
  }
}

const trueOrFalse = (right: boolean): Answers => ({
  lk_question_type_id: questionType.true_or_false,
  options: [
    { text: 'True', correct: right },
    { text: 'False', correct: !right },
  ],
})

function matchingPairs(answers: readonly Answer[], read: ReadText): Answers {
  const options = answers.map(({ text }) => {
    const index = text.indexOf('->')
    return { text: read(text.slice(0, index)), match: read(text.slice(index + 2)) }
  })
  const isBroken = options.some(({ text, match }) => !text || !match)
  return { lk_question_type_id: questionType.matching, options, problems: isBroken ? [problem('badPair')] : [] }
}
