import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type FileOwner, settleFile, storeFile } from '#platform/files/file-claims.ts'
import { registrationErrors } from './errors.ts'

/** A file that a student uploaded as the answer to a question. */
export type RegistrationDocument = {
  attachment_id: number
  student_course_id: number
  organization_id: number
  question_id: number
  name: string
  file_key: string
  content_type: string
  size_bytes: number
  created_at: Date
}

/** The largest document in bytes: a photo or scan of a page. */
export const maxDocument = 10 * 1024 * 1024
/** The maximum number of documents of one person across all courses, far above what any course requires. */
export const maxDocuments = 50

/** Every document of a course, oldest first. Callers must check whose course it is. */
export const listDocuments = async ({ sql }: Pick<Ctx, 'sql'>, student_course_id: number) =>
  sql<RegistrationDocument>`
    select attachment_id, student_course_id, organization_id, question_id, name, file_key, content_type,
           size_bytes::float8 as size_bytes, created_at
    from learning.registration_document
    where student_course_id = ${student_course_id} order by attachment_id`

/**
 * Stores a picture or PDF as a document for this question and returns the id to answer with. Callers must check whose
 * course it is. Throws 413, 415 and, above `maxDocuments`, 409.
 */
export async function storeDocument(
  ctx: Ctx,
  course: Pick<StudentCourse, 'student_course_id' | 'organization_id' | 'user_id'>,
  question_id: number,
  file: { name: string; bytes: Uint8Array },
): Promise<{ attachment_id: number }> {
  const { student_course_id, organization_id, user_id } = course
  await requireDocumentQuota(ctx, user_id)
  const name = composed(file.name).slice(-200)
  const accept = { name, use: 'document' } as const
  const folder = `registration-${student_course_id}`
  const storedFile = await storeFile(ctx, { bytes: file.bytes, accept, folder, limit_bytes: maxDocument })
  const { key: file_key, content_type, size: size_bytes } = storedFile
  const row = { student_course_id, organization_id, question_id, name, file_key, content_type, size_bytes }
  return ctx.tx(async (inner) => {
    const { sql } = inner
    // Uploads of one person run one at a time, so that the limit holds.
    await sql`select pg_advisory_xact_lock(hashtext('learning.registration_document'), ${user_id})`
    await requireDocumentQuota({ sql }, user_id)
    const [insertedRow] = await sql<{ attachment_id: number }>`
      insert into learning.registration_document ${sql(row)} returning attachment_id`
    await settleFile(inner, storedFile)
    return insertedRow!
  })
}

async function requireDocumentQuota({ sql }: Pick<Ctx, 'sql'>, user_id: number): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from learning.registration_document d
    join learning.student_course sc using (student_course_id) where sc.user_id = ${user_id}`
  if (row!.count >= maxDocuments) throw registrationErrors.tooManyDocuments({ most: maxDocuments })
}

/** Whether a registration document has this content. */
export const isRegistrationDocument: FileOwner = async ({ sql }, file_key) => {
  const rows = await sql`select from learning.registration_document where file_key = ${file_key}`
  return rows.length > 0
}
