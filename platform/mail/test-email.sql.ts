import type { Ctx } from '#platform/ctx.ts'
import type { Message } from './message.ts'

const keepDays = 30

/** Stores an email of a sandbox instead of sending it, and deletes those older than 30 days. */
export async function insertTestEmail(
  ctx: Ctx,
  { name, to, subject, text }: Message & { name: string },
): Promise<void> {
  const { organization_id } = ctx.organization
  await ctx.tx(async ({ sql }) => {
    await sql`
      delete from platform.test_email
      where organization_id = ${organization_id} and created_at < clock_timestamp() - ${keepDays}::int * interval '1 day'`
    await sql`insert into platform.test_email ${sql({ organization_id, name, to_email: to, subject, text })}`
  })
}

export type TestEmail = {
  test_email_id: number
  name: string
  to_email: string
  subject: string
  text: string
  sent_at: Date
}

/** The emails of the sandbox after a given one, oldest first. */
export const listTestEmails = (
  { sql, organization }: Pick<Ctx, 'sql' | 'organization'>,
  { after_id, to, limit }: { after_id: number; to?: string | undefined; limit: number },
): Promise<TestEmail[]> => sql<TestEmail>`
  select test_email_id, name, to_email, subject, text, sent_at from platform.test_email
  where organization_id = ${organization.organization_id} and test_email_id > ${after_id}
    ${to === undefined ? sql`` : sql`and lower(to_email) = lower(${to})`}
  order by test_email_id limit ${limit}`
