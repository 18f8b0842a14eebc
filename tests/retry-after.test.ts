import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errors, type Refusal, type RefusalKind, type RefuseForNow } from '#platform/errors.ts'
import { failureOf, retryAfterOf } from '#platform/http/failure.ts'
import { silentLog } from '#platform/log.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('{modules,platform,web,jobs}/**/*.ts', { cwd: root }).filter(
  (path) =>
    !path.endsWith('.test.ts') && /export const \w+ = defineErrors\(/.test(readFileSync(join(root, path), 'utf8')),
)
const exported = await Promise.all(files.map((path) => import(join(root, path)) as Promise<Record<string, object>>))
const isKind = (value: unknown): value is RefusalKind =>
  typeof value === 'function' && 'code' in value && 'status' in value
const kinds = exported.flatMap((names) => Object.values(names).flatMap((table) => Object.values(table))).filter(isKind)
const limits = kinds.filter(({ status }) => status === 429) as RefuseForNow[]

const headersOf = (refusal: Refusal) => retryAfterOf(failureOf(refusal, 'en-us', silentLog))

it('finds the errors of all modules', () => {
  expect(kinds.length).toBeGreaterThan(300)
  expect(limits.length).toBeGreaterThan(15)
})

it.each(limits)('$code has Retry-After', (limit) => {
  const refusal = limit(6.2, { minutes: 1 }, { captcha: true })
  expect(headersOf(refusal)).toEqual({ 'retry-after': '7' })
  expect(refusal.answer).toEqual({ captcha: true, retry_after: 7 })
})

it('is never in the past', () => {
  expect(headersOf(errors.tooMany(-3))).toEqual({ 'retry-after': '1' })
})

it('is a type error without the seconds', () => {
  // @ts-expect-error A refusal of status 429 needs its seconds.
  const refusal: Refusal = errors.tooMany()
  expect(refusal.kind.status).toBe(429)
})
