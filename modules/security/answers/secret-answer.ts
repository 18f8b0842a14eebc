import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalForm } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

/** A random key for one owner's answers, sealed for its column. `owner` identifies the owner: `student_course:17`. */
export const newAnswerKey = (ctx: Ctx, owner: string): Buffer =>
  ctx.use(sealPort).seal(randomBytes(32), sealBinding(owner))

/** Normalizes an answer for comparison: no case, accents, spaces or punctuation. */
const normalAnswer = (answer: string): string =>
  normalForm(answer, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The stored form of an answer: it can't be read back, and differs between owners and questions. */
export function hashAnswer(ctx: Ctx, owner: string, key: Uint8Array, about: string, answer: string): Buffer {
  const secretKey = ctx.use(sealPort).open(key, sealBinding(owner))
  return createHmac('sha256', secretKey)
    .update(`${about}\0${normalAnswer(answer)}`)
    .digest()
}

/** Compares two hashes in constant time. */
export const isSameHash = (item: Uint8Array, other: Uint8Array): boolean =>
  item.length === other.length && timingSafeEqual(item, other)

const sealBinding = (owner: string) => `secret-answers:${owner}`
