import { describe, expect, it } from 'vitest'
import { watched } from './watch-loops.ts'

const inTest = (source: string) => watched(source, '/here/a.test.ts')

describe('a test without assertions', () => {
  it('is a loop of assertions without iterations: its list is watched', () => {
    expect(inTest('for (const one of all()) expect(one).toBe(1)')).toBe(
      'for (const one of looped("a.test.ts:1", all())) expect(one).toBe(1)',
    )
    expect(inTest('\nall.forEach((one) => expect(one).toBe(1))')).toContain('looped("a.test.ts:2", all).forEach')
    expect(inTest('for (const a of one) for (const b of a) { expect(b).toBe(1) }')).toBe(
      'for (const a of looped("a.test.ts:1", one)) for (const b of looped("a.test.ts:1", a)) { expect(b).toBe(1) }',
    )
  })

  it('expects something of every item of an empty list: the list is watched', () => {
    expect(inTest('expect(rows.every(isOpen)).toBe(true)')).toBe(
      'expect(looped("a.test.ts:1", rows).every(isOpen)).toBe(true)',
    )
    expect(inTest('expect([1, 2].every(isOpen)).toBe(true)')).toBe('expect([1, 2].every(isOpen)).toBe(true)')
  })

  it('is not a loop without assertions, or over a literal list', () => {
    for (const plain of [
      'for (const one of all()) await remove(one)',
      "for (const one of ['a', ...rest] as const) expect(one).toBe(1)",
      'test.each([1, 2])("%s", (n) => expect(n).toBe(1))',
    ])
      expect(inTest(plain)).toBe(plain)
  })

  it('is an empty list of cases', () => {
    expect(inTest('it.each(cases)("%s", (n) => expect(n).toBe(1))')).toContain('it.each(filled("a.test.ts:1", cases))')
    expect(() => filled('a.test.ts:1', [])).toThrow('a.test.ts:1: there is no case')
    expect(filled('a.test.ts:1', [0])).toEqual([0])
  })

  it('is an expectation without a matcher', () => {
    for (const idle of ['expect(1)', 'expect.soft(1)', 'expect(1).toBe', 'await expect(1).rejects.toThrow'])
      expect(() => inTest(`\n${idle}`)).toThrow('a.test.ts:2: expect(…) says nothing to expect')
    expect(() => inTest('expect.hasAssertions()\nawait expect(1).rejects.toThrow()')).not.toThrow()
  })
})

describe('a watched loop', () => {
  it('fails its test if it has no iterations', { fails: true }, () => {
    for (const item of [].slice()) expect(item).toBe(1)
    expect(1).toBe(1)
  })

  it('fails its test if nothing is expected of every item', { fails: true }, () => {
    expect([].slice().every(() => false)).toBe(true)
  })

  it('yields the items of its list in order', () => {
    const items: string[] = []
    for (const text of looped('here', new Set(['a', 'b']))) items.push(text)
    looped('there', ['c']).forEach((text) => {
      items.push(text)
    })
    expect(items).toEqual(['a', 'b', 'c'])
    const isEarly = (item: string) => item < 'c'
    expect([looped('here', items).every(isEarly), looped('here', items.slice(0, 2)).every(isEarly)]).toEqual([
      false,
      true,
    ])
  })
})
