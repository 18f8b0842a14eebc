import { ZipFile } from 'yazl'
import { readProgramRecord } from '#modules/catalogue/index.ts'
import type { AuditAccess } from '#modules/identity/index.ts'
import { readFootprint } from '#modules/learning/proofs/footprint.ts'
import { footprintJson } from '#modules/learning/proofs/footprint-json.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { findChainEnd } from '#platform/audit/chain-end.ts'
import { exportKey, publicKeyOf, signExport } from '#platform/audit/export-key.ts'
import { eventsName, type Manifest, manifestName, sha256, signatureName } from '#platform/audit/export-manifest.ts'
import { listSealedEvents } from '#platform/audit/sealed-events.ts'
import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { secretPort } from '#platform/ports.ts'
import { within } from './audited.ts'
import { auditErrors } from './errors.ts'
import { listNumbers, listRoster, listStock, listVersions, type RosterRow } from './roster.sql.ts'

/** An export is made in memory, so it is bounded by courses, events and bytes. */
const most = { courses: 300, events: 100_000, bytes: 100_000_000 }

type Period = { from_on?: string | undefined; to_on?: string | undefined }

/** The records of a period within an access as a ZIP archive, with a signed manifest. */
export async function exportAudit(
  ctx: Ctx,
  whole: AuditAccess,
  period: Period,
): Promise<{ body: Uint8Array; manifest: Manifest }> {
  const access = within(whole, period)
  const roster = await listRoster(ctx, access, { after: 0, limit: most.courses + 1 })
  if (roster.length > most.courses) throw auditErrors.tooLarge()
  const files = await filesOf(ctx, access, roster)
  const manifest = await manifestOf(ctx, access, roster, files)
  const signed = asBytes(manifest)
  const signature = signExport(exportKey(ctx.use(secretPort)), signed)
  const all = new Map([...files, [manifestName, signed], [signatureName, new TextEncoder().encode(signature)]])
  return { body: await zipOf(all), manifest }
}

const asBytes = (data: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`)

async function filesOf(ctx: Ctx, access: AuditAccess, roster: readonly RosterRow[]): Promise<Map<string, Uint8Array>> {
  const rules = await readProgramRecord(ctx, access.program_id)
  const files = new Map([
    ['roster.csv', rosterCsv(roster)],
    ['rules.json', asBytes({ ...rules, course_versions: await listVersions(ctx, access) })],
    [
      'numbers.json',
      asBytes({ stock: await listStock(ctx, access), certificates: await listNumbers(ctx, access, most.events) }),
    ],
    [eventsName, await eventsOf(ctx, roster)],
  ])
  let bytes = 0
  for (const { student_course_id } of roster) {
    const course = await selectStudentCourse(ctx, student_course_id)
    const record = await footprintJson(await readFootprint(ctx, course))
    bytes += record.length
    if (bytes > most.bytes) throw auditErrors.tooLarge()
    files.set(`courses/${student_course_id}.json`, record)
  }
  return files
}

function rosterCsv(roster: readonly RosterRow[]): Uint8Array {
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
  return new TextEncoder().encode(`${utf8Mark}${csvLine(columns)}${lines.join('')}`)
}

/** The events of the audit log about the courses, each with its seal. */
async function eventsOf(ctx: Ctx, roster: readonly RosterRow[]): Promise<Uint8Array> {
  const rows = await listSealedEvents(ctx, {
    user_ids: roster.map(({ user_id }) => user_id),
    subjects: roster.flatMap(({ student_course_id: one }) => [`student_course_id:${one}`, `student_course:${one}`]),
    limit: most.events + 1,
  })
  if (rows.length > most.events) throw auditErrors.tooLarge()
  return new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

async function manifestOf(
  ctx: Ctx,
  access: AuditAccess,
  roster: readonly RosterRow[],
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Manifest> {
  const { organization_id, organization_name, program_id, from_on, to_on } = access
  const end = await findChainEnd(ctx, organization_id)
  const listed = [...files].map(([name, bytes]) => [name, { sha256: sha256(bytes), bytes: bytes.length }] as const)
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
    files: Object.fromEntries(listed),
  }
}

async function zipOf(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(Buffer.from(bytes), name)
  zip.end()
  const parts: Uint8Array[] = []
  for await (const part of zip.outputStream) parts.push(part as Uint8Array)
  return new Uint8Array(Buffer.concat(parts))
}
