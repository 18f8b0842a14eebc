import { type Ctx, port } from '#platform/ctx.ts'
import { filesPort } from '#platform/ports.ts'
import type { NewFile, StoredFile } from './stored-file.ts'
import { sweepWork } from './temporary.ts'

/** Whether a module's row refers to a stored file. `sql` sees every tenant. */
export type FileOwner = (ctx: Pick<Ctx, 'sql'>, file_key: string) => Promise<boolean>

/** Every place where `storeFile` or `releaseFiles` may leave the name of a file. */
export const fileNames = port<readonly FileOwner[]>('file-names')

export type ClaimedFile = StoredFile & { file_claim_id: number }

/** Longer than any request or job that stores a file or still reads a replaced one. */
const claimDays = 1
const maxAtOnce = 500

/**
 * Stores a file, outside any transaction. Its key is recorded first: if no row refers to it a day later, because the
 * process was killed or the file was refused, the sweep deletes it.
 */
export async function storeFile(ctx: Pick<Ctx, 'tx' | 'use'>, file: NewFile): Promise<ClaimedFile> {
  let file_claim_id = 0
  const before = async (file_key: string) => {
    file_claim_id = await ctx.tx(async (inner) => {
      await lockKey(inner, file_key)
      return claim(inner, file_key, claimDays)
    })
  }
  const storedFile = await ctx.use(filesPort).put({ ...file, before })
  return { ...storedFile, file_claim_id }
}

/** Called in the transaction whose row refers to the file: once the row releases it, it can be deleted immediately. */
export async function settleFile({ sql }: Pick<Ctx, 'sql'>, { file_claim_id }: ClaimedFile): Promise<void> {
  await sql`delete from platform.file_claim where file_claim_id = ${file_claim_id}`
}

/**
 * The file was refused after it was stored: the next sweep deletes it, unless another row refers to the same content.
 */
export async function discardFile(ctx: Pick<Ctx, 'tx'>, { file_claim_id }: ClaimedFile): Promise<void> {
  await ctx.tx(
    ({ sql }) => sql`update platform.file_claim set due_at = platform.now() where file_claim_id = ${file_claim_id}`,
  )
}

/**
 * Called in the transaction whose row no longer refers to these files; the next sweep deletes them, so that no request
 * waits for the store. With `afterUse` they stay for a day, for running downloads and exports.
 */
export async function releaseFiles(
  ctx: Pick<Ctx, 'sql'>,
  keys: readonly (string | null)[],
  { afterUse = false } = {},
): Promise<void> {
  for (const key of new Set(keys)) if (key) await claim(ctx, key, afterUse ? claimDays : 0)
}

/**
 * Deletes due files that no row refers to and that no one is storing again. If the store fails to delete one, the next
 * sweep retries. Safe to repeat.
 */
export async function sweepFiles(ctx: Ctx): Promise<void> {
  await ctx.use(filesPort).sweep()
  await sweepWork()
  // In random order: files that the store never deletes must not hold up the others.
  const claims = await ctx.sql<{ file_key: string }>`
    select file_key from platform.file_claim
    group by file_key having max(due_at) <= platform.now() order by random() limit ${maxAtOnce}`
  for (const { file_key } of claims) {
    await removeDue(ctx, file_key).catch((error) => ctx.log.error('files.not_deleted', error, { file_key }))
  }
}

async function claim({ sql }: Pick<Ctx, 'sql'>, file_key: string, days: number): Promise<number> {
  const [fileClaim] = await sql<{ file_claim_id: number }>`
    insert into platform.file_claim (file_key, due_at)
    values (${file_key}, platform.now() + make_interval(days => ${days})) returning file_claim_id`
  return fileClaim!.file_claim_id
}

/** Equal content is one file: it must not be stored again while it is being deleted. */
const lockKey = async ({ sql }: Pick<Ctx, 'sql'>, file_key: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('platform.file_claim'), hashtext(${file_key}))`
}

/** The file is deleted inside the transaction, so that a kill leaves the claim for the next sweep. */
const removeDue = (ctx: Ctx, file_key: string): Promise<void> =>
  ctx.unscoped.tx(async (inner) => {
    await lockKey(inner, file_key)
    const recentClaim = await inner.sql`
      select from platform.file_claim where file_key = ${file_key} and due_at > platform.now() limit 1`
    if (recentClaim.length > 0) return
    if (!(await isNamed(inner, file_key))) await inner.use(filesPort).remove(file_key)
    await inner.sql`delete from platform.file_claim where file_key = ${file_key}`
  })

async function isNamed(ctx: Ctx, file_key: string): Promise<boolean> {
  for (const names of ctx.use(fileNames)) if (await names(ctx, file_key)) return true
  return false
}
