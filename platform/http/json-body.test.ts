import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const code = (text: string) => {
  try {
    parseJsonBody(text)
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a JSON body', () => {
  it('may nest 64 levels, and no more', () => {
    expect(code('['.repeat(64) + ']'.repeat(64))).toBe('read')
    expect(code('['.repeat(65) + ']'.repeat(65))).toBe('TOO_LARGE')
    expect(code('{"a":'.repeat(200_000))).toBe('TOO_LARGE')
  })

  it('may contain 50,000 values, and no more', () => {
    expect(code(`[${'1,'.repeat(49_999)}1]`)).toBe('read')
    expect(code(`[${'1,'.repeat(50_000)}1]`)).toBe('TOO_LARGE')
  })

  it.each(['', '{', '[1,]', '"open', '"open\\', '{"a" 1}', ']]]]'])('refuses %j as INVALID', (text) => {
    expect(code(text)).toBe('INVALID')
  })
})
