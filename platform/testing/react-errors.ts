import { afterEach, beforeEach, expect } from 'vitest'

/** What React says of a tree that is wrong in itself, for example of two siblings with one key. */
const faults = /same key|unique "key"|validateDOMNesting|cannot be a (?:child|descendant)|Cannot update a component/

let heard: string[] = []
const error = console.error
console.error = (...said: unknown[]) => {
  const text = said.map(String).join(' ')
  if (faults.test(text)) heard.push(text)
  error(...said)
}

beforeEach(() => {
  heard = []
})
afterEach(() => expect(heard, 'errors of React').toEqual([]))
