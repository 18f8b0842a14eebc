import { createHash } from 'node:crypto'
import { addTask } from '#modules/identity/index.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { localText, texts } from '#platform/texts.ts'
import { downloadName, selectVisibleCertificates } from './certificate-scope.ts'
import { bookRequested } from './facts.ts'

const messages = texts({
  title: [
    'PDF of certificates ({count})',
    'PDF de {count, plural, one {{count} certificado} other {{count} certificados}}',
  ],
  started: [
    "We're preparing the PDF. You'll get a notification when it's ready.",
    'Estamos preparando el PDF. Recibirá una notificación cuando esté listo.',
  ],
})

export type BookInput = { ids: number[]; name: string }

export const requestBook = operation({
  call: 'POST /certificate/download/book',
  added: true,
  summary: 'Prepares up to 500 certificates as one PDF in the background; its task has the progress and the file',
  may: staff('MANAGE_CERTIFICATES:READ'),
  rate: 'export',
  takes: z.object({ ids: list(id(), 500).min(1) }),
  gives: z.object({ task_id: z.int() }),
  async run(ctx, { ids }) {
    await selectVisibleCertificates(ctx, ids)
    const { user_id } = userOf(ctx)
    const [requester] = await ctx.sql<{ first_name: string; last_name: string }>`
      select first_name, last_name from identity.v_person where user_id = ${user_id}`
    const input: BookInput = { ids, name: `${downloadName(requester!)}.pdf` }
    const count = ids.length
    const { task_id, added } = await addTask(ctx, {
      user_id,
      kind: 'certificates.book',
      title: { text: messages.title, params: { count } },
      rows_total: count,
      input,
      dedupe_key: `certificates.book:${createHash('sha256').update(ids.join(',')).digest('hex')}`,
      needs: ['MANAGE_CERTIFICATES:READ'],
    })
    if (added) {
      await ctx.emit(bookRequested, { task_id })
      await ctx.audit({ action: 'certificate.download', subject: `task_id:${task_id}`, after: { ids, count } })
    }
    return { task_id, message: localText(ctx.locale, messages, 'started'), redirect: pathTo('/manage/tasks') }
  },
})
