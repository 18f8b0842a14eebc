import { randomUUID } from 'node:crypto'
import { type CardVault, cardVault } from '#modules/checkout/payments/gateways/card-vault.ts'
import { type Gateway, paymentGateway } from '#modules/checkout/payments/gateways/gateway.ts'
import { walletPort } from '#modules/checkout/payments/gateways/wallet.ts'
import { breachedPasswords, noBreachedPasswords } from '#modules/identity/passwords/breached-passwords.ts'
import { socialProviders } from '#modules/identity/social/provider.ts'
import { storefronts } from '#modules/identity/storefront/storefronts.ts'
import { type DueWork, dueWork } from '#modules/identity/test-organizations/due-work.ts'
import { agencyAdapters, agencyServices, shareAdapter } from '#modules/learning/reporting/open-agencies.ts'
import { captchaPort } from '#modules/security/captcha/captcha.ts'
import { examProvider } from '#modules/security/exams/exam-provider.ts'
import { codeSender } from '#modules/security/phone/code-sender.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { fillPorts, type Ports } from '#platform/open-ctx.ts'
import { mailPort } from '#platform/ports.ts'
import type { AnyJob } from '#platform/queue/job.ts'

/**
 * The services of test organizations, for every port that leads to another company. They work within this process and
 * contact no one. Only webhooks are delivered, to the partner's own endpoint.
 */
export const fillTestPorts = (jobs: readonly AnyJob[]): Ports =>
  fillPorts(
    [mailPort, silentMailer],
    [paymentGateway, approvingGateway],
    [cardVault, emptyVault],
    [walletPort, null],
    [agencyAdapters, testAgencies],
    [agencyServices, { addressOf: () => '', neutralWithoutAccount: true, folder: null, deliveryHosts: [] }],
    [breachedPasswords, noBreachedPasswords],
    [socialProviders, {}],
    [storefronts, []],
    [captchaPort, null],
    [examProvider, null],
    [codeSender, null],
    [dueWork, openDueWork(jobs)],
  )

/** Sends nothing: the audit log of the test organization records each email. */
const silentMailer: Mailer = { send: async ({ dedupe_key }) => ({ message_id: `${dedupe_key}@sandbox.invalid` }) }

/** Completions of students with this last name are refused, so that a program can be tried with a refusal. */
const refusedLastName = 'Refused'

const testAgencies = shareAdapter({
  async submit(record) {
    const refused = record.student.last_name === refusedLastName
    return {
      outcome: refused ? 'rejected' : 'accepted',
      http_status: null,
      receipt: refused ? null : `TEST-${record.submission_id.slice(0, 8)}`,
      code: refused ? 'TEST_REFUSED' : null,
      message: null,
      body: '',
    }
  },
})

const noReason = { code: '', text: '' }
const approved = { outcome: 'approved', reason: noReason, offer_void: false } as const

/** Approves every charge. It keeps no books, so a lookup finds nothing. */
const approvingGateway: Gateway = {
  name: 'authorize_net',
  charge: async () => ({
    outcome: 'approved',
    transaction_id: `test-${randomUUID()}`,
    auth_code: 'TEST',
    last_4: '1111',
    brand: 'Visa',
    reason: noReason,
    avs: null,
    cvv: null,
  }),
  findByAttempt: async () => ({ answer: 'none' }),
  details: async () => ({ answer: 'none' }),
  listSince: async () => ({ answer: 'listed', transactions: [], until: new Date() }),
  void: async (transaction_id) => ({ ...approved, transaction_id }),
  refund: async () => ({ ...approved, transaction_id: `test-${randomUUID()}` }),
  decideHeld: async (transaction_id) => ({ ...approved, transaction_id }),
  isSigned: () => false,
  publicConfig: () => ({ api_login_id: '', client_key: '', library_url: '', connect_origin: '' }),
}

const refusal = async () =>
  ({ outcome: 'refused', reason: { code: 'TEST', text: 'a sandbox saves no cards' } }) as const

const emptyVault: CardVault = {
  createCustomer: refusal,
  addCard: refusal,
  addCardFromTransaction: refusal,
  listCards: async () => ({ outcome: 'done', cards: [] }),
  listMethods: async () => ({ outcome: 'done', methods: [] }),
  removeCard: refusal,
  profilePage: refusal,
  paymentPage: refusal,
  hosted: { payment_url: '', profile_url: '' },
}

/** A caller waits for the work, so it ends before the request does. */
const maxMs = 20_000

/** Runs the scheduled jobs that are declared for test organizations, one after the other. */
const openDueWork = (jobs: readonly AnyJob[]) => {
  const scheduled = jobs.filter(({ inSandbox, every }) => inSandbox && every !== null)
  return async (ctx: Ctx): Promise<DueWork> => {
    const server = ctx.as({ actor: { kind: 'system', name: 'sandbox' } })
    const signal = AbortSignal.timeout(maxMs)
    const result: DueWork = { ran: [], pending: [] }
    for (const job of scheduled) {
      const ran = !signal.aborted && (await tryJob(server, job, signal))
      result[ran ? 'ran' : 'pending'].push(job.name)
    }
    return result
  }
}

async function tryJob(ctx: Ctx, job: AnyJob, signal: AbortSignal): Promise<boolean> {
  try {
    await job.run(ctx, {}, { id: randomUUID(), number: 1, last: true, signal })
    return true
  } catch (error) {
    ctx.log.warn('sandbox.job_failed', { job: job.name, reason: String(error) })
    return false
  }
}
