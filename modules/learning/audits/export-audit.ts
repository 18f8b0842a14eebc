import { readProgramRecord } from '#modules/catalogue/index.ts'
import type { AuditAccess } from '#modules/identity/index.ts'
import { readFootprint } from '#modules/learning/proofs/footprint.ts'
import { footprintJson } from '#modules/learning/proofs/footprint-json.ts'
import { selectStudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { listChainEnds } from '#platform/audit/chain-end.ts'
import { exportKey, publicKeyOf } from '#platform/audit/export-key.ts'
import { eventsName, type Manifest, placeOf, schoolEventsName } from '#platform/audit/export-manifest.ts'
import { countEvents, type EventQuery, readSealedEvents } from '#platform/audit/sealed-events.ts'
import { readVerifier, verifierName } from '#platform/audit/verifier.ts'
import { csvLine, utf8Mark } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ArchivedFile } from '#platform/files/zip-stream.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { secretPort } from '#platform/ports.ts'
import { clipToAccess, limitsOf, requireAudited } from './audited-courses.ts'
import { auditErrors } from './errors.ts'
import { howToVerify } from './how-to-verify.ts'
import {
  listCertificateIds,
  listNumbers,
  listReportedAgencies,
  listRoster,
  listStock,
  listVersions,
  listVoided,
  type RosterRow,
  stockAgencies,
} from './roster.sql.ts'
import { signedZip } from './signed-zip.ts'

/** Exports above these limits would take too long for a request, and are refused before they start. */
const limits = { courses: 2_000, events: 500_000, numbers: 50_000 }
/** Enough for the largest export over a slow connection. Also ends an export that no one reads. */
const max_ms = 30 * 60_000

type Period = { from_on?: string | undefined; to_on?: string | undefined }

export type AuditExport = {
  /** The scope of the export. Files are read and hashed only while the archive is sent. */
  manifest: Omit<Manifest, 'files'>
  bytes: () => AsyncGenerator<Uint8Array>
}

/**
 * The records of a period within an access as a ZIP archive with a signed manifest. The archive is created as it is
 * read, with one record in memory at a time. It fails once the access ends, or after half an hour. Throws tooLarge.
 */
export async function openExport(ctx: Ctx, fullAccess: AuditAccess, period: Period): Promise<AuditExport> {
  const access = clipToAccess(fullAccess, period)
  const roster = await listRoster(ctx, access, { after: 0, limit: limits.courses + 1 })
  if (roster.length > limits.courses) throw auditErrors.tooLarge()
  const courseQuery = await courseEventQuery(ctx, roster)
  const schoolQuery = await schoolEventQuery(ctx, access)
  const events = (await countEvents(ctx, courseQuery)) + (await countEvents(ctx, schoolQuery))
  if (events > limits.events) throw auditErrors.tooLarge()
  const numbers = await readNumbers(ctx, access)
  const manifest = await manifestOf(ctx, access, roster)
  const ids = roster.map(({ student_course_id }) => student_course_id)
  const check = (courses: readonly number[]) => requireAudited(ctx, access, courses)
  const files: ArchivedFile[] = [
    { name: 'VERIFY.txt', read: () => encodeStream(howToVerify) },
    { name: verifierName, read: () => verifierStream() },
    { name: 'roster.csv', read: () => encodeStream(rosterCsv(roster)) },
    { name: 'rules.json', read: () => streamRules(ctx, access) },
    { name: 'numbers.json', read: () => encodeStream(json(numbers)) },
    { name: eventsName, read: () => streamEvents(ctx, courseQuery, manifest, () => check(ids)) },
    { name: schoolEventsName, read: () => streamEvents(ctx, schoolQuery, manifest, () => check(ids)) },
    ...ids.map((id) => ({ name: `courses/${id}.json`, read: () => streamRecord(ctx, id, () => check([id])) })),
  ]
  return {
    manifest,
    bytes: () => signedZip(files, manifest, exportKey(ctx.use(secretPort)), AbortSignal.timeout(max_ms)),
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const json = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`

async function* encodeStream(text: string): AsyncGenerator<Uint8Array> {
  yield encode(text)
}

async function* verifierStream(): AsyncGenerator<Uint8Array> {
  yield await readVerifier()
}

async function* streamRules(ctx: Ctx, access: AuditAccess): AsyncGenerator<Uint8Array> {
  const rules = await readProgramRecord(ctx, access.program_id)
  yield* encodeStream(json({ ...rules, course_versions: await listVersions(ctx, access) }))
}

/** The account of the certificate numbers of an access. Throws tooLarge. */
export async function readNumbers(ctx: Ctx, access: AuditAccess) {
  const [certificates, voided] = await Promise.all([
    listNumbers(ctx, access, limits.numbers + 1),
    listVoided(ctx, access, limits.numbers + 1),
  ])
  if (certificates.length > limits.numbers || voided.length > limits.numbers) throw auditErrors.tooLarge()
  const { from_on, to_on } = access
  return { from_on, to_on, stock: await listStock(ctx, access), certificates, voided }
}

type Check = () => Promise<void>

async function* streamRecord(ctx: Ctx, student_course_id: number, check: Check): AsyncGenerator<Uint8Array> {
  await check()
  yield await footprintJson(await readFootprint(ctx, await selectStudentCourse(ctx, student_course_id)))
}

/**
 * Events of the audit log, each with its seal. An event that was sealed after the manifest was created is exported as
 * unsealed, because the manifest contains an earlier end of its chain.
 */
async function* streamEvents(
  ctx: Ctx,
  query: EventQuery,
  { chains = [] }: Pick<Manifest, 'chains'>,
  check: Check,
): AsyncGenerator<Uint8Array> {
  const ends = new Map(chains.map(({ organization_id, position }) => [organization_id, position]))
  for await (const batch of readSealedEvents(ctx, query)) {
    await check()
    const lines = batch.map((event) => {
      const isSealed = (event.position ?? 0) <= (ends.get(placeOf(event.canonical).organization_id) ?? 0)
      return isSealed ? event : { ...event, position: null, previous_hash: null, hash: null }
    })
    yield encode(lines.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
}

/** Events about the courses and their certificates. */
async function courseEventQuery(ctx: Ctx, roster: readonly RosterRow[]): Promise<EventQuery> {
  const ids = roster.map(({ student_course_id }) => student_course_id)
  const certificates = await listCertificateIds(ctx, ids)
  return {
    user_ids: roster.map(({ user_id }) => user_id),
    subjects: [
      ...ids.flatMap((id) => [`student_course_id:${id}`, `student_course:${id}`]),
      ...certificates.map((id) => `student_certificate_id:${id}`),
    ],
  }
}

/**
 * Events of the period about the school: its accounts, files and queues at the agencies of the program, its certificate
 * numbers, and the program rules that it set itself. The operator's rules are in rules.json with their reasons.
 */
async function schoolEventQuery(ctx: Ctx, access: AuditAccess): Promise<EventQuery> {
  const stock = await listStock(ctx, access)
  const agencies = [
    ...new Set([
      ...(await listReportedAgencies(ctx, access)),
      ...stock.map(({ agency }) => agency),
      ...stockAgencies(access),
    ]),
  ]
  return {
    subjects: [`program:${access.program_id}`, ...agencies.map((agency) => `agency:${agency}`)],
    actions: 'certificateNumbers.',
    agencies,
    ...limitsOf(access),
  }
}

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
  access: AuditAccess,
  roster: readonly RosterRow[],
): Promise<Omit<Manifest, 'files'>> {
  const { organization_id, organization_name, program_id, from_on, to_on, time_zone } = access
  const { starts_at, ends_before } = limitsOf(access)
  const chains = (await listChainEnds(ctx, ctx.organization.scope)).map(
    ({ organization_id: chain_id, position, hash, waiting }) => ({
      organization_id: chain_id,
      position,
      hash,
      waiting,
    }),
  )
  return {
    format: 'waypost-audit-export/2',
    made_at: ctx.now.toISOString(),
    made_for: await ctx.use(exporterName)(ctx),
    school: organization_name,
    program_id,
    from_on,
    to_on,
    period: { time_zone, starts_at: starts_at.toISOString(), ends_before: ends_before.toISOString() },
    courses: roster.length,
    chain: chains.find((chain) => chain.organization_id === organization_id) ?? null,
    chains,
    key_id: publicKeyOf(exportKey(ctx.use(secretPort))).key_id,
  }
}
