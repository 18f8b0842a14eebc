import { advanceTask, failTask, findOpenTask, finishTask, storeTaskFile } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { texts } from '#platform/texts.ts'
import { bindCertificates } from './bind-certificates.ts'
import type { CertificateFile } from './certificate-scope.ts'
import type { BookInput } from './request-book.ts'

const messages = texts({
  done: [
    'Certificates in one PDF: {count}.',
    '{count, plural, one {{count} certificado} other {{count} certificados}} en un PDF.',
  ],
  gone: [
    'Some of these certificates no longer exist. Choose them again in the list.',
    'Algunos de estos certificados ya no existen. Elíjalos de nuevo en la lista.',
  ],
})

/** Well above the size of 500 images of 2200 x 1700 pixels. */
const maxBytes = 1_000_000_000
const pagesPerUpdate = 10

/**
 * Makes the PDF that a task requests, page by page, from the file store and back into it. Safe to repeat: the same
 * certificates make the same file, and a finished task stays unchanged.
 */
export async function bindBook(ctx: Ctx, task_id: number): Promise<void> {
  const task = await findOpenTask<BookInput>(ctx, task_id)
  if (!task) return
  const certificates = await listInOrder(ctx, task.input.ids)
  if (certificates.length < task.input.ids.length) {
    await ctx.tx((inner) => failTask(inner, task_id, messages.gone))
    return
  }
  const onPage = async (page: number) => {
    if (page % pagesPerUpdate === 0 && !(await advanceTask(ctx, task_id, page))) throw new Error('the task has ended')
  }
  const { key, size } = await storeTaskFile(ctx, task_id, {
    stream: bindCertificates(ctx, certificates, onPage),
    content_type: 'application/pdf',
    limit_bytes: maxBytes,
  })
  const count = certificates.length
  const file = { key, size, name: task.input.name.slice(0, 200), type: 'application/pdf' }
  const summary = { text: messages.done, params: { count } }
  await ctx.tx((inner) => finishTask(inner, task_id, { summary, file }))
}

/** The certificates that the caller could see when they requested the book. */
async function listInOrder(ctx: Ctx, ids: readonly number[]): Promise<CertificateFile[]> {
  const rows = await ctx.sql<CertificateFile>`
    select c.student_certificate_id, c.user_id, p.first_name, p.last_name, c.jpg_key, c.pdf_key
    from learning.student_certificate c
    join identity.v_person p on p.user_id = c.user_id
    where c.student_certificate_id = any(${ctx.sql.array(ids)})`
  const byId = new Map(rows.map((row) => [row.student_certificate_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
