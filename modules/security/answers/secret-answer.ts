import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { normalForm } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

/** A random key for the answers of one owner, sealed for its column. `owner` is what it belongs to: `student_course:17`. */
export const newAnswerKey = (ctx: Ctx, owner: string): Buffer => ctx.use(sealPort).seal(randomBytes(32), bound(owner))

/** The form in which an answer is compared: case, accents, spaces and punctuation say nothing about who answers. */
const normalAnswer = (answer: string): string =>
  normalForm(answer, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What is kept of an answer: nothing that can be read again, and nothing that is alike for two owners or questions. */
export function hashAnswer(ctx: Ctx, owner: string, key: Uint8Array, about: string, answer: string): Buffer {
  const opened = ctx.use(sealPort).open(key, bound(owner))
  return createHmac('sha256', opened)
    .update(`${about}\0${normalAnswer(answer)}`)
    .digest()
}

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const bound = (owner: string) => `secret-answers:${owner}`
