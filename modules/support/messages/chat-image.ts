import { randomUUID } from 'node:crypto'
import { supportErrors } from '#modules/support/errors.ts'
import type { Ticket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { drawImage } from '#platform/files/draw-image.ts'
import { discardFile, type FileOwner, settleFile, storeFile } from '#platform/files/file-claims.ts'
import { readBytes } from '#platform/files/read-bytes.ts'
import { operation } from '#platform/operation.ts'
import { signedIn, userOf } from '#platform/permissions.ts'
import { fileBody, z } from '#platform/schema.ts'

const maxImage = 10 * 1024 * 1024
const maxImagesPerDay = 50
const acceptedTypes = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp'])

export const uploadChatImage = operation({
  call: 'POST /attachment/chat-image',
  summary: 'Stores an image for a message (.jpeg, .jpg or .png), re-encoded. The body is the file',
  added: true,
  may: signedIn,
  takes: z.object({ attachment: fileBody() }),
  gives: z.object({ attachment_id: z.int() }),
  file: 'attachment',
  fails: [supportErrors.imageRefused, errors.busy, errors.tooMany],
  transaction: { own: 'no transaction waits for an upload or for the drawing' },
  rate: 'picture',
  async run(ctx, { attachment }) {
    return { attachment_id: await storeChatImage(ctx, await readBytes(attachment.stream, maxImage)) }
  },
})

/** Re-encodes and stores the caller's image. No one else sees it before it is part of a message. */
export async function storeChatImage(ctx: Ctx, bytes: Uint8Array): Promise<number> {
  const { user_id } = userOf(ctx)
  const { organization_id } = ctx.organization
  await requireDailyAllowance(ctx)
  const storedFile = await storeFile(ctx, {
    bytes: await redrawImage(bytes),
    content_type: 'image/webp',
    folder: `chat-${randomUUID()}`,
    limit_bytes: maxImage,
  })
  try {
    return await ctx.tx(async (inner) => {
      // Serializes uploads, so that each is included in the count of the next.
      await inner.sql`select pg_advisory_xact_lock(hashtext('support.image'), ${user_id})`
      await requireDailyAllowance(inner)
      const [row] = await inner.sql<{ attachment_id: number }>`
        insert into support.chat_image ${inner.sql({ organization_id, uploaded_by: user_id, file_key: storedFile.key })}
        returning attachment_id`
      await settleFile(inner, storedFile)
      const { attachment_id } = row!
      await inner.audit({ action: 'ticket.image', subject: `attachment_id:${attachment_id}`, subject_user_id: user_id })
      return attachment_id
    })
  } catch (error) {
    if (error instanceof Refusal) await discardFile(ctx, storedFile)
    throw error
  }
}

/** Whether an image of a chat has this content. */
export const isChatImage: FileOwner = async ({ sql }, file_key) => {
  const rows = await sql`select from support.chat_image where file_key = ${file_key}`
  return rows.length > 0
}

async function requireDailyAllowance(ctx: Ctx): Promise<void> {
  const [earliest] = await ctx.sql<{ seconds: number }>`
    select extract(epoch from created_at + interval '1 day' - platform.now())::float8 as seconds
    from support.chat_image
    where uploaded_by = ${userOf(ctx).user_id} and created_at > platform.now() - interval '1 day'
    order by created_at desc offset ${maxImagesPerDay - 1} limit 1`
  if (earliest) throw errors.tooMany(earliest.seconds)
}

async function redrawImage(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await drawImage(bytes, { accept: acceptedTypes, width: 2000, height: 2000, fit: 'inside', quality: 80 })
  } catch (error) {
    throw error instanceof Refusal ? error : supportErrors.imageRefused()
  }
}

/** Adds an image that the caller just uploaded to a ticket. Throws notFound for any other. */
export async function attachChatImage(
  ctx: Ctx,
  ticket: Pick<Ticket, 'issue_id' | 'organization_id'>,
  attachment_id: number,
): Promise<number> {
  const { issue_id, organization_id } = ticket
  const claimedRows = await ctx.sql`
    update support.chat_image set issue_id = ${issue_id}, organization_id = ${organization_id}
    where attachment_id = ${attachment_id} and uploaded_by = ${userOf(ctx).user_id} and issue_id is null`
  if (claimedRows.count === 0) throw errors.notFound()
  return attachment_id
}
