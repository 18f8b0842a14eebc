import { afterEach, beforeEach } from 'vitest'

const reached = new Set<string>()
const turned = new Set<string>()

declare global {
  /** Records the start of a loop of assertions, and each of its iterations. */
  var looped: <T>(
    place: string,
    list: Iterable<T>,
  ) => Iterable<T> & { forEach: (each: (item: T) => void) => void; every: (holds: (item: T) => boolean) => boolean }
  /** Refuses an empty list of cases: its tests would silently not exist. */
  var filled: <T>(place: string, cases: T) => T
}

globalThis.looped = (place, list) => {
  reached.add(place)
  const iterate = function* () {
    for (const item of list) {
      turned.add(place)
      yield item
    }
  }
  const forEach = (each: (item: never, index: number) => void) => {
    let index = 0
    for (const item of iterate()) each(item as never, index++)
  }
  const every = (holds: (item: never, index: number) => boolean) => [...iterate()].every(holds as never)
  return { [Symbol.iterator]: iterate, forEach, every }
}

globalThis.filled = (place, cases) => {
  if (Array.isArray(cases) && cases.length === 0) throw new Error(`${place}: there is no case to test`)
  return cases
}

beforeEach(() => {
  reached.clear()
  turned.clear()
})

// An inner loop may sometimes be empty, but not every time.
afterEach(() => {
  const idle = [...reached].filter((place) => !turned.has(place))
  if (idle.length > 0) throw new Error(`a loop of assertions had nothing to loop over: ${idle.join(', ')}`)
})
