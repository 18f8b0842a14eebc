import { isTest, readSources, type Source } from '#platform/checks/source.ts'

const without = /\.fixture\.ts$|\.texts\.tsx?$|\.mail\.tsx$|platform\/(checks|testing|ui)\/|\/demo/
const code = /^(jobs|modules|platform|web)\/.*\.tsx?$/

/**
 * The statements of each file with the keys that choose their rows and the columns that they write, in the order of the
 * paths. `select checkout.cart by user_id; update checkout.cart set saved_at by cart_id`.
 */
export const listStatements = (root: string): string[] =>
  readSources(root)
    .filter((source) => !isTest(source) && code.test(source.path) && !without.test(source.path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, text }) => {
      const statements = statementsOf({ text })
      return statements.length > 0 ? [path, ...statements.map((line) => `  ${line}`)] : []
    })

export function statementsOf({ text }: Pick<Source, 'text'>): string[] {
  const counts = new Map<string, number>()
  for (const statement of templatesOf(text)) {
    const line = summaryOf(statement)
    if (line) counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  // The person that a row or an event is about: the actor's id instead of the subject's is another line.
  for (const [line] of text.matchAll(/\b\w*user_id: [\w.?!()]+(?=[,\s}])/g))
    if (!/: (?:number|string|id)\b/.test(line)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return [...counts].map(([line, count]) => (count > 1 ? `${line} × ${count}` : line)).toSorted()
}

/** The texts of the file's SQL templates; those inside of others are texts of their own. */
function templatesOf(text: string): string[] {
  const templates: string[] = []
  for (const { index } of text.matchAll(/\bsql\w*(?:\.\w+)?(?:<[^`]*?>)?`/g)) {
    const start = text.indexOf('`', index) + 1
    templates.push(outerText(text, start))
  }
  return templates
}

/** A template's text from its start to its end, in which templates of its values are left out. */
function outerText(text: string, start: number): string {
  let result = ''
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index]!
    if (depth === 0 && letter === '`') return result
    if (letter === '$' && text[index + 1] === '{' && depth === 0) {
      depth = 1
      index += 1
      result += `\${`
    } else if (depth > 0 && letter === '`') {
      index = endOf(text, index + 1)
      result += '…'
    } else {
      if (depth > 0 && letter === '{') depth += 1
      if (depth > 0 && letter === '}') depth -= 1
      result += letter
    }
  }
  return result
}

/** The closing backtick of a template that begins at `start`. */
function endOf(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '`') return index
    if (text[index] === '$' && text[index + 1] === '{') index = endOfValue(text, index + 2)
  }
  return text.length
}

function endOfValue(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '}') return index
    if (text[index] === '{') index = endOfValue(text, index + 1)
    else if (text[index] === '`') index = endOf(text, index + 1)
  }
  return text.length
}

const value = String.raw`\$\{(?:[^{}]|\{[^{}]*\})*\}(?:::[\w.]+(?:\[\])?)?`
const column = String.raw`(?:\w+\.)?\w+`
const key = new RegExp(
  String.raw`(${column}) (?:=|<>|<=|>=|<|>|is not distinct from) (?:any\(|all\()?(?:${value}|\(?${column}\b|-?\d+|'[^']*')`,
  'g',
)

/** The tables and columns that a statement writes, and the keys by which it chooses rows; null without either. */
function summaryOf(statement: string): string | null {
  const plain = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  const heads = [...plain.matchAll(/\b(insert into|update|delete from) (\w+\.\w+)/g)].map(
    ([, verb, table]) => `${verb!.split(' ')[0]} ${table}`,
  )
  const sets = [...plain.matchAll(/\bset (.*?)(?= where | from | returning |$)/g)]
    .map(([, list]) => assignedColumns(list!))
    .filter(Boolean)
  const lists = [...plain.matchAll(/insert into \w+\.\w+(?: as \w+)? (\([^)]*\)|\$\{(?:[^{}]|\{[^{}]*\})*\})/g)].map(
    ([, list]) => list!,
  )
  const keys = [...withoutSets(plain).matchAll(key)].map(([match]) => match)
  const parts = [
    heads.join(' + '),
    lists.length > 0 ? lists.join(' + ') : '',
    sets.length > 0 ? `set ${sets.join(' + ')}` : '',
    keys.length > 0 ? `by ${keys.join(', ')}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

const assignedColumns = (list: string): string =>
  /^\$\{/.test(list)
    ? list
    : [...list.matchAll(/(?:^|, ?)(\w+) =(?: ([\w.]+\(\)|excluded\.\w+|null|true|false|'[^']*'|\d+)(?=,|$| ))?/g)]
        .map(([, name, constant]) => (constant ? `${name} = ${constant}` : name))
        .join(', ')

const withoutSets = (plain: string) => plain.replaceAll(/\bset .*?(?= where | from | returning |$)/g, '')
