import { type ParsedQuestion, problem, types } from './parsed.ts'

/**
 * Questions of a GIFT file: choices, several choices by weights, true or false, matching, short answers and essays.
 * Feedback is left out; categories and comments are no questions.
 */
export function parseGift(text: string): ParsedQuestion[] {
  return blocksOf(text).flatMap(({ line, block }) => parseBlock(line, block) ?? [])
}

/** Blocks between empty lines, without comments and categories, with the line that each begins on. */
function blocksOf(text: string): { line: number; block: string }[] {
  const blocks: { line: number; block: string }[] = []
  let lines: string[] = []
  let began = 0
  const end = () => {
    if (lines.length > 0) blocks.push({ line: began, block: lines.join('\n') })
    lines = []
  }
  text.split(/\r?\n/).forEach((line, index) => {
    const bare = line.trim()
    // An empty line inside of answers belongs to them.
    if (bare === '') {
      if (isClosed(lines.join('\n'))) end()
      return
    }
    if (bare.startsWith('//') || bare.startsWith('$CATEGORY:')) return
    if (lines.length === 0) began = index + 1
    lines.push(line)
  })
  end()
  return blocks
}

const special = /\\([~=#{}:n\\])/g
/** Escaped characters as private ones, so that nothing below takes them for signs. */
const hidden = (text: string) =>
  text.replaceAll(special, (_, char: string) => String.fromCharCode(0xe000 + char.charCodeAt(0)))
const shown = (text: string) =>
  text
    .replaceAll(/[\ue000-\ue0ff]/g, (char) => {
      const plain = String.fromCharCode(char.charCodeAt(0) - 0xe000)
      return plain === 'n' ? '\n' : plain
    })
    .replaceAll(/[ \t]+/g, ' ')
    .trim()

function isClosed(text: string): boolean {
  const bare = hidden(text)
  return bare.lastIndexOf('{') <= bare.lastIndexOf('}')
}

function parseBlock(line: number, block: string): ParsedQuestion | null {
  const text = withoutMarkup(hidden(block).replace(/^\s*::.*?::/s, ''))
  const open = text.indexOf('{')
  // A description asks nothing.
  if (open === -1) return null
  const close = text.indexOf('}', open)
  const before = text.slice(0, open).trim()
  const question: ParsedQuestion = { line, title: shown(before), lk_question_type_id: null, options: [], problems: [] }
  if (close === -1) return { ...question, problems: [problem('openBrace')] }
  const after = text.slice(close + 1).trim()
  const title = after === '' ? shown(before) : shown(`${before} _____ ${after}`)
  return { ...question, title, ...answersOf(text.slice(open + 1, close).trim()) }
}

const withoutMarkup = (text: string) =>
  text
    .replace(/^\s*\[(?:html|moodle|plain|markdown)\]/, '')
    .replaceAll(/<\/?(?:b|i|u|em|strong|span|sub|sup)(?: [^>]{0,500})?>/gi, '')
    .replaceAll(/<[^>]{0,500}>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

type Answers = Pick<ParsedQuestion, 'lk_question_type_id' | 'options'> & Partial<ParsedQuestion>

function answersOf(text: string): Answers {
  const bare = text.replace(/####.*$/s, '').trim()
  if (bare === '') return { lk_question_type_id: types.long, options: [] }
  const said = /^(T|TRUE|F|FALSE)\s*(?:#.*)?$/is.exec(bare)?.[1]
  if (said) return trueOrFalse(said.toUpperCase().startsWith('T'))
  if (bare.startsWith('#')) return { lk_question_type_id: null, options: [], problems: [problem('otherKind')] }
  const answers = [...bare.matchAll(/([=~])\s*(?:%(-?\d{1,3}(?:\.\d+)?)%)?([^=~]*)/gs)].map(
    ([, sign, weight, rest]) => ({
      sign,
      weight: weight === undefined ? null : Number(weight),
      text: (rest ?? '').split('#', 1)[0]!.trim(),
    }),
  )
  if (answers.length === 0) return { lk_question_type_id: null, options: [], problems: [problem('otherKind')] }
  if (answers.every(({ sign, text }) => sign === '=' && text.includes('->'))) return pairs(answers)
  if (answers.every(({ sign }) => sign === '=')) {
    return { lk_question_type_id: types.short, options: [], sample: answers.map(({ text }) => shown(text)).join(' / ') }
  }
  const several = answers.every(({ sign }) => sign === '~')
  return {
    lk_question_type_id: several ? types.multiple : types.single,
    options: answers.map(({ sign, weight, text }) => ({
      text: shown(text),
      correct: several ? (weight ?? 0) > 0 : sign === '=',
    })),
  }
}

const trueOrFalse = (right: boolean): Answers => ({
  lk_question_type_id: types.trueOrFalse,
  options: [
    { text: 'True', correct: right },
    { text: 'False', correct: !right },
  ],
})

const pairs = (answers: readonly { text: string }[]): Answers => {
  const options = answers.map(({ text }) => {
    const [left = '', match = ''] = text.split('->', 2)
    return { text: shown(left), match: shown(match) }
  })
  const bad = options.some(({ text, match }) => !text || !match)
  return { lk_question_type_id: types.matching, options, problems: bad ? [problem('badPair')] : [] }
}
