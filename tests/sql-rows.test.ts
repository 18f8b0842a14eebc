import { SyntaxKind } from 'typescript/unstable/ast'
import { afterAll, expect, it } from 'vitest'
import { installQueue } from '#platform/queue/install.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { type Difference, rowComparer } from './support/sql-rows/compare.ts'
import { openDescriber } from './support/sql-rows/describe.ts'
import { openSources } from './support/sql-rows/project.ts'
import { Unknowable } from './support/sql-rows/resolve.ts'
import { statementWriter, type Written } from './support/sql-rows/write-statement.ts'

// Each statement of the shipped sources is rendered from its template and prepared on the migrated database. The
// columns that the server describes are compared with the template's row type.

/**
 * Statements built at runtime: those of lists and reports, and those that join the rows of a batch (`batchRows`), such
 * as the lookup of a session or a client with each request. May only fall.
 */
const maxUnwritten = 17
/** The same for statements without a row type. May only fall. */
const maxUntypedUnwritten = 5
/** Row types that name no columns. May only fall. */
const maxOpen = 4
/** Selected columns that aren't in the row type. May only fall. */
const maxSpare = 3

/** Nullable columns whose row types leave out null, with the reason. */
const neverNull: Readonly<Record<string, string>> = {
  'backoffice.bulk_run_row.why_en': 'a check: a refused row has its reason',
  'backoffice.bulk_run_row.why_es': 'a check: as why_en',
  'backoffice.student_upload_row.user_id': 'a row that made something has made a person or found one',
  'catalogue.attachment.sha256': 'generated from file_key, which is never null',
  'checkout.gateway_notification.transaction_id': 'only a notification that names one is due',
  'checkout.order_item.student_course_id': 'the line of a course was fulfilled before',
  'checkout.payment_attempt.assessment_id': 'set together with tell_at, by which the statement finds its rows',
  'checkout.payment_attempt.transaction_id': 'only what the gateway has captured is refunded or surplus',
  'checkout.refund_attempt.payment_id': 'only the refund of a payment waits for an approval',
  'checkout.refund_attempt.transaction_id': 'an approved refund has the id that the gateway gave it',
  'identity.invitation.audit_ends_at': 'an invitation with a program is written with its end',
  'identity.session.viewed_by': 'set together with viewed_by_session_id',
  'identity.task.file_name': 'a check: a task with a file has its name',
  'identity.task.file_type': 'a check: a task with a file has its type',
  'learning.certificate_stock_number.version': 'a check: a number with a course has the version of its certificate',
  'learning.course_reinstatement.action': 'a check: what was used has an action',
  'learning.quiz_attempt.submitted_at': 'a graded attempt was submitted',
  'learning.watched_video.duration_ms': 'a measured video has its length',
  'queue.job.source_name': 'the queue names the source of each dead letter',
}

/** Columns from the outer side of a join that always has a row, with the reason. */
const alwaysJoined: Readonly<Record<string, string>> = {
  'identity.v_person.organization_code': 'a person references their organization',
}

/** The statements that test the comparison. */
const faultyStatements = 'tests/fixtures/sql-rows.ts'

const { url } = await testDatabase()
await installQueue(url, [])
const sources = openSources([faultyStatements])
const { writeStatement, isSqlTag } = statementWriter(sources)
const { compare, propertiesOf } = rowComparer(sources)
const { describe, close } = await openDescriber(url)
afterAll(async () => {
  sources.close()
  await close()
})

type Template = (typeof sources.templates)[number]
type Statement = { readonly template: Template; readonly place: string; readonly texts: readonly Written[] }

const tagged = sources.templates.filter((template) => isSqlTag(template.tag))
const input = tagged.filter((template) => template.typeArguments?.length)
// A template that isn't awaited may be part of another one, which names its tables.
const untyped = tagged.filter(
  (template) => !template.typeArguments?.length && template.parent.kind === SyntaxKind.AwaitExpression,
)

function writeAll(templates: readonly Template[]) {
  const unwritten: string[] = []
  const statements = templates.flatMap((template): Statement[] => {
    const place = sources.place(template)
    try {
      return [{ template, place, texts: writeStatement(template) }]
    } catch (error) {
      if (!(error instanceof Unknowable)) throw error
      unwritten.push(`${place} ${error.message}`)
      return []
    }
  })
  return { statements, unwritten }
}

async function describeAll(statements: readonly Statement[]) {
  const refusals: string[] = []
  const texts = statements.flatMap(({ texts, ...statement }) => texts.map((text) => ({ ...statement, written: text })))
  const described = await Promise.all(
    texts.map(async ({ template, place, written }) => {
      const columns = await describe(written).catch((error: Error) => {
        refusals.push(`${place} ${error.message}\n${written.text}`)
        return []
      })
      return { template, place, columns }
    }),
  )
  return { refused: refusals, described }
}

const rowTypeOf = (template: Template) => sources.checker.getTypeFromTypeNode(template.typeArguments![0]!)!

const writtenTyped = writeAll(input)
const writtenUntyped = writeAll(untyped)
const typedRows = await describeAll(writtenTyped.statements)
const untypedRows = await describeAll(writtenUntyped.statements)
const everything = typedRows.described.flatMap(({ template, place, columns }) =>
  columns.length === 0 ? [] : compare(rowTypeOf(template), columns).map((difference) => ({ ...difference, place })),
)

const findings = everything.filter(({ place }) => !place.startsWith(faultyStatements))

const linesOf = (kind: Difference['kind']) => {
  const lines = findings.filter((finding) => finding.kind === kind).map(({ place, text }) => `${place} ${text}`)
  return [...new Set(lines)].toSorted()
}

const columnsOf = (kind: Difference['kind']) =>
  [
    ...new Set(findings.filter((finding) => finding.kind === kind).map(({ nullableColumn = '' }) => nullableColumn)),
  ].toSorted()

it('a wrong row type is found', () => {
  const differences = everything.filter(({ place }) => place.startsWith(faultyStatements))
  expect(differences.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'fault: nickname is not selected',
    'fault: organization_id is typed string, and is number (int4)',
    'fault: created_at is typed number, and is date (timestamptz)',
    'fault: ids is typed string[], and is number[] (int4)',
    'fault: n is typed number, and is string (numeric)',
    'null: deleted_at is typed Date, and identity.person.deleted_at may be null',
    'joined: name is typed string, and an outer join may leave it null',
    'spare: name is not in the type',
    'empty: latest is typed Date, and an aggregate of no rows is null',
    // Once with its lock and once without.
    'fault: code is typed number, and is string (text)',
    'fault: code is typed number, and is string (text)',
    'fault: user_id is typed string, and is number (int4)',
  ])
})

it('the database prepares every statement of the sources', () => {
  expect(typedRows.refused).toEqual([])
  expect(untypedRows.refused).toEqual([])
  expect(input.length).toBeGreaterThan(800)
  expect(untyped.length).toBeGreaterThan(300)
})

it('a row has the columns of its type, of the types that the driver returns', () => {
  expect(linesOf('fault')).toEqual([])
})

it('a nullable column is typed as such, or listed here with a reason', () => {
  expect(columnsOf('null'), linesOf('null').join('\n')).toEqual(Object.keys(neverNull))
})

it('a column nullable by an outer join is typed as such, or listed here with a reason', () => {
  expect(columnsOf('joined'), linesOf('joined').join('\n')).toEqual(Object.keys(alwaysJoined))
})

it('an aggregate that may have no rows is typed as nullable', () => {
  expect(linesOf('empty')).toEqual([])
})

it('no more statements than before are excluded', () => {
  expect(writtenTyped.unwritten, writtenTyped.unwritten.join('\n')).toHaveLength(maxUnwritten)
  expect(writtenUntyped.unwritten, writtenUntyped.unwritten.join('\n')).toHaveLength(maxUntypedUnwritten)
  const open = input.filter((template) => !rowTypeOf(template).isUnionType() && !propertiesOf(rowTypeOf(template)))
  expect(open, open.map(sources.place).join('\n')).toHaveLength(maxOpen)
})

it('no more columns than before are selected and unused', () => {
  expect(linesOf('spare'), linesOf('spare').join('\n')).toHaveLength(maxSpare)
})
