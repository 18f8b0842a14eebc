import { createHmac, randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'
import { keyAlphabet } from './key-code.shared.ts'

const sealBinding = 'checkout.authorization_key_secret'

/** A new code of 80 random bits: XXXX-XXXX-XXXX-XXXX. */
export function makeKeyCode(): string {
  const symbols = Array.from(randomBytes(16), (byte) => keyAlphabet[byte & 31])
  return [0, 4, 8, 12].map((start) => symbols.slice(start, start + 4).join('')).join('-')
}

export type KeyHasher = (code: string) => Buffer

/**
 * Returns a function that hashes codes with a secret key. A plain hash could be brute-forced from a stolen table: the
 * last group of each code is stored beside its hash, so only sixty bits are unknown.
 */
export async function keyHasher(ctx: Ctx): Promise<KeyHasher> {
  const secret = (await findSecret(ctx)) ?? (await createSecret(ctx))
  return (code) => createHmac('sha256', secret).update(code).digest()
}

async function findSecret({ sql, use }: Ctx): Promise<Buffer | null> {
  const [row] = await sql<{ sealed: Buffer }>`select sealed from checkout.authorization_key_secret`
  return row ? use(sealPort).open(row.sealed, sealBinding) : null
}

async function createSecret(ctx: Ctx): Promise<Buffer> {
  const ciphertext = ctx.use(sealPort).seal(randomBytes(32), sealBinding)
  await ctx.sql`insert into checkout.authorization_key_secret ${ctx.sql({ sealed: ciphertext })} on conflict do nothing`
  return (await findSecret(ctx))!
}
