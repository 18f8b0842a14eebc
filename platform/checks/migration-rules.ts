import { bare, name, type SqlStatement, splitActions, splitSql, unqualified } from './split-sql.ts'

/** Rules that a statement may break if `-- allowed (<rule>): <reason>` is above it. */
export const allowable = [
  'not-null column',
  'constraint',
  'index',
  'column type',
  'rename',
  'drop',
  'set not null',
  'rewrite',
  'do block',
  'lock',
] as const
export type Rule = (typeof allowable)[number] | 'maintenance' | 'settings' | 'transaction' | 'repeatable' | 'header'

/** Tables, views, functions and columns created by this migration: nothing uses them yet. */
export type NewObjects = { readonly names: Set<string>; readonly columns: Set<string> }

/** The context of a statement. */
export type Scene = {
  /** The file begins with `-- no transaction`. */
  readonly outside: boolean
  readonly fresh: NewObjects
  readonly before: readonly SqlStatement[]
  /** Columns that a validated constraint of an earlier migration already keeps not null. */
  readonly proven: ReadonlySet<string>
}

export type BrokenRule = readonly [rule: Rule, way: string]

/** The rules that a statement breaks, each with the safe alternative. */
export function brokenRules(statement: SqlStatement, scene: Scene): BrokenRule[] {
  const { plain } = statement
  const broken = (rule: Rule, alternative: string): BrokenRule[] => [[rule, alternative]]
  if (/^(?:begin|start transaction|commit|end|rollback|savepoint)\b/.test(plain)) {
    return broken('transaction', 'leave it out: the migrator makes the transaction, or none after `-- no transaction`')
  }
  if (/^(?:set|reset)\b|\bset_config\s*\(/.test(plain)) {
    return broken(
      'settings',
      'leave it out: the migrator sets lock_timeout and the scope, and a setting outlives its file',
    )
  }
  if (/^(?:vacuum|cluster|refresh materialized view(?! concurrently))\b/.test(plain)) {
    return broken('maintenance', 'an operator runs it in a quiet hour; a migration never does')
  }
  if (/^lock\b/.test(plain)) return broken('lock', 'write statements that take their own lock for a moment')
  if (/^do\b/.test(plain)) return doBlock(statement, scene)
  if (/^(?:create (?:unique )?index|drop index|reindex)\b/.test(plain)) return indexes(statement, scene)
  if (/^alter table\b/.test(plain)) return alterTable(statement, scene)
  if (/^alter domain\b.*\badd\b/.test(plain) && !/\bnot valid\b/.test(plain))
    return broken('constraint', laterValidation)
  if (/^alter\b.*\brename (?:to|value|attribute|column)\b/.test(plain)) return checkRenames(plain, scene)
  if (/^(?:drop|truncate)\b/.test(plain)) return checkDrops(statement, scene)
  return []
}

function checkRenames(plain: string, { fresh }: Scene): BrokenRule[] {
  const target = new RegExp(`^alter (?:materialized )?\\w+ (?:if exists )?(${name})`).exec(plain)?.[1] ?? ''
  return fresh.names.has(bare(target)) ? [] : [renamed]
}

const renamed: BrokenRule = [
  'rename',
  'the release before still uses the name: add the new one and write both, read the new one a release later, then drop the old one',
]

function checkDrops({ plain, comments }: SqlStatement, { fresh }: Scene): BrokenRule[] {
  // Triggers, policies and similar objects hold nothing that code refers to by name.
  if (
    !/^(?:truncate|drop (?:table|view|materialized view|schema|function|procedure|type|domain|sequence|owned))\b/.test(
      plain,
    )
  )
    return []
  const list = plain.replace(
    /^(?:truncate(?: table)?|drop (?:materialized view|\w+))(?: if exists)?(?: only)?\s+|\s+(?:cascade|restrict)$/g,
    '',
  )
  const names = list
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((name) => bare(name.trim()))
  if (names.every((name) => fresh.names.has(name))) return []
  return contracted(comments) ? [] : [dropped]
}

const dropped: BrokenRule = [
  'drop',
  'a release whose code no longer reads or writes it goes first; then drop it with `-- contract: <which release stopped using it>` above the statement',
]

function indexes({ plain }: SqlStatement, scene: Scene): BrokenRule[] {
  const concurrently = /\bconcurrently\b/.test(plain)
  if (concurrently && !scene.outside) {
    return [['transaction', 'begin the file with `-- no transaction`: an index is not made concurrently within one']]
  }
  const on = new RegExp(`\\bon (?:only )?(${name})`).exec(plain)?.[1]
  if (!concurrently) {
    if (on && scene.fresh.names.has(bare(on))) return []
    const dropsFresh = /^drop index/.test(plain) && scene.fresh.names.has(unqualified(lastName(plain)))
    return dropsFresh
      ? []
      : [
          [
            'index',
            'write `concurrently` in a file that begins with `-- no transaction`; for a small table state the reason: `-- allowed (index): …`',
          ],
        ]
  }
  const match = new RegExp(`^create (?:unique )?index concurrently (if not exists )?(${name}) on\\b`).exec(plain)
  if (!/^create/.test(plain)) return /\bif exists\b|^reindex/.test(plain) ? [] : [['repeatable', 'write `if exists`']]
  const again = scene.before.some(
    (other) =>
      /^drop index concurrently if exists\b/.test(other.plain) &&
      unqualified(lastName(other.plain)) === unqualified(match?.[2] ?? ''),
  )
  if (again) return []
  return [
    [
      'repeatable',
      'write `drop index concurrently if exists <name>;` before it: a failed try leaves an index that is not valid',
    ],
  ]
}

const lastName = (plain: string) =>
  plain
    .replace(/\s+(?:cascade|restrict)$/, '')
    .split(/\s+/)
    .at(-1) ?? ''

function alterTable(statement: SqlStatement, scene: Scene): BrokenRule[] {
  const head = new RegExp(`^alter table (?:if exists )?(?:only )?(${name})\\s*\\*?\\s*`).exec(statement.plain)
  const table = bare(head?.[1] ?? '')
  if (scene.fresh.names.has(table)) return []
  return splitActions(statement.plain.slice(head?.[0].length ?? 0)).flatMap((action) =>
    alterAction(action, table, statement, scene),
  )
}

function alterAction(action: string, table: string, { comments }: SqlStatement, scene: Scene): BrokenRule[] {
  if (/^rename\b|^set schema\b/.test(action)) return /^rename constraint\b/.test(action) ? [] : [renamed]
  if (/^set (?:logged|unlogged|tablespace|access method|without oids|with oids)\b/.test(action)) return [rewritten]
  if (/^attach partition\b/.test(action)) {
    return [['constraint', 'add a validated check with the bounds first; then allow it with that reason']]
  }
  const dropping = new RegExp(`^drop (?:column )?(?:if exists )?(${name})`).exec(action)
  if (/^drop (?:constraint|expression|identity)\b/.test(action)) return []
  if (dropping) {
    const isFresh = scene.fresh.columns.has(`${table}.${bare(dropping[1]!)}`)
    return isFresh || contracted(comments) ? [] : [dropped]
  }
  if (/^alter\b/.test(action)) return alterColumn(action, table, scene)
  if (/^validate constraint\b/.test(action)) return validates(action, table, scene)
  if (/^add (?:constraint|check|foreign key|unique|primary key|exclude|not null)\b/.test(action))
    return addsConstraint(action)
  if (/^add\b/.test(action)) return addsColumn(action)
  return []
}

const rewritten: BrokenRule = [
  'rewrite',
  'every row would be rewritten under a lock that stops readers, too: add a new column or table, fill it in parts, and switch',
]

function alterColumn(action: string, table: string, scene: Scene): BrokenRule[] {
  const column = bare(new RegExp(`^alter (?:column )?(${name})`).exec(action)?.[1] ?? '')
  const change = action.replace(new RegExp(`^alter (?:column )?${name}\\s+`), '')
  if (scene.fresh.columns.has(`${table}.${column}`) && !/^(?:set data )?type\b/.test(change)) return []
  if (/^(?:set data )?type\b/.test(change)) {
    return [
      [
        'column type',
        'add a column of the new type, write both, fill it in parts, read it a release later, then drop the old one',
      ],
    ]
  }
  if (/^set not null\b/.test(change) && !scene.proven.has(`${table}.${column}`)) {
    return [
      [
        'set not null',
        `add \`constraint … check (${column} is not null) not valid\`, validate it in a later migration, and set it in the one after that: it then reads no row`,
      ],
    ]
  }
  return []
}

const laterValidation =
  'add it `not valid`, and `validate constraint` in a later migration, which holds no lock that stops writers'

function addsConstraint(action: string): BrokenRule[] {
  if (/\b(?:unique|primary key)\b/.test(action.replace(/\bcheck\s*\(.*/, ''))) {
    if (/\busing index\b/.test(action)) return []
    return [['constraint', 'make the unique index concurrently first, then `add constraint … using index`']]
  }
  if (/\bexclude\b/.test(action))
    return [['constraint', 'it reads every row under a lock: make it with the table, or state why it may']]
  return /\bnot valid\b/.test(action) ? [] : [['constraint', laterValidation]]
}

function addsColumn(action: string): BrokenRule[] {
  const findings: BrokenRule[] = []
  const flat = flatten(action)
  const fills = /\bdefault\b/.test(flat)
  if (/\b(?:small|big)?serial\d?\b|\bgenerated (?:always|by default)\b/.test(flat)) findings.push(rewritten)
  else if (fills && isVolatile(action)) {
    findings.push([
      'rewrite',
      'a default that differs from row to row writes every row: add the column without it, then set the default and fill old rows in parts',
    ])
  } else if (/\bnot null\b/.test(flat) && !fills) {
    findings.push([
      'not-null column',
      'give it a constant default, or add it nullable: the release before inserts rows without it',
    ])
  }
  if (/\b(?:check|references)\b/.test(flat))
    findings.push(['constraint', `name the constraint apart from the column: ${laterValidation}`])
  if (/\b(?:unique|primary key)\b/.test(flat)) {
    findings.push([
      'constraint',
      'add the column alone, make the unique index concurrently, then `add constraint … using index`',
    ])
  }
  return findings
}

// now() and other stable functions are evaluated once.
const isVolatile = (action: string) =>
  /\bdefault\b.*\b(?:random|gen_random_uuid|uuidv?\d?|clock_timestamp|timeofday|nextval|\w*uuid\w*)\s*\(/.test(action)

function validates(action: string, table: string, { before }: Scene): BrokenRule[] {
  const constraint = new RegExp(`^validate constraint (${name})`).exec(action)?.[1] ?? ''
  const hasNotNull = before.some(
    ({ plain }) =>
      plain.startsWith('alter table') &&
      plain.includes(table) &&
      new RegExp(`\\badd constraint ${escapePattern(constraint)}\\b`).test(plain),
  )
  return hasNotNull
    ? [['constraint', `validate it in a later migration: here the lock of adding it lasts while rows are read`]]
    : []
}

/** Both a DO block and a function body stand between dollar quotes, but only the DO block runs now. */
function doBlock({ body, line }: SqlStatement, scene: Scene): BrokenRule[] {
  const text = body ?? ''
  if (/\bexecute\b/i.test(text)) {
    return [['do block', 'write the statements out: what `execute` puts together is read by no rule']]
  }
  return splitSql(text).flatMap((inner) => {
    const index = inner.plain.search(/\b(?:alter|create|drop|truncate|lock|vacuum|cluster|reindex|set_config)\b/)
    if (index < 0) return []
    const text = inner.plain.slice(index)
    return brokenRules({ ...inner, line, plain: text }, scene)
  })
}

const contracted = (comments: readonly string[]) => comments.some((comment) => /^contract: \S+ \S+/.test(comment))
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text without its parenthesized parts. */
function flatten(text: string): string {
  const inner = text.replace(/\([^()]*\)/g, ' ')
  return inner === text ? text : flatten(inner)
}
