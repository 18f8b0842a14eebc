import { randomUUID } from 'node:crypto'
import { openRandom, pause } from '#tests/chaos/random.ts'
import { type Counts, openTally } from '#tests/chaos/tally.ts'
import { call, openTalkPage, type TalkPage } from './page.ts'
import type { Talker, TalkWorld } from './world.ts'

export type TalkPlan = {
  people: number
  threads: number
  messages: number
  /** The number of messages between faults. */
  every: number
  seed: number
}
export type TalkOutcome = {
  messages: number
  faults: Counts
  /** The remaining faults, one sentence each. The run has failed if there is one. */
  wrong: string[]
}

/**
 * People write in tickets while the API process, the socket process and the database are killed in turn. In the end,
 * every page has shown every committed message once and in order, and nothing else.
 */
export async function runTalk(world: TalkWorld, plan: TalkPlan): Promise<TalkOutcome> {
  const random = openRandom(plan.seed)
  const tally = openTally()
  const pages = await openPages(world, plan)
  const sent = new Map<string, { sequence: number; thread: number }>()
  let over = false
  const breaker = openBreaker(world, { every: plan.every, done: () => sent.size, over: () => over, tally })
  // Errors of the breaker itself are reported at the end.
  const breaking = breaker.run().then(
    () => null,
    (error: unknown) => error,
  )
  const each = Math.ceil(plan.messages / plan.people)
  const writing = pages.map(async (page, index) => {
    const clientRandom = random.of(index)
    for (let n = 1; n <= each; n++) {
      // Writers wait for the breaker, so that no fault comes after the last message.
      while (breaker.isBehind()) await pause(50)
      const client_id = randomUUID()
      const sequence = await write(world, page, { client_id, text: `${index}.${n}`, twice: clientRandom.chance(0.05) })
      sent.set(client_id, { sequence, thread: page.chat_thread_id })
      await pause(clientRandom.between(0, 40))
    }
  })
  try {
    await Promise.all(writing)
  } finally {
    over = true
  }
  const failure = await breaking
  if (failure) throw failure
  const problems = await compare(world, pages, sent)
  // A server shuts down cleanly while pages are open.
  const codes = await world.close()
  for (const page of pages) page.close()
  if (codes.some((code) => code !== 0)) problems.push(`a process ended with ${codes.join(' and ')}`)
  return { messages: sent.size, faults: tally.read(), wrong: problems }
}

/** Every thread has its reporter; the others are staff, spread over the threads. */
async function openPages(world: TalkWorld, { people, threads }: TalkPlan): Promise<TalkPage[]> {
  const reporters = await world.invite(threads, 'Student')
  const staff = await world.invite(people - threads, 'Admin')
  const openedIds = await Promise.all(
    reporters.map(async (reporter) => {
      const response = await call(world, reporter, '/support/createSupportTicket', { details: 'I cannot continue.' })
      return response!.data.chat_thread_id as number
    }),
  )
  const [inside, all] = [openedIds.length, [...reporters, ...staff]]
  const pages = await Promise.all(all.map((talker, index) => openPage(world, talker, openedIds[index % inside]!)))
  await until(() => pages.every((page) => page.isLive() && page.messages.length > 0))
  return pages
}

async function openPage(world: TalkWorld, talker: Talker, chat_thread_id: number): Promise<TalkPage> {
  const response = await call(world, talker, `/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)
  return openTalkPage(world, talker, { chat_thread_id, channel: response!.data[0].channel })
}

type Written = { client_id: string; text: string; twice: boolean }

/** More than two minutes. */
const maxTries = 600

/** Tries until the server confirms the message, as a page does at 'Try again'. */
async function write(world: TalkWorld, page: TalkPage, { client_id, text, twice }: Written): Promise<number> {
  const body = { chat_thread_id: page.chat_thread_id, message: text, client_id }
  for (let tries = 0; tries < maxTries; tries++) {
    const once = () => call(world, page.talker, '/support/sendMessage', body)
    const [answer] = (await Promise.all(twice ? [once(), once()] : [once()])).filter((response) => response !== null)
    if (answer) return answer.data.sequence
    await pause(200)
  }
  throw new Error('the server did not come back')
}

type Breaking = {
  every: number
  done: () => number
  over: () => boolean
  tally: ReturnType<typeof openTally>
}
function openBreaker(world: TalkWorld, { every, done, over, tally }: Breaking) {
  let turn = 0
  let isStopped = false
  async function run(): Promise<void> {
    for (; ; turn++) {
      while (!over() && done() < (turn + 1) * every) await pause(50)
      if (over()) return
      const [what, crash] = world.faults[turn % world.faults.length]!
      await crash().catch((error) => {
        isStopped = true
        throw error
      })
      tally.add(what)
    }
  }
  return { run, isBehind: () => !isStopped && done() >= (turn + 2) * every }
}

type Sent = ReadonlyMap<string, { sequence: number; thread: number }>
type Row = { thread: number; sequence: number; client_id: string; said: string | null }

async function compare(world: TalkWorld, pages: readonly TalkPage[], sent: Sent): Promise<string[]> {
  const rows = await world.database.read<Row>`
    select t.chat_thread_id as thread, m.sequence, m.client_id::text as client_id, m.said
    from support.message m join support.ticket t using (issue_id)
    where t.chat_thread_id = any(${world.database.read.array([...new Set(pages.map((page) => page.chat_thread_id))])}::int[])
    order by t.chat_thread_id, m.sequence`
  const threads = Map.groupBy(rows, ({ thread }) => thread)
  const problems: string[] = []
  // Well below the minute after which a live page polls: messages that arrive by then were pushed.
  const arrived = await until(
    () => pages.every((page) => page.messages.length >= threads.get(page.chat_thread_id)!.length),
    30_000,
  ).catch(() => null)
  if (!arrived) problems.push('a page did not hear of a message within 30 seconds')
  for (const [thread, messages] of threads) {
    if (messages.some(({ sequence }, index) => sequence !== index + 1)) problems.push(`thread ${thread} has a gap`)
    if (new Set(messages.map(({ client_id }) => client_id)).size !== messages.length)
      problems.push(`thread ${thread} has a message twice`)
  }
  for (const { chat_thread_id, messages, talker } of pages) {
    const sentIds = threads.get(chat_thread_id)!.map(({ client_id }) => client_id)
    if (messages.map(({ client_id }) => client_id).join() !== sentIds.join())
      problems.push(
        `person ${talker.user_id} saw ${messages.length} messages of thread ${chat_thread_id}, not ${sentIds.length}`,
      )
  }
  const rowByClientId = new Map(rows.map((row) => [row.client_id, row]))
  for (const [client_id, { sequence, thread }] of sent) {
    const row = rowByClientId.get(client_id)
    if (row?.sequence !== sequence || row.thread !== thread)
      problems.push(`message ${client_id} was confirmed and is gone`)
  }
  const unannounced = rows.filter(
    ({ client_id, said, sequence }) => said === null && sequence > 1 && !sent.has(client_id),
  )
  if (unannounced.length > 0) problems.push(`${unannounced.length} messages exist that were not announced`)
  return problems
}

async function until(holds: () => boolean, within = 60_000): Promise<true> {
  for (const startedAt = performance.now(); performance.now() - startedAt < within; ) {
    if (holds()) return true
    await pause(50)
  }
  throw new Error('it took too long')
}
