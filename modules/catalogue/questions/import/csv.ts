import { questionType, questionTypeLookup, questionTypeOf } from '#modules/catalogue/questions/question-types.shared.ts'
import { type CsvRow, readCsv } from '#platform/readers/read-csv.ts'
import {
  emptyQuestion,
  type FileNote,
  maxOptions,
  maxRead,
  type ParsedFile,
  type ParsedQuestion,
  problem,
  type Remark,
  short,
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
const yes = new Set(['true', 'verdadero'])
const no = new Set(['false', 'falso'])

/** An option with its column number, which Correct may refer to. */
type Option = { text: string; place: number }
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
  unread: Remark[]
}

/** Questions of a CSV file with a line of headings, in English or Spanish. */
export function parseCsv(text: string): ParsedFile {
  const [head, ...rest] = rowsOf(text)
  const names = head?.cells.map((cell) => cell.slice(0, 100).toLowerCase()) ?? []
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
  const rows = rest.map(({ line, cells }): Row => {
    const cell = (name: string) => cells[columns[name]!] ?? ''
    return {
      line,
      type: cell('type'),
      title: cell('title'),
      correct: cell('correct'),
      reference: cell('reference'),
      hint: cell('hint'),
      options: [...places].flatMap(([index, place]) => (cells[index] ? { text: cells[index], place } : [])),
      extra: cells.slice(names.length).filter((cell) => cell !== ''),
      unread: cells.flatMap((cell, index) =>
        cell && index < names.length && !usedColumns.has(index)
          ? problem('leftCell', { column: short(head!.cells[index]!), name: short(cell) })
          : [],
      ),
    }
  })
  const notes = (head?.cells ?? []).flatMap((name, index): FileNote[] => {
    const isEmpty = !name && !rest.some(({ cells }) => cells[index])
    return usedColumns.has(index) || isEmpty
      ? []
      : [{ line: head!.line, ...problem('leftColumn', { name: short(name) }) }]
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
    return readCsv(text, { maxRows: 2 * maxRead, trim: true })
  } catch {
    throw new UnreadableFile('openQuote')
  }
}

function parseRow(row: Row, ways: Ways): ParsedQuestion {
  const type = typeOf(row)
  const question: ParsedQuestion = {
    ...emptyQuestion(row.line, row.title),
    lk_question_type_id: type,
    options: row.options.map(({ text }) => ({ text })),
    reference: row.reference || undefined,
    hint: row.hint || undefined,
  }
  const faults = [
    ...(type === null ? [problem('unknownType', { name: short(row.type) })] : []),
    ...(type !== null && !questionTypeOf(type).inFiles
      ? [problem('notInFiles', { name: short(row.type), title: short(row.title) })]
      : []),
    ...(row.extra.length > 0 ? [problem('extraCells', { name: short(row.extra.join(', ')) })] : []),
    ...(row.options.length > maxOptions ? [problem('tooManyOptions')] : []),
  ]
  if (type === null || faults.length > 0) return { ...question, problems: faults }
  const answers = answersOf(type, row, ways)
  return { ...question, ...answers, notes: [...(answers.notes ?? []), ...row.unread] }
}

const typeOf = ({ type }: Row): number | null =>
  typeNames.get(type.toLowerCase()) ?? (Object.hasOwn(questionTypeLookup, type) ? Number(type) : null)

function answersOf(type: number, row: Row, ways: Ways): Partial<ParsedQuestion> {
  const { correct, options } = row
  const unused = correct ? [problem('leftCorrect', { name: short(correct) })] : []
  switch (type) {
    case questionType.short_answer:
    case questionType.long_answer: {
      const names = short(options.map(({ text }) => text).join(', '))
      const notes = options.length > 0 ? [problem('leftOptions', { name: names })] : []
      return { options: [], sample: correct || undefined, notes }
    }
    case questionType.sort_order:
      return { notes: unused }
    case questionType.matching:
      return { ...paired(options), notes: unused }
    case questionType.true_or_false:
      return trueOrFalse(options, correct)
    default:
      return marked(row, ways)
  }
}

function paired(options: readonly Option[]): Partial<ParsedQuestion> {
  const pairs = options.map(({ text }) => pairOf(text))
  const isBroken = pairs.some(({ text, match }) => !text || !match)
  return { options: pairs, problems: isBroken ? [problem('badPair')] : [] }
}

/** Both parts of `Stop = Octagon` or `Stop -> Octagon`; an `=` between spaces separates. */
function pairOf(whole: string): { text: string; match: string } {
  for (let at = 0; at < whole.length; at++) {
    const arrow = whole.startsWith('->', at) ? 2 : whole[at] === '→' ? 1 : 0
    const length =
      arrow || (whole[at] === '=' && /\s/.test(whole[at - 1] ?? '') && /\s/.test(whole[at + 1] ?? '') ? 1 : 0)
    if (length > 0) return { text: whole.slice(0, at).trim(), match: whole.slice(at + length).trim() }
  }
  return { text: whole, match: '' }
}

function trueOrFalse(listedOptions: readonly Option[], correct: string): Partial<ParsedQuestion> {
  const options =
    listedOptions.length > 0 ? listedOptions : ['True', 'False'].map((text, at): Option => ({ text, place: at + 1 }))
  const right = truthAt(options, correct.toLowerCase())
  return {
    options: options.map(({ text }, index) => ({ text, correct: index === right })),
    problems: right === -1 ? [problem('badCorrect', { name: short(correct) })] : [],
  }
}

/** The option in Correct: by its text, by the word in the other language, or by its number or letter. */
function truthAt(options: readonly Option[], word: string): number {
  const texts = options.map(({ text }) => text.toLowerCase())
  const exact = texts.indexOf(word)
  if (exact >= 0) return exact
  const words = [yes, no].find((set) => set.has(word))
  if (!words) return placeAt(options, word)
  const correctAt = texts.findIndex((text) => words.has(text))
  return correctAt >= 0 || texts.some((text) => yes.has(text) || no.has(text)) ? correctAt : words === yes ? 0 : 1
}

/** The index of the option with this number or letter, or -1. */
function placeAt(options: readonly Option[], part: string): number {
  const place = /^\d{1,2}$/.test(part)
    ? Number(part)
    : /^[a-z]$/i.test(part)
      ? part.toLowerCase().charCodeAt(0) - 96
      : 0
  return options.findIndex((option) => option.place === place)
}

type Reading = { byPlace: number[] | null; byText: number[] | null; parts: string[] }

/**
 * Both readings of Correct, as numbers and letters of options or as their texts; null for a reading that does not fit.
 */
function readingsOf({ options, correct }: Row): Reading {
  const texts = new Map(options.map(({ text }, index) => [text.toLowerCase(), index]))
  const parts = correct
    .split(/[;|,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const whole = texts.get(correct.toLowerCase())
  const fitting = (indexes: number[]) => (indexes.length > 0 && indexes.every((index) => index >= 0) ? indexes : null)
  return {
    parts,
    byPlace: fitting(parts.map((part) => placeAt(options, part))),
    byText: whole === undefined ? fitting(parts.map((part) => texts.get(part.toLowerCase()) ?? -1)) : [whole],
  }
}

/** Whether some rows of the file can only be read by position, or only by text. */
type Ways = { byPlace: boolean; byText: boolean }

const byMarks: ReadonlySet<number | null> = new Set([
  questionType.single_choice,
  questionType.multiple_choice,
  questionType.dropdown,
])

function neededReadings(rows: readonly Row[]): Ways {
  const ways = { byPlace: false, byText: false }
  for (const row of rows) {
    if (!byMarks.has(typeOf(row)) || row.options.length > maxOptions) continue
    const { byPlace, byText } = readingsOf(row)
    if (byPlace && !byText) ways.byPlace = true
    if (byText && !byPlace) ways.byText = true
  }
  return ways
}

/** Right options by number (1;3), letter (A;C) or text. A cell that fits two options is reported. */
function marked(row: Row, ways: Ways): Partial<ParsedQuestion> {
  const { options } = row
  const reading = readingsOf(row)
  const { byPlace, byText, parts } = reading
  const problems: Remark[] = []
  if (parts.length > maxOptions) return { problems: [problem('badCorrect', { name: short(row.correct) })] }
  let right = byPlace ?? byText
  if (byPlace && byText && String(byPlace) !== String(byText)) {
    if (ways.byPlace === ways.byText) problems.push(ambiguous(row, reading))
    else right = ways.byPlace ? byPlace : byText
  }
  right ??= parts.flatMap((part) => {
    const textIndex = options.findIndex(({ text }) => text.toLowerCase() === part.toLowerCase())
    const index = textIndex >= 0 ? textIndex : placeAt(options, part)
    if (index === -1) problems.push(problem('badCorrect', { name: short(part) }))
    return index === -1 ? [] : index
  })
  const set = new Set(right)
  return { options: options.map(({ text }, index) => ({ text, correct: set.has(index) })), problems }
}

/** Names both options, and how to write each unambiguously. */
function ambiguous({ options, correct }: Row, { byPlace, byText }: Reading): Remark {
  const textsAt = (indexes: readonly number[]) => short(indexes.map((index) => options[index]!.text).join('; '))
  const isNumber = /\d/.test(correct)
  const unambiguous = (indexes: readonly number[]) =>
    indexes
      .map((index) => (isNumber ? String.fromCharCode(64 + options[index]!.place) : options[index]!.place))
      .join(';')
  return problem('ambiguousCorrect', {
    name: short(correct),
    place: textsAt(byPlace!),
    same: textsAt(byText!),
    placeWay: unambiguous(byPlace!),
    sameWay: unambiguous(byText!),
  })
}
