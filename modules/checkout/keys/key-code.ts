import { createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'
import { keyAlphabet } from './key-code.shared.ts'

const bound = 'checkout.authorization_key_secret'

/** A new code of 80 random bits: XXXX-XXXX-XXXX-XXXX. */
export function makeKeyCode(): string {
  const symbols = Array.from(randomBytes(16), (byte) => keyAlphabet[byte & 31])
  return [0, 4, 8, 12].map((at) => symbols.slice(at, at + 4).join('')).join('-')
}

export type KeyHasher = (code: string) => Buffer

/**
 * Hashes codes with the product's own key. Keyed, because the last group of a code is stored beside its hash: someone
 * who stole the table could search the other sixty bits.
 */
export async function keyHasher(ctx: Ctx): Promise<KeyHasher> {
  const secret = (await findSecret(ctx)) ?? (await makeSecret(ctx))
  return (code) => createHmac('sha256', secret).update(code).digest()
}

async function findSecret({ sql, use }: Ctx): Promise<Buffer | null> {
  const [row] = await sql<{ sealed: Buffer }>`select sealed from checkout.authorization_key_secret`
  return row ? use(sealPort).open(row.sealed, bound) : null
}

async function makeSecret(ctx: Ctx): Promise<Buffer> {
  const sealed = ctx.use(sealPort).seal(randomBytes(32), bound)
  await ctx.sql`insert into checkout.authorization_key_secret ${ctx.sql({ sealed })} on conflict do nothing`
  return (await findSecret(ctx))!
}
