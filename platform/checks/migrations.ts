import { allowable, brokenRules, type NewObjects, type Rule, type Scene } from './migration-rules.ts'
import { bare, name, type SqlStatement, splitActions, splitSql } from './split-sql.ts'

type File = { readonly path: string; readonly text: string }
type Complaint = { readonly line: number; readonly rule: Rule; readonly way: string }

/** The first migration number that must follow the rules; earlier migrations never change. */
export const firstChecked = 369

const noTransaction = /^-- no transaction\b/

/**
 * Checks locks, and that the previous release keeps working while a migration runs: expand first, contract a release
 * later. A complaint names the file, the line, the rule and the safe alternative.
 */
export function checkMigrations(files: readonly File[], from = firstChecked): string[] {
  const parsed = files.map((file) => ({ ...file, number: numberOf(file.path), statements: splitSql(file.text) }))
  return parsed
    .filter(({ number }) => number >= from)
    .flatMap((file) => {
      const earlierStatements = parsed
        .filter(({ number }) => number < file.number)
        .flatMap(({ statements }) => statements)
      return checkOne(file, provenBy(earlierStatements)).map(
        ({ line, rule, way }) => `${file.path}:${line} breaks the rule '${rule}': ${way}`,
      )
    })
}

const numberOf = (path: string) => Number(/(\d{4})_[^/]*$/.exec(path)?.[1] ?? Number.NaN)

function checkOne({ text, statements }: File & { statements: SqlStatement[] }, proven: ReadonlySet<string>) {
  const outside = noTransaction.test(text)
  const newObjects: NewObjects = { names: new Set(), columns: new Set() }
  const complaints: Complaint[] = checkHeader(text)
  statements.forEach((statement, index) => {
    const scene: Scene = { outside, fresh: newObjects, before: statements.slice(0, index), proven }
    complaints.push(...checkStatement(statement, scene))
    recordCreated(statement, newObjects)
  })
  return complaints.toSorted((a, b) => a.line - b.line)
}

function checkHeader(text: string): Complaint[] {
  const missing = ['What', 'Locks'].filter((word) => !new RegExp(`^-- ${word}: \\S`, 'm').test(text))
  if (missing.length === 0) return []
  const way = `begin the file with '-- What: …', '-- Why: …' and '-- Locks: …' (${missing.join(' and ')} is missing)`
  return [{ line: 1, rule: 'header', way }]
}

function checkStatement(statement: SqlStatement, scene: Scene): Complaint[] {
  const excused = readExcuses(statement.comments)
  const complaint = (rule: Rule, way: string): Complaint => ({ line: statement.line, rule, way })
  return brokenRules(statement, scene)
    .filter(([rule]) => !excused.has(rule))
    .map(([rule, way]) => complaint(rule, way))
}

function recordCreated({ plain }: SqlStatement, { names, columns }: NewObjects): void {
  const kind = '(?:or replace )?(?:(?:global|local) )?(?:temp |temporary |unlogged |recursive |unique )?'
  const objectKinds = '(?:table|view|materialized view|function|procedure|type|domain|sequence|schema|index)'
  const match = new RegExp(`^create (${kind})${objectKinds} (?:concurrently )?(?:if not exists )?(${name})`).exec(plain)
  // `or replace` means that it existed before.
  if (match && !match[1]!.includes('or replace')) names.add(bare(match[2]!))
  const table = new RegExp(`^alter table (?:if exists )?(?:only )?(${name})`).exec(plain)?.[1]
  if (!table) return
  for (const action of splitActions(
    plain.replace(new RegExp(`^alter table (?:if exists )?(?:only )?${name}\\s*`), ''),
  )) {
    const column = new RegExp(`^add (?:column )?(?:if not exists )?(${name})`).exec(action)?.[1]
    if (column && !/^(?:constraint|check|foreign|unique|primary|exclude)$/.test(column))
      columns.add(`${bare(table)}.${bare(column)}`)
  }
}

/** Columns that a validated constraint of an earlier migration already keeps not null. */
function provenBy(statements: readonly SqlStatement[]): Set<string> {
  const pending = new Map<string, string>()
  const proven = new Set<string>()
  for (const { plain } of statements) {
    const table = new RegExp(`^alter table (?:if exists )?(?:only )?(${name})`).exec(plain)?.[1]
    if (!table) continue
    for (const match of plain.matchAll(
      new RegExp(
        `\\badd constraint (${name}) (?:check \\(+(${name}) is not null\\)+|not null (${name}))( not valid)?`,
        'g',
      ),
    )) {
      const column = `${bare(table)}.${bare(match[2] ?? match[3]!)}`
      if (match[4]) pending.set(`${bare(table)} ${bare(match[1]!)}`, column)
      else proven.add(column)
    }
    for (const match of plain.matchAll(new RegExp(`\\bvalidate constraint (${name})`, 'g'))) {
      const column = pending.get(`${bare(table)} ${bare(match[1]!)}`)
      if (column) proven.add(column)
    }
  }
  return proven
}

function readExcuses(comments: readonly string[]): Set<string> {
  const rules = comments
    .map((comment) => /^allowed \(([^)]+)\): \S+ \S+/.exec(comment)?.[1])
    .filter((rule) => rule !== undefined)
  return new Set(rules.filter((rule) => (allowable as readonly string[]).includes(rule)))
}
