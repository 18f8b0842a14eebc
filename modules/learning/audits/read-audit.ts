import { readProgramRecord } from '#modules/catalogue/index.ts'
import { lk_student_course_status } from '#modules/learning/lookups.shared.ts'
import { footprintFile } from '#modules/learning/proofs/footprint.schema.ts'
import { readFootprint } from '#modules/learning/proofs/footprint.ts'
import { footprintJson } from '#modules/learning/proofs/footprint-json.ts'
import { footprintPdf } from '#modules/learning/proofs/footprint-pdf.ts'
import { footprintSheet } from '#modules/learning/proofs/footprint-sheet.ts'
import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { exportKey, publicKeyOf } from '#platform/audit/export-key.ts'
import { readVerifier, verifierName } from '#platform/audit/verifier.ts'
import { streamOf } from '#platform/grid/sheet-response.ts'
import { label } from '#platform/lookups.ts'
import { binary, operation } from '#platform/operation.ts'
import { alsoAuditors, anyone, auditor } from '#platform/permissions.ts'
import { secretPort } from '#platform/ports.ts'
import { count, day, id, z } from '#platform/schema.ts'
import { requireAccess, selectAudited } from './audited-courses.ts'
import { auditErrors } from './errors.ts'
import { openExport, readNumbers } from './export-audit.ts'
import { listRoster, listVersions } from './roster.sql.ts'

const Access = z.object({
  organization_name: z.string(),
  program_id: z.string(),
  from_on: z.string(),
  to_on: z.string(),
  ends_at: z.string(),
})

const RosterCourse = z.object({
  student_course_id: z.int(),
  user_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  organization_name: z.string(),
  course_name: z.string(),
  version_number: z.int(),
  status: z.string(),
  created_at: z.string(),
  passed_at: z.string().nullable(),
  certificate_number: z.string().nullable(),
})

const maxPerPage = 100

export const fetchAuditRoster = operation({
  call: 'GET /auditor/roster',
  added: true,
  summary: 'The courses that the signed-in auditor may read, and the limits of the access',
  may: auditor,
  changes: true,
  rate: 'read',
  takes: z.object({ after_id: count().default(0) }),
  gives: z.object({
    access: Access,
    courses: z.array(RosterCourse),
    /** The `after_id` of the next page; null at the end. */
    next: z.int().nullable(),
  }),
  fails: [auditErrors.accessOver],
  audit: () => ({ action: 'auditor.roster' }),
  async run(ctx, { after_id }) {
    const access = await requireAccess(ctx)
    const rows = await listRoster(ctx, access, { after: after_id, limit: maxPerPage + 1 })
    const page = rows.slice(0, maxPerPage)
    return {
      access: { ...access, ends_at: access.ends_at.toISOString() },
      courses: page.map(({ created_at, passed_at, lk_student_course_status_id, ...row }) => ({
        ...row,
        status: label(lk_student_course_status, lk_student_course_status_id, ctx.locale),
        created_at: created_at.toISOString(),
        passed_at: passed_at?.toISOString() ?? null,
      })),
      next: rows.length > maxPerPage ? page.at(-1)!.student_course_id : null,
    }
  },
})

export const downloadAuditRecord = operation({
  call: 'GET /auditor/record/{student_course_id}',
  added: true,
  summary: 'Everything on record of one course: time, questions with answers, locks, certificates, reports',
  may: auditor,
  changes: true,
  takes: z.object({ student_course_id: id(), format: z.enum(['pdf', 'xlsx', 'json']).default('pdf') }),
  gives: footprintFile,
  fails: [auditErrors.accessOver],
  rate: 'export',
  async run(ctx, { student_course_id, format }) {
    const course = await selectAudited(ctx, await requireAccess(ctx), student_course_id)
    const footprint = await readFootprint(ctx, course)
    await ctx.audit({ action: 'auditor.record', ...courseEvent(course), after: { format } })
    const name = `Course ${student_course_id}.${format}`
    if (format === 'xlsx') return footprintSheet(ctx, footprint, name)
    if (format === 'json') return { body: await footprintJson(footprint), type: 'application/json', name }
    return { body: await footprintPdf(footprint, ctx.locale), type: 'application/pdf', name }
  },
})

/** A JSON file for the auditor's own software, indented for reading. */
const jsonFile = (data: object, name: string) => ({
  body: new TextEncoder().encode(`${JSON.stringify(data, null, 2)}\n`),
  type: 'application/json',
  name,
})

export const downloadAuditRules = operation({
  call: 'GET /auditor/rules',
  added: true,
  summary: 'The rules of the program with their sources, and the versions of the courses that the students took',
  may: auditor,
  changes: true,
  takes: z.object({}),
  gives: binary('application/json'),
  fails: [auditErrors.accessOver],
  rate: 'export',
  audit: () => ({ action: 'auditor.rules' }),
  async run(ctx) {
    const access = await requireAccess(ctx)
    const rules = await readProgramRecord(ctx, access.program_id)
    return jsonFile({ ...rules, course_versions: await listVersions(ctx, access) }, 'rules.json')
  },
})

export const downloadAuditNumbers = operation({
  call: 'GET /auditor/numbers',
  added: true,
  summary: 'The account of the certificate numbers: bought, taken, voided and left, and the number of each certificate',
  may: auditor,
  changes: true,
  takes: z.object({}),
  gives: binary('application/json'),
  fails: [auditErrors.accessOver, auditErrors.tooLarge],
  rate: 'export',
  audit: () => ({ action: 'auditor.numbers' }),
  async run(ctx) {
    const access = await requireAccess(ctx)
    return jsonFile(await readNumbers(ctx, access), 'numbers.json')
  },
})

export const downloadAuditExport = operation({
  call: 'GET /auditor/export',
  added: true,
  summary: 'A signed ZIP archive of the records, which anyone can verify with the public key',
  may: auditor,
  changes: true,
  transaction: { own: 'records are read while the archive is sent, which may take minutes' },
  takes: z.object({ from_on: day().optional(), to_on: day().optional() }),
  gives: binary('application/zip'),
  fails: [auditErrors.accessOver, auditErrors.tooLarge],
  rate: 'export',
  async run(ctx, period) {
    const { manifest, bytes } = await openExport(ctx, await requireAccess(ctx), period)
    const { program_id, from_on, to_on, courses, key_id } = manifest
    await ctx.tx((inner) => inner.audit({ action: 'auditor.export', after: { from_on, to_on, courses, key_id } }))
    return { body: streamOf(bytes()), type: 'application/zip', name: `audit-${program_id}-${from_on}-${to_on}.zip` }
  },
})

export const downloadExportVerifier = operation({
  call: 'GET /auditor/verifier',
  added: true,
  summary: 'The program that verifies an export: one file for Node.js 20 or later, which needs nothing else',
  may: alsoAuditors(anyone),
  takes: z.object({}),
  gives: binary('text/javascript'),
  rate: 'read',
  run: async () => ({ body: await readVerifier(), type: 'text/javascript', name: verifierName }),
})

export const fetchExportKey = operation({
  call: 'GET /auditor/key',
  added: true,
  summary: 'The public key with which exports for auditors are verified',
  may: alsoAuditors(anyone),
  takes: z.object({}),
  gives: z.object({ public_key: z.string(), key_id: z.string() }),
  run: async (ctx) => publicKeyOf(exportKey(ctx.use(secretPort))),
})
