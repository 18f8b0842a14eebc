import { once } from 'node:events'
import { join } from 'node:path'
import { jobs } from '#jobs/index.ts'
import { openQueuedCtx } from '#jobs/worker.ts'
import { openAuthorizeNet, openCardVault } from '#modules/checkout/entry.ts'
import { openClientUse } from '#modules/identity/clients/client-use.ts'
import { openWebhookTransport } from '#modules/identity/webhooks/transport.ts'
import { openAgencies } from '#modules/learning/reporting/open-agencies.ts'
import { systemClock } from '#platform/clock.ts'
import { appRole, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { openFiles } from '#platform/files/files.ts'
import { openLog } from '#platform/log.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { openMailbox } from '#platform/mail/mailbox.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { startWorker } from '#platform/queue/worker.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { fillAllPorts } from '#web/services.ts'

// The product's worker in its own process. Before an email with a certificate and its first call to an agency, it
// prints `mail` or `agency` and waits for a line.
const [url, agency, folder] = process.argv.slice(-3) as [string, string, string]
const say = (line: object | string) =>
  process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
const input = once(process.stdin, 'data')

const real = globalThis.fetch
globalThis.fetch = async (...request) => {
  say('agency')
  await input
  return real(...request)
}
const mailbox = openMailbox(join(folder, 'mailbox'))
const mailer = openMailer({ from: 'Waypost <no-reply@waypost.test>', mailbox, production: false })
const { config } = await startAuthorizeNetSimulator()
const database = openDatabase({ ...defaultOptions, url, role: appRole })
const log = openLog(say)
const queue = openQueue({ url, log })
const ports = fillAllPorts(
  {
    files: openFiles({ folder: join(folder, 'files') }),
    mailer: {
      async send(message) {
        if (message.subject.startsWith('Your certificate')) {
          say('mail')
          await input
        }
        return mailer.send(message)
      },
    },
    gateway: openAuthorizeNet(config),
    clientUse: openClientUse(database.read, () => {}),
    vault: openCardVault(config),
    agencies: openAgencies({ url: agency }),
    webhooks: openWebhookTransport({ local: true }),
  },
  { secret: 'test-secret-test-secret-test-secret', baseUrl: new URL('http://localhost:3000') },
)
const services = { database, clock: systemClock, log, facts: queue.factSender(jobs), ports }
await startWorker({ queue, jobs, log, makeCtx: (job, data) => openQueuedCtx(services, job, data), pollSeconds: 0.5 })
