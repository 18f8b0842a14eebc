import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import { emptyQuestion, excerpt, type ParsedFile, type ParsedQuestion, problem, type Remark } from './parsed.ts'
import { fileNotes, isTruth, markOptions, textReader, titlesOf, unreadNotes } from './qti.ts'
import { childrenOf, type Element, findAll, findFirst, pictureOf, type Replace, readText, unreadTexts } from './xml.ts'

/** Elements whose values are for programs. */
const technical: ReadonlySet<string> = new Set(['itemmetadata', 'qtimetadata', 'resprocessing', 'outcomes_processing'])
const groups: ReadonlySet<string> = new Set([
  'itemfeedback',
  'itemrubric',
  'rubric',
  'assessfeedback',
  'sectionfeedback',
])

/** Canvas question types that the structure of their answers does not fully describe. */
const otherKinds: ReadonlySet<string> = new Set([
  'numerical_question',
  'calculated_question',
  'fill_in_multiple_blanks_question',
  'multiple_dropdowns_question',
  'file_upload_question',
])

/** Questions of QTI 1.2, as written by Canvas and other learning systems: every item of a file. */
export function parseQti12(root: Element): ParsedFile {
  const questions = findAll(root, 'item').map(parseItem)
  const outsideTexts = unreadTexts(root, { technical: new Set([...technical, 'item']), groups })
  const titles = findAll(root, 'assessment', 'section').flatMap(titlesOf)
  return { questions, notes: [...titles, ...outsideTexts.flatMap(fileNotes)] }
}

type Read = (element: Element) => string
type Response = { element: Element; ident: string; labels: Element[] }

function parseItem(item: Element): ParsedQuestion {
  const { keep, notes } = textReader()
  const read: Read = (element) => keep(textOf(element, (remark) => notes.set(JSON.stringify(remark), remark)))
  const answers = readItem(item, read)
  const unread = unreadTexts(item, { technical, groups }).flatMap(unreadNotes)
  const reference = item.attributes.title?.trim()
  const referenceField = reference && reference !== answers.title ? { reference } : {}
  return {
    ...emptyQuestion(item.line, ''),
    ...referenceField,
    ...answers,
    notes: [...notes.values(), ...(answers.notes ?? []), ...unread],
  }
}

const responses: ReadonlySet<string> = new Set([
  'response_lid',
  'response_str',
  'response_num',
  'response_xy',
  'response_grp',
])

/** The text of `material` elements, each HTML or plain. */
function textOf(element: Element, add: (remark: Remark) => void) {
  const replace: Replace = (child) => {
    if (responses.has(child.name)) return null
    if (child.name === 'matimage') {
      child.read = true
      add(pictureOf(child))
      return ''
    }
    return undefined
  }
  const isPlain = findAll(element, 'mattext').some(({ attributes }) => attributes.texttype === 'text/plain')
  return readText(element, { replace, escaped: !isPlain, plain: isPlain })
}

type Answers = Pick<ParsedQuestion, 'title' | 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>

function readItem(item: Element, read: Read): Answers {
  const presentation = findFirst(item, 'presentation')
  const title = presentation ? read(presentation) : ''
  const all = presentation ? responsesOf(presentation) : []
  const kind = kindOf(item)
  const refuse = (fault: Remark): Answers => ({ title, lk_question_type_id: null, options: [], problems: [fault] })
  const [response] = all
  if (otherKinds.has(kind)) return refuse(problem('otherKindNamed', { name: kind }))
  if (!response) return refuse(problem('noAnswers'))
  if (all.length > 1) {
    return kind === 'matching_question' ? { title, ...matching(item, all, read) } : refuse(problem('severalParts'))
  }
  const { right, isPartial } = rightValues(item, response.ident)
  const notes = isPartial ? [problem('partialCredit')] : []
  if (response.element.name === 'response_lid' && response.labels.length > 0) {
    const isMultiple = response.element.attributes.rcardinality?.toLowerCase() === 'multiple'
    const choice = markOptions(response.labels, right, read, ({ attributes }) => attributes.ident ?? '')
    const type = isMultiple
      ? questionType.multiple_choice
      : isTruth(choice.options)
        ? questionType.true_or_false
        : questionType.single_choice
    return { title, lk_question_type_id: type, ...choice, notes }
  }
  if (response.element.name !== 'response_str')
    return refuse(problem('otherKindNamed', { name: response.element.name }))
  const sample = right.join(' / ') || undefined
  const type = kind === 'essay_question' || right.length === 0 ? questionType.long_answer : questionType.short_answer
  return { title, lk_question_type_id: type, options: [], sample, notes }
}

function responsesOf(presentation: Element): Response[] {
  const all: Response[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (responses.has(child.name) && child.name !== 'response_grp') {
        all.push({ element: child, ident: child.attributes.ident ?? '', labels: findAll(child, 'response_label') })
      } else visit(child)
    }
  }
  visit(presentation)
  return all
}

/** The question type as named by Canvas; '' if missing. */
function kindOf(item: Element): string {
  const field = findAll(item, 'qtimetadatafield').find(
    (element) => rawText(findFirst(element, 'fieldlabel')) === 'question_type',
  )
  return field ? rawText(findFirst(field, 'fieldentry')) : ''
}

const rawText = (element: Element | undefined): string =>
  (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : child.children.join('')))
    .join('')
    .trim()

/** The scoring values of a response: those that add to the score, and whether some add less. */
function rightValues(item: Element, ident: string): { right: string[]; isPartial: boolean } {
  const correctScores = new Map<string, number>()
  let isNegative = false
  for (const condition of findAll(item, 'respcondition')) {
    const scores = findAll(condition, 'setvar').map((element) => Number(rawText(element)) || 0)
    const score = scores.reduce((best, next) => Math.max(best, next), 0)
    isNegative ||= scores.some((score) => score < 0)
    if (score <= 0) continue
    for (const value of requiredValues(condition)) {
      if (value.attributes.respident === ident)
        correctScores.set(rawText(value), Math.max(score, correctScores.get(rawText(value)) ?? 0))
    }
  }
  const isPartial = isNegative || new Set(correctScores.values()).size > 1
  return { right: [...correctScores.keys()], isPartial }
}

/** The values that a condition requires; excluded ones are wrong. */
function requiredValues(condition: Element): Element[] {
  const all: Element[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      if (typeof child === 'string' || child.name === 'not') continue
      if (child.name === 'varequal') all.push(child)
      else visit(child)
    }
  }
  visit(condition)
  return all
}

/** Each response has the text of one part, and all choices. */
function matching(item: Element, all: readonly Response[], read: Read) {
  if (all.length > 100) {
    return { lk_question_type_id: questionType.matching, options: [], problems: [problem('tooManyOptions')] }
  }
  const texts = new Set<string>()
  const options = all.map(({ element, ident, labels }) => {
    const choices = new Map(labels.map((label) => [label.attributes.ident ?? '', read(label)]))
    for (const text of choices.values()) texts.add(text)
    const prompt = childrenOf(element, 'material').map(read).join(' ')
    const { right } = rightValues(item, ident)
    const id = right.length === 1 ? right[0]! : ''
    return { text: prompt, match: choices.get(id) ?? '' }
  })
  const isBroken = options.some(({ text, match }) => !text || !match)
  const paired = new Set(options.map(({ match }) => match))
  const notes = [...texts].flatMap((text) => (paired.has(text) ? [] : problem('leftChoice', { name: excerpt(text) })))
  return { lk_question_type_id: questionType.matching, options, notes, problems: isBroken ? [problem('badPair')] : [] }
}
