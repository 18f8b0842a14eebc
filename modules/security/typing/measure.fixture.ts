import { isTooEven, readStrokes, type Timings, timingsOf } from './typing-sample.ts'
import { profileOf, type ScoreBand, samplesNeeded, scoreTyping } from './typing-score.ts'
import { newTypist, seededRandom } from './typist.fixture.ts'

/** The measured shares of samples, from 0 to 1. */
export type ErrorShares = { falseRefusals: number; wrongAccepted: number; tooEven: number }

/**
 * Enrolls generated people with a setup's samples, then each types the text ten more times, and ten other people type
 * it in their place.
 */
export function measureTyping(
  text: string,
  { people, band, seed = 7 }: { people: number; band: ScoreBand; seed?: number },
) {
  const random = seededRandom(seed)
  const typists = Array.from({ length: people }, () => newTypist(random))
  const sample = (index: number): Timings => {
    const strokes = readStrokes(typists[index % people]!.type(text, random), text)
    if (typeof strokes === 'string') throw new Error(`a generated sample is ${strokes}`)
    return timingsOf(strokes)
  }
  const counts = { own: 0, refused: 0, others: 0, accepted: 0, even: 0 }
  for (let person = 0; person < people; person++) {
    const profile = profileOf(
      Array.from({ length: samplesNeeded }, () => sample(person)),
      band,
    )
    for (let turn = 1; turn <= 10; turn++) {
      const ownSample = sample(person)
      counts.own += 1
      if (!scoreTyping(profile, ownSample, band).passed) counts.refused += 1
      if (isTooEven(ownSample)) counts.even += 1
      counts.others += 1
      if (scoreTyping(profile, sample(person + 1 + Math.floor(random.uniform() * (people - 1))), band).passed)
        counts.accepted += 1
    }
  }
  return {
    falseRefusals: counts.refused / counts.own,
    wrongAccepted: counts.accepted / counts.others,
    tooEven: counts.even / counts.own,
  } satisfies ErrorShares
}
