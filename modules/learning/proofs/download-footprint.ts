import { courseEvent } from '#modules/learning/student-course/course-event.ts'
import { operation } from '#platform/operation.ts'
import { z } from '#platform/schema.ts'
import { mayTakeProof, ProofInput, selectProvenCourse } from './course-proof.ts'
import { footprintFile } from './footprint.schema.ts'
import { readFootprint } from './footprint.ts'
import { footprintJson } from './footprint-json.ts'
import { footprintPdf } from './footprint-pdf.ts'
import { footprintSheet } from './footprint-sheet.ts'

export const downloadStudentFootprintTX = operation({
  call: 'GET /report/downloadStudentFootprintTX',
  clients: 'downloadFootprint',
  summary:
    'Everything on record of one student course, for an auditor: time, quizzes, status changes, certificates, reports. PDF, or xlsx or JSON with `format`',
  may: mayTakeProof,
  takes: ProofInput.extend({ format: z.enum(['pdf', 'xlsx', 'json']).default('pdf') }),
  gives: footprintFile,
  rate: 'export',
  async run(ctx, { format, ...input }) {
    const course = await selectProvenCourse(ctx, input)
    const footprint = await readFootprint(ctx, course)
    await ctx.audit({ action: 'certificate.footprint', ...courseEvent(course), after: { format } })
    const name = `${footprint.student.student_name} - Student Footprint.${format}`
    if (format === 'xlsx') return footprintSheet(ctx, footprint, name)
    if (format === 'json') return { body: await footprintJson(footprint), type: 'application/json', name }
    return { body: await footprintPdf(footprint, ctx.locale), type: 'application/pdf', name }
  },
})
