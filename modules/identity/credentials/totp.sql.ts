import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'
import { newSecret, otpauthUri, stepOfCode } from './totp.ts'

type Row = { secret: Buffer | null; pending: Buffer | null; pending_for: string | null; epoch: number }

const sealBinding = (user_id: number) => `totp:${user_id}`
const unseal = (ctx: Ctx, user_id: number, ciphertext: Buffer) =>
  ctx.use(sealPort).open(ciphertext, sealBinding(user_id)).toString()

/** The database's clock decides which codes are valid, because the clocks of a site's processes may differ. */
async function lockTotp(ctx: Ctx, user_id: number): Promise<Row | null> {
  const [row] = await ctx.sql<Row>`
    select secret, pending, pending_for, floor(extract(epoch from platform.now()))::int as epoch
    from identity.totp where user_id = ${user_id} for update`
  return row ?? null
}

/**
 * Takes a code of the person's authenticator: true once per 30-second step, even if copies arrive at the same time.
 * Runs in the transaction of the action that needs the code.
 */
export async function spendTotpCode(ctx: Ctx, user_id: number, code: string): Promise<boolean> {
  const row = await lockTotp(ctx, user_id)
  const step = row?.secret ? stepOfCode(unseal(ctx, user_id, row.secret), code, row.epoch) : null
  if (step === null) return false
  const usedRows = await ctx.sql`
    update identity.totp set last_step = ${step} where user_id = ${user_id} and last_step < ${step} returning user_id`
  return usedRows.length === 1
}

/**
 * The secret that waits for its first code. `holder` is the session or sign-in step that requested it: only that one
 * can see or confirm it, and asking again, after a mistyped code, shows the same secret.
 */
export async function pendingSecret(ctx: Ctx, user_id: number, holder: string): Promise<string> {
  // Without a row, two concurrent requests would each create a secret.
  await ctx.sql`select from identity.person where user_id = ${user_id} for no key update`
  const row = await lockTotp(ctx, user_id)
  if (row?.pending && row.pending_for === holder) return unseal(ctx, user_id, row.pending)
  const secret = newSecret()
  const pending = ctx.use(sealPort).seal(Buffer.from(secret), sealBinding(user_id))
  await ctx.sql`
    insert into identity.totp (user_id, organization_id, pending, pending_for)
    select user_id, organization_id, ${pending}, ${holder} from identity.person where user_id = ${user_id}
    on conflict (user_id) do update set pending = excluded.pending, pending_for = excluded.pending_for`
  return secret
}

/** Confirms the pending secret with its first valid code. */
export async function confirmSecret(ctx: Ctx, user_id: number, holder: string, code: string): Promise<boolean> {
  const row = await lockTotp(ctx, user_id)
  if (!row?.pending || row.pending_for !== holder) return false
  const step = stepOfCode(unseal(ctx, user_id, row.pending), code, row.epoch)
  if (step === null) return false
  await ctx.sql`
    update identity.totp
    set secret = pending, confirmed_at = ${ctx.now}, last_step = ${step}, pending = null, pending_for = null
    where user_id = ${user_id}`
  return true
}

/** The content of the QR code; the app shows the visited organization's name. */
export async function uriOf(ctx: Ctx, user_id: number, secret: string): Promise<string> {
  const [person] = await ctx.sql<{ loginid: string }>`
    select loginid from identity.person where user_id = ${user_id}`
  return otpauthUri(ctx.organization.name, person!.loginid, secret)
}

export async function deleteTotp(ctx: Ctx, user_id: number): Promise<boolean> {
  const deletedRows = await ctx.sql`
    delete from identity.totp where user_id = ${user_id} returning (confirmed_at is not null) as was_on`
  return deletedRows.some(({ was_on }) => was_on === true)
}
