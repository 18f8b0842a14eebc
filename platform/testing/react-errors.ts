import { afterEach, beforeEach, expect } from 'vitest'

/** React's errors about a malformed tree, for example two siblings with the same key. */
const faults = /same key|unique "key"|validateDOMNesting|cannot be a (?:child|descendant)|Cannot update a component/

let reported: string[] = []
const error = console.error
console.error = (...args: unknown[]) => {
  const text = args.map(String).join(' ')
  if (faults.test(text)) reported.push(text)
  error(...args)
}

beforeEach(() => {
  reported = []
})
afterEach(() => expect(reported, 'errors of React').toEqual([]))
