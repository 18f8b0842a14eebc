type Asker<Ask, Answer> = {
  readonly ask: Ask
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

const mostTogether = 50
/** One answering at a time makes the most of each; nobody new waits for one that takes longer than this (ms). */
const patience = 50

/**
 * Lets many askers share one answering, such as one statement for all of them: who asks alone is answered at once, and
 * those who ask while others are being answered gather and go together next. `answerAll` gives an answer for each ask,
 * in their order; where it throws, all of its askers get that error.
 */
export function gather<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  const waiting: Asker<Ask, Answer>[] = []
  let running = 0
  let since = 0

  async function answerSome(): Promise<void> {
    running++
    since = performance.now()
    const taken = waiting.splice(0, mostTogether)
    try {
      const answers = await answerAll(taken.map(({ ask }) => ask))
      for (const [index, { resolve }] of taken.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
    running--
    if (waiting.length > 0) void answerSome()
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (running === 0 || performance.now() - since > patience) void answerSome()
    })
}

/** One `gather` for each key, such as the handle of a scope: what is asked for within different scopes never mixes. */
export function gatherBy<Key extends object, Ask, Answer>(
  answerAll: (key: Key, asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (key: Key, ask: Ask) => Promise<Answer> {
  const gathered = new WeakMap<Key, (ask: Ask) => Promise<Answer>>()
  return (key, ask) => {
    const known = gathered.get(key)
    if (known) return known(ask)
    const own = gather((asks: readonly Ask[]) => answerAll(key, asks))
    gathered.set(key, own)
    return own(ask)
  }
}
