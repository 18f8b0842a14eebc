/** One statement of an SQL file. */
export type SqlStatement = {
  /** The line of its first word. */
  readonly line: number
  /** Lower case outside of quoted names, one space between words, strings and bodies emptied, no comments. */
  readonly plain: string
  /** The text between the first dollar quotes, if it has any. */
  readonly body?: string
  /** Each `-- …` line above or within the statement, without the dashes. */
  readonly comments: readonly string[]
}

// E'…' is the one kind of string in which a backslash hides a quote.
const token =
  /--[^\n]*|(?<!\w)e'(?:[^'\\]|''|\\[\s\S])*'|\/\*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[a-z_]\w*)?\$|;|\s+|\w+|[^\s\w;'"$/-]+|[\s\S]/giy

/** Splits SQL at semicolons, ignoring those in strings, quoted names, comments and dollar quotes. */
export function splitSql(text: string): SqlStatement[] {
  const statements: SqlStatement[] = []
  let draft = open()
  const end = () => {
    const plain = draft.plain.trim()
    if (plain !== '') {
      const line = text.slice(0, draft.from).split('\n').length
      const { body, comments } = draft
      statements.push({ line, plain, comments, ...(body !== undefined && { body }) })
    }
    draft = open()
  }
  let index = 0
  while (index < text.length) {
    const word = tokenAt(text, index)
    if (word === ';') end()
    else if (word.startsWith('--')) {
      // A comment after the semicolon belongs to the statement before it.
      if (draft.plain !== '' || !/;[ \t]*$/.test(text.slice(0, index))) draft.comments.push(word.slice(2).trim())
    } else if (word.startsWith('/*') || /^\s/.test(word)) draft.plain += draft.plain.endsWith(' ') ? '' : ' '
    else {
      if (draft.plain.trim() === '') draft.from = index
      if (isDollar(word)) draft.body ??= word.slice(word.indexOf('$', 1) + 1, word.lastIndexOf('$', word.length - 2))
      draft.plain += plainOf(word)
    }
    index += word.length
  }
  end()
  return statements
}

const open = () => ({ plain: '', from: 0, comments: [] as string[], body: undefined as string | undefined })

const isDollar = (word: string) => /^\$(?:[a-z_]\w*)?\$/i.test(word)

function plainOf(word: string): string {
  if (isDollar(word)) return '$$$$'
  if (/^e?'/i.test(word)) return "''"
  return word.startsWith('"') ? word : word.toLowerCase()
}

function tokenAt(text: string, index: number): string {
  token.lastIndex = index
  const word = token.exec(text)![0]
  if (word === '/*') return commentAt(text, index)
  if (!isDollar(word) || /[\w$]/.test(text[index - 1] ?? '')) return word
  const close = text.indexOf(word, index + word.length)
  return close < 0 ? text.slice(index) : text.slice(index, close + word.length)
}

/** Block comments nest. */
function commentAt(text: string, index: number): string {
  let depth = 0
  for (let end = index; end < text.length; end++) {
    const pair = text.slice(end, end + 2)
    if (pair === '/*') depth++
    if (pair === '*/') depth--
    if (pair === '/*' || pair === '*/') end++
    if (depth === 0) return text.slice(index, end + 1)
  }
  return text.slice(index)
}

/** A name in a pattern: `t`, `s.t`, `"s"."t"`. */
export const name = '(?:(?:"[^"]+"|[\\w$]+)\\.)?(?:"[^"]+"|[\\w$]+)'

/** A name without quotes, normalized for comparison. */
export const bare = (name: string) =>
  name
    .replaceAll('"', '')
    .toLowerCase()
    .replace(/^public\./, '')

/** The name without its schema. */
export const unqualified = (name: string) => bare(name).replace(/^.*\./, '')

/** Splits one `alter table` into its actions, at the commas outside parentheses. */
export function splitActions(text: string): string[] {
  const actions: string[] = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(' || letter === '[') depth++
    if (letter === ')' || letter === ']') depth--
    if (letter === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += letter
  }
  return actions.map((action) => action.trim()).filter((action) => action !== '')
}
