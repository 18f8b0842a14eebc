import { subjectOfEnrollment } from '#modules/learning/events.ts'
import type { Sql } from '#platform/db/sql.ts'
import { defineEvent, type EventDraft } from '#platform/events/define-event.ts'
import type { EventType } from '#platform/events/event-types.ts'
import type { FactEvents } from '#platform/facts.ts'
import { z } from '#platform/schema.ts'

const fields = { student_certificate_id: z.int(), student_course_id: z.int(), user_id: z.int() }

const defineCertificateEvent = <T extends z.ZodRawShape>(type: EventType, summary: string, details: T) =>
  defineEvent({
    type,
    version: 1,
    summary,
    needs: 'MANAGE_CERTIFICATES:READ',
    data: z.object({ ...fields, ...details }),
  })

const issued = defineCertificateEvent('certificate.issued', 'A certificate was issued.', {})
const replaced = defineCertificateEvent(
  'certificate.replaced',
  'A certificate was issued in place of an earlier one.',
  {
    replaces: z.int(),
  },
)
const revoked = defineCertificateEvent('certificate.revoked', 'Staff withdrew a certificate.', {})
const restored = defineCertificateEvent('certificate.restored', 'Staff made a withdrawn certificate valid again.', {})

type Row = { organization_id: number; student_course_id: number; user_id: number; former: number | null }

/** The certificate, and the version before it. */
async function selectRow(sql: Sql, student_certificate_id: number): Promise<Row> {
  const [row] = await sql<Row>`
    select c.organization_id, c.student_course_id, c.user_id,
           (select b.student_certificate_id from learning.student_certificate b
            where b.student_course_id = c.student_course_id and b.version < c.version
            order by b.version desc limit 1) as former
    from learning.student_certificate c where c.student_certificate_id = ${student_certificate_id}`
  return row!
}

type CertificateFact = { student_certificate_id: number }

const buildDraft = (
  kind: typeof issued,
  row: Row,
  { student_certificate_id }: CertificateFact,
  details: object = {},
): EventDraft => ({
  kind,
  organization_id: row.organization_id,
  subject: subjectOfEnrollment(row.student_course_id),
  data: kind.data.parse({
    student_certificate_id,
    student_course_id: row.student_course_id,
    user_id: row.user_id,
    ...details,
  }),
})

export const issuedEvents: FactEvents<CertificateFact> = {
  becomes: [issued, replaced],
  async find(sql, fact) {
    const row = await selectRow(sql, fact.student_certificate_id)
    return [
      row.former === null ? buildDraft(issued, row, fact) : buildDraft(replaced, row, fact, { replaces: row.former }),
    ]
  },
}

export const withdrawalEvents: FactEvents<CertificateFact & { withdrawn: boolean }> = {
  becomes: [revoked, restored],
  async find(sql, { withdrawn, ...fact }) {
    return [buildDraft(withdrawn ? revoked : restored, await selectRow(sql, fact.student_certificate_id), fact)]
  },
}
