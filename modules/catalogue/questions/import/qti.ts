import { type ParsedQuestion, problem, types } from './parsed.ts'
import { type Element, elementsOf, findAll, parseXml, textOf } from './xml.ts'

const interactions = [
  'choiceInteraction',
  'orderInteraction',
  'matchInteraction',
  'inlineChoiceInteraction',
  'textEntryInteraction',
  'extendedTextInteraction',
] as const
type Interaction = (typeof interactions)[number]
/** What is no part of the text of a question. */
const outside: ReadonlySet<string> = new Set([
  ...interactions.filter((name) => name !== 'choiceInteraction'),
  'simpleChoice',
  'simpleAssociableChoice',
  'inlineChoice',
  'feedbackBlock',
  'feedbackInline',
  'modalFeedback',
  'rubricBlock',
])

/** Questions of QTI 2.1: every assessmentItem of a file, each with one interaction. */
export function parseQti(text: string, first = 1): ParsedQuestion[] {
  return findAll(parseXml(text), 'assessmentItem').map((item, index) => parseItem(item, first + index))
}

function parseItem(item: Element, line: number): ParsedQuestion {
  const [body] = findAll(item, 'itemBody')
  const found = body ? elementsOf(body).filter(({ name }) => name.endsWith('Interaction')) : []
  const [interaction] = found
  const question: ParsedQuestion = {
    line,
    title: body ? titleOf(body, interaction) : (item.attributes.title ?? ''),
    lk_question_type_id: null,
    options: [],
    problems: [],
  }
  const ours = interaction && (interactions as readonly string[]).includes(interaction.name)
  if (!ours || found.length > 1) return { ...question, problems: [problem('otherKind')] }
  const right = rightOf(item, interaction.attributes.responseIdentifier ?? '')
  return { ...question, ...answersOf(interaction, right) }
}

function titleOf(body: Element, interaction: Element | undefined): string {
  const whole = textOf(body, outside)
  const prompt = interaction && findAll(interaction, 'prompt')[0]
  // An interaction's prompt is kept even if its contents are left out.
  const asked = prompt && interaction.name !== 'choiceInteraction' ? textOf(prompt) : ''
  return [whole, asked].filter(Boolean).join(' ')
}

function rightOf(item: Element, identifier: string): string[] {
  const declaration = findAll(item, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === identifier,
  )
  const [correct] = declaration ? findAll(declaration, 'correctResponse') : []
  return correct ? findAll(correct, 'value').map((value) => textOf(value)) : []
}

type Answers = Pick<ParsedQuestion, 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>

function answersOf(interaction: Element, right: readonly string[]): Answers {
  switch (interaction.name as Interaction) {
    case 'choiceInteraction':
      return choice(interaction, right)
    case 'inlineChoiceInteraction':
      return { lk_question_type_id: types.dropdown, options: marked(findAll(interaction, 'inlineChoice'), right) }
    case 'orderInteraction':
      return order(findAll(interaction, 'simpleChoice'), right)
    case 'matchInteraction':
      return match(interaction, right)
    case 'textEntryInteraction':
      return { lk_question_type_id: types.short, options: [], sample: right.join(' / ') || undefined }
    case 'extendedTextInteraction':
      return { lk_question_type_id: types.long, options: [], sample: right.join('\n') || undefined }
  }
}

const marked = (choices: readonly Element[], right: readonly string[]) =>
  choices.map((one) => ({
    text: textOf(one, new Set(['feedbackInline'])),
    correct: right.includes(one.attributes.identifier ?? ''),
  }))

const truths = /^(?:true|false|verdadero|falso)$/i

function choice(interaction: Element, right: readonly string[]): Answers {
  const options = marked(findAll(interaction, 'simpleChoice'), right)
  const several = interaction.attributes.maxChoices !== undefined && interaction.attributes.maxChoices !== '1'
  const isTruth = options.length === 2 && options.every(({ text }) => truths.test(text))
  const type = several ? types.multiple : isTruth ? types.trueOrFalse : types.single
  return { lk_question_type_id: type, options }
}

function order(choices: readonly Element[], right: readonly string[]): Answers {
  const sorted = choices.toSorted(
    (a, b) => right.indexOf(a.attributes.identifier ?? '') - right.indexOf(b.attributes.identifier ?? ''),
  )
  const complete = choices.every(({ attributes }) => right.includes(attributes.identifier ?? ''))
  return {
    lk_question_type_id: types.order,
    options: sorted.map((one) => ({ text: textOf(one) })),
    problems: complete ? [] : [problem('otherKind')],
  }
}

function match(interaction: Element, right: readonly string[]): Answers {
  const byId = new Map(
    findAll(interaction, 'simpleAssociableChoice').map((one) => [one.attributes.identifier ?? '', textOf(one)]),
  )
  const options = right.map((pair) => {
    const [left = '', other = ''] = pair.split(/\s+/)
    return { text: byId.get(left) ?? '', match: byId.get(other) ?? '' }
  })
  const bad = options.length === 0 || options.some(({ text, match: other }) => !text || !other)
  return { lk_question_type_id: types.matching, options, problems: bad ? [problem('badPair')] : [] }
}
