import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { releaseOnSignal, startPostgres } from '#platform/db/embedded.ts'
import { crashCluster, disableFsync } from '#tests/chaos/processes.ts'
import { runTalk, type TalkOutcome } from '#tests/chaos/talk/run.ts'
import { openTalkWorld } from '#tests/chaos/talk/world.ts'
import { root } from './run.ts'

/**
 * Fifty people write 5,000 messages in 20 tickets while the API process, the socket process and the database are killed
 * in turn: `node scripts/chaos-support.ts`, with `--messages`, `--people`, `--threads`, `--every`, `--seed`. Runs over
 * the hubs, and over a real Centrifugo, which is killed as well, if CENTRIFUGO_BIN is its binary. Needs a built
 * product. Exits with 1 if a message was lost, duplicated or out of order; `--report` writes the results to a file.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '5000' },
    people: { type: 'string', default: '50' },
    threads: { type: 'string', default: '20' },
    every: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    report: { type: 'string' },
  },
})
const number = (name: 'messages' | 'people' | 'threads' | 'every' | 'seed') => Number(values[name])
const plan = {
  messages: number('messages'),
  people: number('people'),
  threads: number('threads'),
  every: number('every'),
  seed: number('seed'),
}
releaseOnSignal()
console.log(`${plan.messages} messages, ${plan.people} people, ${plan.threads} tickets, seed ${plan.seed}`)
const binary = process.env.CENTRIFUGO_BIN
const parts = [await runOver('the hubs')]
if (binary) parts.push(await runOver('Centrifugo', binary))
else console.log('Centrifugo was not tried: CENTRIFUGO_BIN names no binary.')
if (values.report) await writeFile(resolve(root, values.report), `${head()}${parts.map(({ text }) => text).join('\n')}`)
process.exitCode = parts.every(({ outcome }) => outcome.wrong.length === 0) ? 0 : 1

/** One run on its own cluster, which is kept if something is wrong. */
async function runOver(name: string, centrifugo?: string): Promise<{ outcome: TalkOutcome; text: string }> {
  const startedAt = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'waypost-talk-'))
  const place = { folder: join(folder, 'postgres'), durable: true }
  const postgres = await startPostgres(place)
  const setup = openDatabase({ ...defaultOptions, name: 'chaos', url: postgres.url })
  const cluster = await disableFsync(setup)
  await setup.close()
  const crashDatabase = async () => {
    await crashCluster(cluster)
    await startPostgres(place)
  }
  let outcome: TalkOutcome | null = null
  const world = await openTalkWorld({ url: postgres.url, folder, crashDatabase, centrifugo })
  try {
    outcome = await runTalk(world, plan)
  } finally {
    await world.close()
    await postgres.release()
    if (outcome?.wrong.length === 0)
      for (const path of [folder, dirname(cluster)]) await rm(path, { recursive: true, force: true })
    else console.error(`What is left of the run: ${folder}, ${cluster}`)
  }
  const text = partOf(name, outcome, Math.round((Date.now() - startedAt) / 1000))
  console.log(text)
  return { outcome, text }
}

function head(): string {
  return `# Support while everything is killed

${new Date().toISOString().slice(0, 10)}: ${plan.people} people in ${plan.threads} tickets (seed ${plan.seed}).
Every committed message must be shown once and in order on every page that stays open, and nothing else.

`
}

function partOf(name: string, { messages, faults, wrong }: TalkOutcome, seconds: number): string {
  const lines = Object.entries(faults).map(([what, times]) => `| ${what} | ${times} |`)
  return `## Delivered by ${name}

${messages} messages within ${seconds} s.

| what was killed | times |
| --- | --- |
${lines.join('\n')}

${wrong.length === 0 ? 'Nothing was lost, doubled or out of order.' : wrong.map((fault) => `- ${fault}`).join('\n')}
`
}
