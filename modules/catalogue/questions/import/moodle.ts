import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { collapseSpaces, leftPicture } from './markup.ts'
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
import { fileNotes, textReader, unreadNotes } from './qti.ts'
import { childrenOf, type Element, findAll, readText, unreadTexts } from './xml.ts'

/** Moodle settings; embedded files are reported with their pictures. */
const technical: ReadonlySet<string> = new Set(
  'file defaultgrade penalty hidden idnumber single shuffleanswers answernumbering showstandardinstruction usecase responseformat responserequired responsefieldlines attachments attachmentsrequired minwordlimit maxwordlimit maxbytes filetypeslist shownumcorrect clearwrong coursemodule'.split(
    ' ',
  ),
)
const groups: ReadonlySet<string> = new Set(
  'generalfeedback correctfeedback partiallycorrectfeedback incorrectfeedback feedback hint tags'.split(' '),
)

/** Questions of Moodle XML. */
export function parseMoodle(root: Element): ParsedFile {
  const all = findAll(root, 'question')
  const isCategory = ({ attributes }: Element) => attributes.type === 'category'
  const questions = all.filter((element) => !isCategory(element)).map(parseQuestion)
  const categories = all.filter(isCategory).flatMap(categoryNotes)
  const outsideTexts = unreadTexts(root, { technical: new Set([...technical, 'question']), groups })
  return { questions, notes: [...categories, ...outsideTexts.flatMap(fileNotes)] }
}

function categoryNotes(category: Element): FileNote[] {
  const { line } = category
  const { keep, notes } = textReader()
  const names = childrenOf(category, 'category').map((element) => keep(readText(element)))
  const remarks = [problem('leftCategory', { name: excerpt(names.join(' ')) }), ...notes.values()]
  const unread = unreadTexts(category, { technical, groups }).flatMap(fileNotes)
  return [...remarks.map((note) => ({ line, ...note })), ...unread]
}

type Read = (element: Element | undefined) => string

function parseQuestion(question: Element): ParsedQuestion {
  const { keep, notes } = textReader()
  const read: Read = (element) => (element ? keep(readFormatted(element)) : '')
  const title = read(childrenOf(question, 'questiontext')[0])
  const answers = answersOf(question, read)
  const reference = read(childrenOf(question, 'name')[0])
  const unread = unreadTexts(question, { technical, groups }).flatMap(unreadNotes)
  const remarks = [...notes.values(), ...(answers.notes ?? []), ...unread]
  const files = findAll(question, 'file').flatMap(({ attributes }): Remark[] => {
    const name = attributes.name ?? ''
    const isNamed = remarks.some(({ params }) => params.name === name || params.name === encodeURIComponent(name))
    return isNamed ? [] : [leftPicture(name, '')]
  })
  return {
    ...emptyQuestion(question.line, title),
    ...(reference && reference !== title ? { reference } : {}),
    ...answers,
    notes: [...remarks, ...files],
  }
}

/** The `text` of an element in its declared format. */
function readFormatted(element: Element) {
  for (const file of findAll(element, 'file')) file.read = true
  const texts = childrenOf(element, 'text')
  const isPlain = element.attributes.format === 'plain_text'
  const parts = texts.map((text) => readText(text, { escaped: !isPlain, plain: isPlain }))
  return { text: collapseSpaces(parts.map(({ text }) => text).join(' ')), notes: parts.flatMap(({ notes }) => notes) }
}

type Answers = Pick<ParsedQuestion, 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>
type Answer = { text: string; fraction: number }

function answersOf(question: Element, read: Read): Answers {
  const kind = question.attributes.type ?? ''
  const rows = childrenOf(question, 'answer')
  if (rows.length > maxOptions) return refuse('tooManyOptions')
  const answers = () =>
    rows.map((row): Answer => ({ text: read(row), fraction: Number(row.attributes.fraction ?? 0) || 0 }))
  switch (kind) {
    case 'multichoice': {
      const isSingle = childrenOf(question, 'single').every(
        (element) => !/^\s*(?:false|0)\s*$/.test(String(element.children)),
      )
      return choice(answers(), isSingle)
    }
    case 'truefalse': {
      const options = answers().map(({ text, fraction }) => ({ text: capitalizeTruth(text), correct: fraction > 0 }))
      return { lk_question_type_id: questionType.true_or_false, options }
    }
    case 'shortanswer': {
      const all = answers()
      const remarks = all
        .filter(({ fraction }) => fraction <= 0)
        .map(({ text }) => problem('leftWrong', { name: excerpt(text) }))
      const correctAnswers = all.filter(({ fraction }) => fraction > 0)
      const sample = correctAnswers.map(({ text }) => text).join(' / ') || undefined
      return {
        lk_question_type_id: questionType.short_answer,
        options: [],
        sample,
        notes: [...remarks, ...partialCreditNotes(correctAnswers)],
      }
    }
    case 'essay': {
      const sample = childrenOf(question, 'graderinfo').map(read).join('\n') || undefined
      const template = childrenOf(question, 'responsetemplate').map(read).filter(Boolean)
      // A Moodle essay has an empty answer.
      const unread = answers().flatMap(({ text }) => (text ? problem('leftText', { name: excerpt(text) }) : []))
      const notes = [...template.map((text) => problem('leftTemplate', { name: excerpt(text) })), ...unread]
      return { lk_question_type_id: questionType.long_answer, options: [], sample, notes }
    }
    case 'matching':
      return matching(childrenOf(question, 'subquestion'), read)
    case 'description':
      return refuse('noAnswers')
    default:
      return refuse('otherKindNamed', { name: excerpt(kind) || '?' })
  }
}

const refuse = (key: Parameters<typeof problem>[0], params: Remark['params'] = {}): Answers => ({
  lk_question_type_id: null,
  options: [],
  problems: [problem(key, params)],
})

const capitalizeTruth = (word: string): string =>
  /^(?:true|false)$/i.test(word) ? word[0]!.toUpperCase() + word.slice(1).toLowerCase() : word

const partialCreditNotes = (answers: readonly Answer[]): Remark[] => {
  const shares = new Set(answers.filter(({ fraction }) => fraction > 0).map(({ fraction }) => fraction))
  const isPartial = shares.size > 1 || answers.some(({ fraction }) => fraction < 0)
  return isPartial ? [problem('partialCredit')] : []
}

/** The best answer of a single choice is right; of several, all with a positive score. */
function choice(answers: readonly Answer[], isSingle: boolean): Answers {
  const best = Math.max(0, ...answers.map(({ fraction }) => fraction))
  return {
    lk_question_type_id: isSingle ? questionType.single_choice : questionType.multiple_choice,
    options: answers.map(({ text, fraction }) => ({
      text,
      correct: fraction > 0 && (!isSingle || fraction === best),
    })),
    notes: partialCreditNotes(answers),
  }
}

function matching(parts: readonly Element[], read: Read): Answers {
  if (parts.length > maxOptions) return refuse('tooManyOptions')
  const notes: Remark[] = []
  const options = parts.flatMap((part) => {
    const [text, match] = [read(part), read(childrenOf(part, 'answer')[0])]
    if (text || !match) return { text, match }
    notes.push(problem('leftChoice', { name: excerpt(match) }))
    return []
  })
  const isBroken = options.some(({ text, match }) => !text || !match)
  return { lk_question_type_id: questionType.matching, options, notes, problems: isBroken ? [problem('badPair')] : [] }
}
