import { randomUUID } from 'node:crypto'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { type ProductMessage, saidTexts } from '#modules/support/tickets/said.texts.ts'
import type { Ticket } from '#modules/support/tickets/ticket.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { signLink } from '#platform/files/sign.ts'
import { secretPort } from '#platform/ports.ts'
import { localText } from '#platform/texts.ts'
import type { Message } from './message.schema.ts'

export type MessageRow = {
  chat_thread_message_id: number
  issue_id: number
  sequence: number
  side: 'reporter' | 'staff' | 'system'
  sender_user_id: number | null
  first_name: string
  last_name: string
  message: string
  said: ProductMessage | null
  client_id: string
  file_key: string | null
  /** The picture of the message's author, if the reader's organization may see that person. */
  profile_pic: string | null
  created_at: Date
}

const columns = (sql: Ctx['sql']) => sql`
  m.chat_thread_message_id, m.issue_id, m.sequence, m.side, m.sender_user_id, m.first_name, m.last_name, m.message,
  m.said, m.client_id, i.file_key, p.profile_pic, m.created_at`

const maxMessages = 200

type MessageRange = { after?: number; through?: number | null; limit?: number }

/** Messages of a thread in order: the newest, or those after a sequence, up to `through`. */
export async function listMessages(
  { sql }: Pick<Ctx, 'sql'>,
  issue_id: number,
  { after = 0, through = null, limit = maxMessages }: MessageRange = {},
): Promise<MessageRow[]> {
  const rows = await sql<MessageRow>`
    select ${columns(sql)} from support.message m
    left join support.chat_image i using (attachment_id, organization_id)
    left join identity.v_person p on p.user_id = m.sender_user_id
    where m.issue_id = ${issue_id} and m.sequence > ${after} and (${through}::int is null or m.sequence <= ${through})
    order by m.sequence ${after > 0 ? sql`asc` : sql`desc`} limit ${limit}`
  return after > 0 ? rows : rows.toReversed()
}

/** The message that its sender created with this id, or null. */
export async function findSentMessage(
  { sql }: Pick<Ctx, 'sql'>,
  key: Pick<MessageRow, 'issue_id' | 'side' | 'client_id'>,
) {
  const [row] = await sql<MessageRow>`
    select ${columns(sql)} from support.message m
    left join support.chat_image i using (attachment_id, organization_id)
    left join identity.v_person p on p.user_id = m.sender_user_id
    where m.issue_id = ${key.issue_id} and m.side = ${key.side} and m.client_id = ${key.client_id}`
  return row ?? null
}

export type NewMessage = Pick<
  MessageRow,
  'side' | 'sender_user_id' | 'first_name' | 'last_name' | 'message' | 'client_id'
> & {
  /** The client that wrote it for its organization. */
  sender_client_id?: number | null
  said?: ProductMessage
  attachment_id?: number | null
}

/** Adds a message to a ticket whose row is locked; returns its sequence. */
export async function insertMessage(
  { sql }: Pick<Ctx, 'sql'>,
  ticket: Pick<Ticket, 'issue_id' | 'organization_id'>,
  message: NewMessage,
): Promise<number> {
  const { issue_id, organization_id } = ticket
  const [updatedTicket] = await sql<{ sequence: number }>`
    update support.ticket set
      last_sequence = last_sequence + 1, last_message_at = platform.now(), updated_at = platform.now(),
      last_reporter_sequence = case when ${message.side} = 'reporter' then last_sequence + 1 else last_reporter_sequence end,
      last_staff_sequence = case when ${message.side} = 'staff' then last_sequence + 1 else last_staff_sequence end,
      last_staff_at = case when ${message.side} = 'staff' then platform.now() else last_staff_at end,
      first_answer_at = coalesce(first_answer_at, case when ${message.side} = 'staff' then platform.now() end)
    where issue_id = ${issue_id} returning last_sequence as sequence`
  const { sequence } = updatedTicket!
  await sql`insert into support.message ${sql({ said: null, attachment_id: null, ...message, issue_id, organization_id, sequence })}`
  return sequence
}

/** Adds a message by the product itself to a thread. */
export const insertSystemMessage = (
  ctx: Pick<Ctx, 'sql'>,
  ticket: Pick<Ticket, 'issue_id' | 'organization_id'>,
  message: ProductMessage,
  name = '',
): Promise<number> =>
  insertMessage(ctx, ticket, {
    side: 'system',
    sender_user_id: null,
    first_name: name.slice(0, 200),
    last_name: '',
    message: '',
    said: message,
    client_id: randomUUID(),
  })

/** 'System' is the product's own name, so a person with that name is shown by initials. */
const plainName = (first_name: string) => (/^\s*system\s*$/i.test(first_name) ? 'S.' : first_name)

const sixHours = 6 * 3_600_000

/** A message as responses contain it. */
export function messageResponse(ctx: Pick<Ctx, 'locale' | 'use' | 'now'>, row: MessageRow): Message {
  const systemText = row.said && localText(ctx.locale, saidTexts, row.said, { name: row.first_name })
  const { first_name, last_name } = systemText ? { first_name: 'System', last_name: '' } : row
  const expires_at = new Date(ctx.now.getTime() + sixHours)
  const link = (key: string | null, name: string) => key && signLink(ctx.use(secretPort), { key, name, expires_at })
  return {
    chat_thread_message_id: row.chat_thread_message_id,
    sequence: row.sequence,
    message: encodeMessage(systemText ?? row.message),
    updated_at: row.created_at.toISOString(),
    sender_entity_id: row.sender_user_id ?? 0,
    senderInfo: {
      first_name: systemText ? first_name : plainName(first_name),
      last_name,
      avatar: link(row.profile_pic, 'avatar.webp'),
    },
    is_system: row.said !== null,
    side: row.side,
    url: link(row.file_key, 'image.webp'),
    client_id: row.client_id,
  }
}
