import { describe, expect, it } from 'vitest'
import { parseJsonBody } from './json-body.ts'

const outcomeOf = (text: string) => {
  try {
    parseJsonBody(text)
    return 'read'
  } catch (error) {
    return (error as Error).message
  }
}

describe('a JSON body', () => {
  it('may nest at most 64 levels', () => {
    expect(outcomeOf('['.repeat(64) + ']'.repeat(64))).toBe('read')
    expect(outcomeOf('['.repeat(65) + ']'.repeat(65))).toBe('TOO_LARGE')
    expect(outcomeOf('{"a":'.repeat(200_000))).toBe('TOO_LARGE')
  })

  it('may contain at most 50,000 values', () => {
    expect(outcomeOf(`[${'1,'.repeat(49_999)}1]`)).toBe('read')
    expect(outcomeOf(`[${'1,'.repeat(50_000)}1]`)).toBe('TOO_LARGE')
  })

  it.each(['', '{', '[1,]', '"open', '"open\\', '{"a" 1}', ']]]]'])('refuses %j as INVALID', (text) => {
    expect(outcomeOf(text)).toBe('INVALID')
  })
})
