import type { KeyEvent } from './typing-sample.ts'

/** A small random generator, the same in each run. */
export function seededRandom(seed: number) {
  let state = seed
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, logNormal: (spread: number) => Math.exp(spread * normal()) }
}
type Chances = ReturnType<typeof seededRandom>

/**
 * How much generated typists differ from each other and from themselves: deviations of the logarithm, and times in ms.
 */
export const population = {
  dwell: 95,
  dwellOfPerson: 0.25,
  dwellOfKey: 0.15,
  dwellNoise: 0.17,
  flight: 190,
  flightOfPerson: 0.3,
  /** Common to all people, for whom some key pairs are faster. */
  flightOfPair: 0.25,
  flightOfPersonAndPair: 0.28,
  flightNoise: 0.22,
  /** The variation by day or keyboard. */
  session: 0.06,
  /** Pauses to think before a key. */
  pauses: 0.03,
}

export type Typist = { type(text: string, chances: Chances): KeyEvent[] }

const common = new Map<string, number>()
const commonChances = seededRandom(1)
const commonOf = (pair: string): number => {
  const flight = common.get(pair) ?? commonChances.logNormal(population.flightOfPair)
  common.set(pair, flight)
  return flight
}

/** A person with habits; `steadiness` below 1 means typing more unevenly than most. */
export function newTypist(chances: Chances, steadiness = 1): Typist {
  const p = population
  const [dwell, flight] = [p.dwell * chances.logNormal(p.dwellOfPerson), p.flight * chances.logNormal(p.flightOfPerson)]
  const habits = new Map<string, number>()
  const habit = (name: string, spread: number): number => {
    const habitFactor = habits.get(name) ?? chances.logNormal(spread)
    habits.set(name, habitFactor)
    return habitFactor
  }
  return {
    type(text, { uniform, logNormal }) {
      const day = logNormal(p.session)
      let index = 1000
      let before = ''
      const events: [at: number, event: KeyEvent][] = []
      for (const letter of text) {
        const key = letter.toLowerCase()
        if (before !== '') {
          const usual = flight * commonOf(before + key) * habit(before + key, p.flightOfPersonAndPair)
          const pauseFactor = uniform() < p.pauses ? 2 + 2 * uniform() : 1
          index += usual * day * pauseFactor * logNormal(p.flightNoise / steadiness)
        }
        const dwellTime = dwell * habit(key, p.dwellOfKey) * day * logNormal(p.dwellNoise / steadiness)
        const code = `Key-${key}`
        // A key is released before it is pressed again.
        events.push([index, ['down', code, letter, Math.round(index * 10) / 10]])
        events.push([index + dwellTime, ['up', code, letter, Math.round((index + dwellTime) * 10) / 10]])
        before = key
      }
      return events.toSorted(([a], [b]) => a - b).map(([, event]) => event)
    },
  }
}
