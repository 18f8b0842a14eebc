import { readProgramRecord } from '#modules/catalogue/index.ts'
import type { AuditAccess } from '#modules/identity/index.ts'
import { readFootprint } from '#modules/learning/proofs/footprint.ts'
import { footprintJson } from '#modules/learning/proofs/footprint-json.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { findChainEnd } from '#platform/audit/chain-end.ts'
import { exportKey, publicKeyOf } from '#platform/audit/export-key.ts'
import { eventsName, type Manifest } from '#platform/audit/export-manifest.ts'
import { countEvents, readSealedEvents } from '#platform/audit/sealed-events.ts'
import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ArchivedFile } from '#platform/files/zip-stream.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { secretPort } from '#platform/ports.ts'
import { requireAudited, within } from './audited.ts'
import { auditErrors } from './errors.ts'
import { howToVerify } from './how-to-verify.ts'
import { listNumbers, listRoster, listStock, listVersions, type RosterRow } from './roster.sql.ts'
import { signedZip } from './signed-zip.ts'

/** An export that takes longer than a request may is refused before it begins. */
const limits = { courses: 2_000, events: 500_000, numbers: 50_000 }
/** Enough for the largest export over a slow line; also ends an export that no one reads. */
const maxMs = 30 * 60_000

type Period = { from_on?: string | undefined; to_on?: string | undefined }

export type AuditExport = {
  /** The scope of the export. Files are read and hashed only while the archive is sent. */
  about: Omit<Manifest, 'files'>
  bytes: () => AsyncGenerator<Uint8Array>
}

/**
 * The records of a period within an access as a ZIP archive with a signed manifest. The archive is produced as it is
 * read, with one record in memory at a time. It ends with an error once the access ends, or after half an hour. Throws
 * tooLarge.
 */
export async function openExport(ctx: Ctx, whole: AuditAccess, period: Period): Promise<AuditExport> {
  const access = within(whole, period)
  const roster = await listRoster(ctx, access, { after: 0, limit: limits.courses + 1 })
  if (roster.length > limits.courses) throw auditErrors.tooLarge()
  const about = eventsAbout(roster)
  if ((await countEvents(ctx, about)) > limits.events) throw auditErrors.tooLarge()
  const numbers = await listNumbers(ctx, access, limits.numbers + 1)
  if (numbers.length > limits.numbers) throw auditErrors.tooLarge()
  const manifest = await manifestOf(ctx, access, roster)
  const ids = roster.map(({ student_course_id }) => student_course_id)
  const check = (courses: readonly number[]) => requireAudited(ctx, access, courses)
  const files: ArchivedFile[] = [
    { name: 'VERIFY.txt', read: () => once(howToVerify) },
    { name: 'roster.csv', read: () => once(rosterCsv(roster)) },
    { name: 'rules.json', read: () => rulesOf(ctx, access) },
    { name: 'numbers.json', read: () => numbersOf(ctx, access, numbers) },
    { name: eventsName, read: () => eventLines(ctx, about, () => check(ids)) },
    ...ids.map((id) => ({ name: `courses/${id}.json`, read: () => recordOf(ctx, id, () => check([id])) })),
  ]
  return {
    about: manifest,
    bytes: () => signedZip(files, manifest, exportKey(ctx.use(secretPort)), AbortSignal.timeout(maxMs)),
  }
}

const asBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const asJson = (data: unknown): Uint8Array => asBytes(`${JSON.stringify(data, null, 2)}\n`)

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield asBytes(text)
}

async function* rulesOf(ctx: Ctx, access: AuditAccess): AsyncGenerator<Uint8Array> {
  const rules = await readProgramRecord(ctx, access.program_id)
  yield asJson({ ...rules, course_versions: await listVersions(ctx, access) })
}

async function* numbersOf(ctx: Ctx, access: AuditAccess, certificates: readonly object[]): AsyncGenerator<Uint8Array> {
  yield asJson({ stock: await listStock(ctx, access), certificates })
}

type Check = () => Promise<void>

async function* recordOf(ctx: Ctx, student_course_id: number, check: Check): AsyncGenerator<Uint8Array> {
  await check()
  yield await footprintJson(await readFootprint(ctx, await selectStudentCourse(ctx, student_course_id)))
}

/** The events of the audit log about the courses, each with its seal. */
async function* eventLines(
  ctx: Ctx,
  about: Parameters<typeof countEvents>[1],
  check: Check,
): AsyncGenerator<Uint8Array> {
  for await (const batch of readSealedEvents(ctx, about)) {
    await check()
    yield asBytes(batch.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
}

const eventsAbout = (roster: readonly RosterRow[]) => ({
  user_ids: roster.map(({ user_id }) => user_id),
  subjects: roster.flatMap(({ student_course_id: one }) => [`student_course_id:${one}`, `student_course:${one}`]),
})

function rosterCsv(roster: readonly RosterRow[]): string {
  const columns = [
    'student_course_id',
    'user_id',
    'first_name',
    'last_name',
    'organization_name',
    'course_name',
    'version_number',
    'created_at',
    'passed_at',
    'certificate_number',
  ] as const
  const lines = roster.map((row) =>
    csvLine(columns.map((name) => (row[name] instanceof Date ? row[name].toISOString() : row[name]))),
  )
  return `${utf8Mark}${csvLine(columns)}${lines.join('')}`
}

async function manifestOf(
  ctx: Ctx,
  { organization_id, organization_name, program_id, from_on, to_on }: AuditAccess,
  roster: readonly RosterRow[],
): Promise<Omit<Manifest, 'files'>> {
  const end = await findChainEnd(ctx, organization_id)
  return {
    format: 'waypost-audit-export/1',
    made_at: ctx.now.toISOString(),
    made_for: await ctx.use(exporterName)(ctx),
    school: organization_name,
    program_id,
    from_on,
    to_on,
    courses: roster.length,
    chain: end && { organization_id, position: end.position, hash: end.hash, waiting: end.waiting },
    key_id: publicKeyOf(exportKey(ctx.use(secretPort))).key_id,
  }
}
