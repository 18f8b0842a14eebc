type Read<V> = () => Promise<V>
/** Answers what `read` answers, or what somebody else's reading of the same key through the same `reader` does. */
export type Together<V> = (reader: object, key: string, read: Read<V>) => Promise<V>

type Rounds<V> = { readonly waiting: Map<string, Promise<V>>; readonly running: Map<string, Promise<unknown>> }

/**
 * One reading for all who ask for the same while the one before it runs. Every reading begins after the calls that it
 * answers, so nobody is told what was true before they asked; nothing is kept.
 */
export function openTogether<V>(): Together<V> {
  const rounds = new WeakMap<object, Rounds<V>>()
  return (reader, key, read) => {
    const own = rounds.get(reader) ?? { waiting: new Map(), running: new Map() }
    rounds.set(reader, own)
    return own.waiting.get(key) ?? openRound(own, key, read)
  }
}

function openRound<V>({ waiting, running }: Rounds<V>, key: string, read: Read<V>): Promise<V> {
  const before = running.get(key) ?? Promise.resolve()
  const answer = before
    .catch(() => {})
    .then(() => {
      waiting.delete(key)
      return read()
    })
  const over = () => {
    if (running.get(key) === answer) running.delete(key)
  }
  waiting.set(key, answer)
  running.set(key, answer)
  answer.then(over, over)
  return answer
}
