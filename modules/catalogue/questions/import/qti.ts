import { questionType } from '#modules/catalogue/questions/question-types.shared.ts'
import type { Markup } from './markup.ts'
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
import {
  childrenOf,
  type Element,
  findAll,
  findFirst,
  type Replace,
  readText,
  type Unread,
  unreadTexts,
} from './xml.ts'

const interactions = [
  'choiceInteraction',
  'orderInteraction',
  'matchInteraction',
  'inlineChoiceInteraction',
  'textEntryInteraction',
  'extendedTextInteraction',
] as const
type Interaction = (typeof interactions)[number]
/** A gap to fill in within a sentence. */
const inlineInteractions: ReadonlySet<string> = new Set(['inlineChoiceInteraction', 'textEntryInteraction'])
/** Texts shown before or after, or only to staff: they are reported and not imported. */
const asideNames: ReadonlySet<string> = new Set(['feedbackBlock', 'feedbackInline', 'modalFeedback', 'rubricBlock'])
/** Elements whose values are for programs. */
const technical: ReadonlySet<string> = new Set([
  'responseProcessing',
  'outcomeDeclaration',
  'templateDeclaration',
  'templateProcessing',
  'outcomeProcessing',
  'stylesheet',
])

/** Questions of QTI 2: every assessmentItem of a file, each with one interaction. */
export function parseQti(root: Element): ParsedFile {
  const questions = findAll(root, 'assessmentItem').map(parseItem)
  const outsideTexts = unreadTexts(root, { technical: new Set([...technical, 'assessmentItem']), groups: asideNames })
  const titles = findAll(root, 'assessmentTest', 'assessmentSection').flatMap(titlesOf)
  return { questions, notes: [...titles, ...outsideTexts.flatMap(fileNotes)] }
}

/** The titles of a test and its parts. */
export function titlesOf(element: Element): FileNote[] {
  const { line, attributes } = element
  const titleProblems = attributes.title ? [{ line, ...problem('leftText', { name: excerpt(attributes.title) }) }] : []
  return [...titleProblems, ...findAll(element, 'assessmentSection', 'section').flatMap(titlesOf)]
}

/** Sentences for parts of a question or file that are not imported. */
export function unreadNotes({ name, text, notes }: Unread): Remark[] {
  const key = /feedback/i.test(name) ? 'leftFeedback' : /rubric/i.test(name) ? 'leftRubric' : 'leftText'
  return [...(text ? [problem(key, { name: excerpt(text) })] : []), ...notes]
}

export const fileNotes = (unread: Unread): FileNote[] =>
  unreadNotes(unread).map((note) => ({ line: unread.line, ...note }))

/** Reads the texts of one question, and collects the unreadable parts. */
export function textReader() {
  const notes = new Map<string, Remark>()
  const keep = ({ text, notes: remarks }: Markup): string => {
    for (const remark of remarks) notes.set(JSON.stringify(remark), remark)
    return text
  }
  return { keep, notes }
}

type Read = (element: Element, replace?: Replace) => string

function parseItem(item: Element): ParsedQuestion {
  const { keep, notes } = textReader()
  const read: Read = (element, replace) => keep(readText(element, { replace: replace ?? leaveAside }))
  const answers = readItem(item, read)
  const unread = unreadTexts(item, { technical, groups: asideNames }).flatMap(unreadNotes)
  const reference = item.attributes.title?.trim()
  const referenceField = reference && reference !== answers.title ? { reference } : {}
  return {
    ...emptyQuestion(item.line, ''),
    ...referenceField,
    ...answers,
    notes: [...notes.values(), ...(answers.notes ?? []), ...unread],
  }
}

const leaveAside: Replace = ({ name, attributes }) => {
  if (name === 'rubricBlock' && /(?:^|\s)candidate(?:\s|$)/.test(attributes.view ?? '')) return undefined
  return asideNames.has(name) ? null : undefined
}

type Answers = Pick<ParsedQuestion, 'title' | 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>

function readItem(item: Element, read: Read): Answers {
  const body = findFirst(item, 'itemBody')
  const all = body ? interactionsOf(body) : []
  const [interaction] = all
  const title = body ? read(body, titleOf) : ''
  // Prompts have their own place in the text.
  const prompts = all.map((element) => childrenOf(element, 'prompt').map((prompt) => read(prompt)))
  const text = [title, ...prompts.flat()].filter(Boolean).join(' ')
  const refuse = (fault: Remark): Answers => ({
    title: text,
    lk_question_type_id: null,
    options: [],
    problems: [fault],
  })
  if (!interaction) return refuse(problem('noAnswers'))
  if (!(interactions as readonly string[]).includes(interaction.name) || findFirst(item, 'templateDeclaration')) {
    return refuse(problem('otherKindNamed', { name: interaction.name }))
  }
  if (all.length > 1) return refuse(problem('severalParts'))
  const declaration = findAll(item, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === interaction.attributes.responseIdentifier,
  )
  return { title: text, ...answersOf(interaction, declaration, read) }
}

const interactionsOf = (body: Element): Element[] => {
  const all: Element[] = []
  const visit = (element: Element) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.name.endsWith('Interaction')) all.push(child)
      else visit(child)
    }
  }
  visit(body)
  return all
}

/** Reads an interaction within a sentence as a gap; others are below the text and are read separately. */
const titleOf: Replace = (element) => {
  if (inlineInteractions.has(element.name)) return ' _____ '
  return element.name.endsWith('Interaction') ? null : leaveAside(element)
}

function answersOf(
  interaction: Element,
  declaration: Element | undefined,
  read: Read,
): Pick<ParsedQuestion, 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion> {
  const correct = declaration && findFirst(declaration, 'correctResponse')
  const correctAnswers = correct ? findAll(correct, 'value').map((value) => read(value)) : []
  const mapped = declaration ? findAll(declaration, 'mapEntry') : []
  const partial = isPartial(mapped) ? [problem('partialCredit')] : []
  switch (interaction.name as Interaction) {
    case 'choiceInteraction': {
      const isMultiple =
        declaration?.attributes.cardinality === 'multiple' || (interaction.attributes.maxChoices ?? '1') !== '1'
      const choice = markOptions(childrenOf(interaction, 'simpleChoice'), correctAnswers, read)
      const type = isMultiple
        ? questionType.multiple_choice
        : isTruth(choice.options)
          ? questionType.true_or_false
          : questionType.single_choice
      return { lk_question_type_id: type, ...choice, notes: partial }
    }
    case 'inlineChoiceInteraction':
      return {
        lk_question_type_id: questionType.dropdown,
        ...markOptions(childrenOf(interaction, 'inlineChoice'), correctAnswers, read),
      }
    case 'orderInteraction':
      return orderAnswers(childrenOf(interaction, 'simpleChoice'), correctAnswers, read)
    case 'matchInteraction':
      return matchAnswers(interaction, correctAnswers, read)
    case 'textEntryInteraction': {
      const alternatives = mapped.filter(({ attributes }) => Number(attributes.mappedValue) > 0)
      const all = new Set([
        ...correctAnswers,
        ...alternatives.map(({ attributes }) => (attributes.mapKey ?? '').trim()),
      ])
      return { lk_question_type_id: questionType.short_answer, options: [], sample: [...all].join(' / ') || undefined }
    }
    case 'extendedTextInteraction':
      return {
        lk_question_type_id: questionType.long_answer,
        options: [],
        sample: correctAnswers.join('\n') || undefined,
      }
  }
}

/** Whether an answer counts partially, more than another, or negatively. */
function isPartial(entries: readonly Element[]): boolean {
  const values = entries.map(({ attributes }) => Number(attributes.mappedValue))
  return new Set(values.filter((value) => value > 0)).size > 1 || values.some((value) => value < 0)
}

const truths = /^(?:true|false|verdadero|falso)$/i
export const isTruth = (options: ParsedQuestion['options']): boolean =>
  options.length === 2 && options.every(({ text }) => truths.test(text))

const idOf = ({ attributes }: Element) => attributes.identifier ?? ''

/** Options with their marks; a right answer that matches none is a problem. */
export function markOptions(
  choices: readonly Element[],
  correctAnswers: readonly string[],
  read: (element: Element) => string,
  id: (element: Element) => string = idOf,
): Pick<ParsedQuestion, 'options' | 'problems'> {
  if (choices.length > maxOptions) return { options: [], problems: [problem('tooManyOptions')] }
  const rightIds = new Set(correctAnswers)
  const ids = new Set(choices.map(id))
  const unknown = correctAnswers.filter((value) => !ids.has(value))
  return {
    options: choices.map((choice) => ({ text: read(choice), correct: rightIds.has(id(choice)) })),
    problems: unknown.length > 0 ? [problem('rightUnknown', { name: excerpt(unknown.join(', ')) })] : [],
  }
}

function orderAnswers(choices: readonly Element[], correctAnswers: readonly string[], read: Read) {
  const places = new Map(correctAnswers.map((id, index) => [id, index]))
  const isComplete = places.size === choices.length && choices.every((choice) => places.has(idOf(choice)))
  if (!isComplete || choices.length > maxOptions) {
    const fault = isComplete
      ? problem('tooManyOptions')
      : problem('rightUnknown', { name: excerpt(correctAnswers.join(', ')) })
    return { lk_question_type_id: questionType.sort_order, options: [], problems: [fault] }
  }
  const sorted = choices.toSorted((a, b) => places.get(idOf(a))! - places.get(idOf(b))!)
  return { lk_question_type_id: questionType.sort_order, options: sorted.map((element) => ({ text: read(element) })) }
}

function matchAnswers(interaction: Element, correctAnswers: readonly string[], read: Read) {
  const choices = findAll(interaction, 'simpleAssociableChoice')
  const fault = (key: 'tooManyOptions' | 'badPair') => ({
    lk_question_type_id: questionType.matching,
    options: [],
    problems: [problem(key)],
  })
  if (choices.length > 2 * maxOptions) return fault('tooManyOptions')
  const byId = new Map(choices.map((choice) => [idOf(choice), read(choice)]))
  const paired = new Set<string>()
  const options = correctAnswers.map((pair) => {
    const [left = '', other = '', more] = pair.split(' ')
    paired.add(left).add(other)
    return more === undefined ? { text: byId.get(left) ?? '', match: byId.get(other) ?? '' } : { text: '', match: '' }
  })
  if (options.length === 0 || options.some(({ text, match: other }) => !text || !other)) return fault('badPair')
  const unpaired = [...byId].flatMap(([id, text]) =>
    paired.has(id) ? [] : problem('leftChoice', { name: excerpt(text) }),
  )
  return { lk_question_type_id: questionType.matching, options, notes: unpaired }
}
