import type { Ctx } from '#platform/ctx.ts'
import type { Ticket } from './ticket.sql.ts'

type Read = Pick<Ticket, 'issue_id' | 'organization_id'>

/** Saves how far a reader has read a ticket; never moves back. Returns whether it moved. */
export async function markRead({ sql }: Pick<Ctx, 'sql'>, ticket: Read, user_id: number, through: number) {
  const { issue_id, organization_id } = ticket
  const changedRows = await sql`
    insert into support.reading ${sql({ issue_id, organization_id, user_id, last_read: through })}
    on conflict (issue_id, user_id) do update set last_read = excluded.last_read, read_at = platform.now()
    where reading.last_read < excluded.last_read`
  return changedRows.count > 0
}

/** How far a person has read; 0 if they have not opened the ticket. */
export async function selectLastRead({ sql }: Pick<Ctx, 'sql'>, issue_id: number, user_id: number): Promise<number> {
  const [row] = await sql<{ last_read: number }>`
    select last_read from support.reading where issue_id = ${issue_id} and user_id = ${user_id}`
  return row?.last_read ?? 0
}

/** How far the other side has read: for staff the reporter, for the reporter the staff member who read furthest. */
export async function selectReadByOthers({ sql }: Pick<Ctx, 'sql'>, ticket: Ticket): Promise<number> {
  const reporter = ticket.reporter_user_id ?? 0
  const [row] = await sql<{ last_read: number | null }>`
    select max(last_read) as last_read from support.reading
    where issue_id = ${ticket.issue_id}
      and ${ticket.side === 'staff' ? sql`user_id = ${reporter}` : sql`user_id <> ${reporter}`}`
  return row?.last_read ?? 0
}

/** Pins a thread to the chat bubble, five at most, or unpins it. */
export async function updateRecentChat({ sql }: Pick<Ctx, 'sql'>, ticket: Read, user_id: number, open: boolean) {
  const { issue_id, organization_id } = ticket
  if (!open) {
    await sql`update support.reading set recent_at = null where issue_id = ${issue_id} and user_id = ${user_id}`
    return
  }
  await sql`
    insert into support.reading (issue_id, organization_id, user_id, recent_at)
    values (${issue_id}, ${organization_id}, ${user_id}, clock_timestamp())
    on conflict (issue_id, user_id) do update set recent_at = excluded.recent_at where reading.recent_at is null`
  await sql`
    update support.reading set recent_at = null
    where user_id = ${user_id} and recent_at is not null and issue_id not in (
      select issue_id from support.reading where user_id = ${user_id} and recent_at is not null
      order by recent_at desc limit ${maxRecent})`
}

export const maxRecent = 5
