import { questionType, questionTypeLookup, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { type CsvRow, readCsv } from '#platform/readers/read-csv.ts'
import {
  emptyQuestion,
  excerpt,
  type FileNote,
  maxOptions,
  maxQuestionsRead,
  type ParsedFile,
  type ParsedQuestion,
  problem,
  type Remark,
  UnreadableFile,
} from './parsed.ts'

const headings: Readonly<Record<string, RegExp>> = {
  type: /^(type|tipo)$/,
  title: /^(question|pregunta)$/,
  correct: /^(correct|correcta)$/,
  reference: /^(reference|source|fuente)$/,
  hint: /^(hint|pista)$/,
}
const optionHeading = /^(?:option|opción|opcion) ?(\d{1,2})$/

const typeNames = new Map(
  Object.entries(questionTypeLookup).flatMap(([id, words]) => words.map((word) => [word.toLowerCase(), Number(id)])),
)
const trueWords = new Set(['true', 'verdadero'])
const falseWords = new Set(['false', 'falso'])

/** An option with its column number, which Correct may refer to. */
type Option = { text: string; number: number }
type Row = {
  line: number
  type: string
  title: string
  correct: string
  reference: string
  hint: string
  options: Option[]
  extra: string[]
  /** Cells of ignored columns. */
  unreadCells: Remark[]
}

/** Questions of a CSV file with a line of headings, in English or Spanish. */
export function parseCsv(text: string): ParsedFile {
  const [header, ...bodyRows] = rowsOf(text)
  const names = header?.cells.map((cell) => cell.slice(0, 100).toLowerCase()) ?? []
  const columns = Object.fromEntries(
    Object.entries(headings).map(([name, heading]) => [name, names.findIndex((cell) => heading.test(cell))]),
  )
  if (columns.type === -1 || columns.title === -1) throw new UnreadableFile('headings')
  const places = new Map<number, number>()
  names.forEach((name, index) => {
    const place = Number(optionHeading.exec(name)?.[1] ?? 0)
    if (place > 0 && ![...places.values()].includes(place)) places.set(index, place)
  })
  const usedColumns = new Set([...Object.values(columns), ...places.keys()])
  const rows = bodyRows.map(({ line, cells }): Row => {
    const cell = (name: string) => cells[columns[name]!] ?? ''
    return {
      line,
      type: cell('type'),
      title: cell('title'),
      correct: cell('correct'),
      reference: cell('reference'),
      hint: cell('hint'),
      options: [...places].flatMap(([index, place]) => (cells[index] ? { text: cells[index], number: place } : [])),
      extra: cells.slice(names.length).filter((cell) => cell !== ''),
      unreadCells: cells.flatMap((cell, index) =>
        cell && index < names.length && !usedColumns.has(index)
          ? problem('leftCell', { column: excerpt(header!.cells[index]!), name: excerpt(cell) })
          : [],
      ),
    }
  })
  const notes = (header?.cells ?? []).flatMap((name, index): FileNote[] => {
    const isEmpty = !name && !bodyRows.some(({ cells }) => cells[index])
    return usedColumns.has(index) || isEmpty
      ? []
      : [{ line: header!.line, ...problem('leftColumn', { name: excerpt(name) }) }]
  })
  const ways = neededReadings(rows)
  return { questions: rows.map((row) => parseRow(row, ways)), notes }
}

/**
 * A file with more columns than the product knows is not a question file, and with this many rows it would take
 * unlimited time.
 */
const maxColumns = 200

/** The non-empty rows; up to twice the maximum number of questions, for lines in between. */
function rowsOf(text: string): CsvRow[] {
  const rows = readRows(text)
  if (rows.some(({ cells }) => cells.length > maxColumns)) throw new UnreadableFile('tooManyColumns')
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
}

function readRows(text: string): CsvRow[] {
  try {
    return readCsv(text, { maxRows: 2 * maxQuestionsRead, trim: true })
  } catch {
    throw new UnreadableFile('openQuote')
  }
}

function parseRow(row: Row, ways: NeededReadings): ParsedQuestion {
  const type = typeOf(row)
  const question: ParsedQuestion = {
    ...emptyQuestion(row.line, row.title),
    lk_question_type_id: type,
    options: row.options.map(({ text }) => ({ text })),
    reference: row.reference || undefined,
    hint: row.hint || undefined,
  }
  const faults = [
    ...(type === null ? [problem('unknownType', { name: excerpt(row.type) })] : []),
    ...(type !== null && !questionTypeOf(type).isInFiles
      ? [problem('notInFiles', { name: excerpt(row.type), title: excerpt(row.title) })]
      : []),
    ...(row.extra.length > 0 ? [problem('extraCells', { name: excerpt(row.extra.join(', ')) })] : []),
    ...(row.options.length > maxOptions ? [problem('tooManyOptions')] : []),
  ]
  if (type === null || faults.length > 0) return { ...question, problems: faults }
  const answers = answersOf(type, row, ways)
  return { ...question, ...answers, notes: [...(answers.notes ?? []), ...row.unreadCells] }
}

const typeOf = ({ type }: Row): number | null =>
  typeNames.get(type.toLowerCase()) ?? (Object.hasOwn(questionTypeLookup, type) ? Number(type) : null)

function answersOf(type: number, row: Row, ways: NeededReadings): Partial<ParsedQuestion> {
  const { correct, options } = row
  const unused = correct ? [problem('leftCorrect', { name: excerpt(correct) })] : []
  switch (type) {
    case questionType.short_answer:
    case questionType.long_answer: {
      const names = excerpt(options.map(({ text }) => text).join(', '))
      const notes = options.length > 0 ? [problem('leftOptions', { name: names })] : []
      return { options: [], sample: correct || undefined, notes }
    }
    case questionType.sort_order:
      return { notes: unused }
    case questionType.matching:
      return { ...readPairs(options), notes: unused }
    case questionType.true_or_false:
      return trueOrFalse(options, correct)
    default:
      return markOptions(row, ways)
  }
}

function readPairs(options: readonly Option[]): Partial<ParsedQuestion> {
  const pairs = options.map(({ text }) => pairOf(text))
  const isBroken = pairs.some(({ text, match }) => !text || !match)
  return { options: pairs, problems: isBroken ? [problem('badPair')] : [] }
}

/** Both parts of `Stop = Octagon` or `Stop -> Octagon`; an `=` between spaces separates. */
function pairOf(source: string): { text: string; match: string } {
  for (let index = 0; index < source.length; index++) {
    const arrow = source.startsWith('->', index) ? 2 : source[index] === '→' ? 1 : 0
    const length =
      arrow ||
      (source[index] === '=' && /\s/.test(source[index - 1] ?? '') && /\s/.test(source[index + 1] ?? '') ? 1 : 0)
    if (length > 0) return { text: source.slice(0, index).trim(), match: source.slice(index + length).trim() }
  }
  return { text: source, match: '' }
}

function trueOrFalse(listedOptions: readonly Option[], correct: string): Partial<ParsedQuestion> {
  const options =
    listedOptions.length > 0
      ? listedOptions
      : ['True', 'False'].map((text, index): Option => ({ text, number: index + 1 }))
  const correctIndex = truthAt(options, correct.toLowerCase())
  return {
    options: options.map(({ text }, index) => ({ text, correct: index === correctIndex })),
    problems: correctIndex === -1 ? [problem('badCorrect', { name: excerpt(correct) })] : [],
  }
}

/** The option in Correct: by its text, by the word in the other language, or by its number or letter. */
function truthAt(options: readonly Option[], word: string): number {
  const texts = options.map(({ text }) => text.toLowerCase())
  const exact = texts.indexOf(word)
  if (exact >= 0) return exact
  const words = [trueWords, falseWords].find((set) => set.has(word))
  if (!words) return findByNumber(options, word)
  const correctAt = texts.findIndex((text) => words.has(text))
  return correctAt >= 0 || texts.some((text) => trueWords.has(text) || falseWords.has(text))
    ? correctAt
    : words === trueWords
      ? 0
      : 1
}

/** The index of the option with this number or letter, or -1. */
function findByNumber(options: readonly Option[], part: string): number {
  const place = /^\d{1,2}$/.test(part)
    ? Number(part)
    : /^[a-z]$/i.test(part)
      ? part.toLowerCase().charCodeAt(0) - 96
      : 0
  return options.findIndex((option) => option.number === place)
}

type CorrectReadings = { byNumber: number[] | null; byText: number[] | null; parts: string[] }

/**
 * Both readings of Correct, as numbers and letters of options or as their texts; null for a reading that does not fit.
 */
function readingsOf({ options, correct }: Row): CorrectReadings {
  const texts = new Map(options.map(({ text }, index) => [text.toLowerCase(), index]))
  const parts = correct
    .split(/[;|,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const exactIndex = texts.get(correct.toLowerCase())
  const ifComplete = (indexes: number[]) =>
    indexes.length > 0 && indexes.every((index) => index >= 0) ? indexes : null
  return {
    parts,
    byNumber: ifComplete(parts.map((part) => findByNumber(options, part))),
    byText:
      exactIndex === undefined ? ifComplete(parts.map((part) => texts.get(part.toLowerCase()) ?? -1)) : [exactIndex],
  }
}

/** Whether some rows of the file can only be read by position, or only by text. */
type NeededReadings = { byNumber: boolean; byText: boolean }

const choiceTypes: ReadonlySet<number | null> = new Set([
  questionType.single_choice,
  questionType.multiple_choice,
  questionType.dropdown,
])

function neededReadings(rows: readonly Row[]): NeededReadings {
  const ways = { byNumber: false, byText: false }
  for (const row of rows) {
    if (!choiceTypes.has(typeOf(row)) || row.options.length > maxOptions) continue
    const { byNumber, byText } = readingsOf(row)
    if (byNumber && !byText) ways.byNumber = true
    if (byText && !byNumber) ways.byText = true
  }
  return ways
}

/** Right options by number (1;3), letter (A;C) or text. A cell that fits two options is reported. */
function markOptions(row: Row, ways: NeededReadings): Partial<ParsedQuestion> {
  const { options } = row
  const reading = readingsOf(row)
  const { byNumber, byText, parts } = reading
  const problems: Remark[] = []
  if (parts.length > maxOptions) return { problems: [problem('badCorrect', { name: excerpt(row.correct) })] }
  let correctAnswers = byNumber ?? byText
  if (byNumber && byText && String(byNumber) !== String(byText)) {
    if (ways.byNumber === ways.byText) problems.push(ambiguityProblem(row, reading))
    else correctAnswers = ways.byNumber ? byNumber : byText
  }
  correctAnswers ??= parts.flatMap((part) => {
    const textIndex = options.findIndex(({ text }) => text.toLowerCase() === part.toLowerCase())
    const index = textIndex >= 0 ? textIndex : findByNumber(options, part)
    if (index === -1) problems.push(problem('badCorrect', { name: excerpt(part) }))
    return index === -1 ? [] : index
  })
  const set = new Set(correctAnswers)
  return { options: options.map(({ text }, index) => ({ text, correct: set.has(index) })), problems }
}

/** Names both options, and how to write each unambiguously. */
function ambiguityProblem({ options, correct }: Row, { byNumber, byText }: CorrectReadings): Remark {
  const textsAt = (indexes: readonly number[]) => excerpt(indexes.map((index) => options[index]!.text).join('; '))
  const isNumber = /\d/.test(correct)
  const unambiguous = (indexes: readonly number[]) =>
    indexes
      .map((index) => (isNumber ? String.fromCharCode(64 + options[index]!.number) : options[index]!.number))
      .join(';')
  return problem('ambiguousCorrect', {
    name: excerpt(correct),
    place: textsAt(byNumber!),
    same: textsAt(byText!),
    placeWay: unambiguous(byNumber!),
    sameWay: unambiguous(byText!),
  })
}
