import { Hono } from 'hono'
import { z } from 'zod'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { simulatedAgency } from './agencies.ts'
import { type Behavior, behaviors, conductOf } from './behavior.ts'
import { type DicdsSimulator, openDicdsSimulator } from './dicds.ts'
import { identityOf, refusalOf, type Submitted, SubmittedShape } from './rules.ts'
import { openTvccSimulator, type TvccSimulator } from './tvcc.ts'

/** A completion stored by the simulated agency. */
type StoredReport = { agency: string; submission_id: string; receipt: string; record: Submitted }

export type AgencySimulator = {
  app: Hono
  /** The agencies' stored completions, each once: the oracle of tests. */
  ledger(): readonly StoredReport[]
  /** How many submissions reached the agencies, including refused and repeated ones. */
  submissions(): number
  /** The behavior of the next submissions, in order. */
  script(...next: Behavior[]): void
  /** While down, an agency responds with 503. */
  setDown(down: boolean): void
  /** The services with their own formats. */
  dicds: DicdsSimulator
  tvcc: TvccSimulator
}

type Options = { production: boolean; hang_ms?: number }

/**
 * The simulated agencies (Florida, the federal registry, any other): `POST /{agency}/completions` takes a completion
 * record; `/dicds` and `/tvcc` are services with their own formats. Throws in production, because no real agency would
 * learn of the completions.
 */
function openAgencySimulator({ production, hang_ms = 30_000 }: Options): AgencySimulator {
  if (production) throw new Error('The agency simulator must not run in production.')
  const accepted = new Map<string, StoredReport>()
  const scripted: Behavior[] = []
  let down = false
  let submissions = 0
  const app = new Hono()

  function decide(agency: string, record: Submitted): { status: 201 | 409 | 422; answer: object } {
    const refusal = refusalOf(simulatedAgency(agency), record)
    if (refusal) return { status: 422, answer: { status: 'rejected', ...refusal } }
    const identity = `${agency} ${identityOf(record)}`
    const existing = accepted.get(identity)
    if (existing) return { status: 409, answer: { status: 'duplicate', receipt: existing.receipt } }
    const receipt = `${agency.slice(0, 2).toUpperCase()}-${String(accepted.size + 1).padStart(7, '0')}`
    accepted.set(identity, { agency, submission_id: record.submission_id, receipt, record })
    return { status: 201, answer: { status: 'accepted', receipt } }
  }

  const dicds = openDicdsSimulator({ production })
  const tvcc = openTvccSimulator({ production })
  app.route('/dicds', dicds.app)
  app.route('/tvcc', tvcc.app)

  app.post('/:agency/completions', async (c) => {
    submissions += 1
    const conduct = conductOf(down ? 'down' : (scripted.shift() ?? 'answer'))
    const parsed = SubmittedShape.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success)
      return c.json({ status: 'rejected', code: 'FORMAT', message: 'The record is not complete.' }, 422)
    const agency = c.req.param('agency')
    if ('refuse' in conduct) {
      const code = conduct.refuse(simulatedAgency(agency).codes)
      return c.json({ status: 'rejected', code, message: code }, 422)
    }
    const decided = conduct.reached ? decide(agency, parsed.data) : null
    if (conduct.travels === 'hangs') await hang(hang_ms, c.req.raw.signal)
    if (conduct.travels !== 'well' || !decided) return c.text('The service is not available.', 503)
    return c.json(decided.answer, decided.status)
  })

  const simulator: AgencySimulator = {
    app,
    ledger: () => [...accepted.values()],
    submissions: () => submissions,
    script: (...next) => void scripted.push(...next),
    setDown(isDown) {
      down = isDown
    },
    dicds,
    tvcc,
  }
  addControls(simulator)
  return simulator
}

const hang = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const Script = z.object({ behaviors: z.array(z.enum(behaviors)).max(100) })
const Down = z.object({ down: z.boolean() })

/** Controls for tests and demonstrations in another process. */
function addControls({ app, ledger, script, setDown }: AgencySimulator): void {
  app.get('/ledger', (c) => c.json(ledger()))
  app.post('/script', async (c) => {
    const parsed = Script.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: true }, 400)
    script(...parsed.data.behaviors)
    return c.json({ success: true })
  })
  app.post('/down', async (c) => {
    const parsed = Down.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: true }, 400)
    setDown(parsed.data.down)
    return c.json({ success: true })
  })
}

type Settings = { url: string; addressOf: (service: { name: string }) => string }

export const agencies: Simulator<Settings> = {
  path: '/dev/agency',
  replaces: ({ REPORT_DROP_DIR }) => !REPORT_DROP_DIR,
  settings: (url) => ({ url, addressOf: ({ name }) => `${url}/${name}` }),
  open: ({ production }) => openAgencySimulator({ production }).app,
}

/** Simulated agencies on a free local port, for tests; `close` also ends calls that hang. */
export async function startAgencySimulator(options: { hang_ms?: number } = {}) {
  const simulator = openAgencySimulator({ ...options, production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { url, simulator, close }
}
