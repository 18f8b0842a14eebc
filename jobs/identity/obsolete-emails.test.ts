import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fragment } from '#platform/db/sql.ts'
import { captureMail } from '#platform/mail/mail.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { mailPort } from '#platform/ports.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { sendDomainOff } from './send-domain-off.job.ts'
import { sendEmailChange } from './send-email-change.job.ts'
import { sendEmailConfirmation } from './send-email-confirmation.job.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { sendNewPassword } from './send-new-password.job.ts'
import { sendOwedEmail } from './send-owed-email.job.ts'
import { sendPasswordLink } from './send-password-link.job.ts'
import { sendSecurityNotice } from './send-security-notice.job.ts'
import { sendSignInLinkEmail } from './send-sign-in-link.job.ts'
import { sendWebhookPaused } from './send-webhook-paused.job.ts'
import { sendWebhookRedirected } from './send-webhook-redirected.job.ts'
import { sendWelcome } from './send-welcome.job.ts'

const mail = captureMail()
const site = await openTestSite(fillPorts([mailPort, mail]))
const { read } = site.database
const admin = await site.addPerson({ role: 'Admin', code: 'BBB' })

type Row = Record<string, unknown>
/** A cause in organization 2, and the data of its fact. */
type Cause = { data: object; user_id: number; id: number }

const insert = async (table: string, key: string, row: Row): Promise<number> => {
  const [addedRow] = await read<{ id: number }>`
    insert into identity.${read(table)} ${read(row)} returning ${read(key)}::int as id`
  return addedRow!.id
}
const inAnHour = () => new Date(site.clock.now().getTime() + 3_600_000)

async function addClient(): Promise<number> {
  return insert('client', 'client_id', {
    organization_id: 2,
    name: 'Fleet sync',
    purpose: 'Tests',
    contact_email: 'dev@fleet.example',
    permissions: read.array([] as string[]),
    created_by: admin.user_id,
  })
}
async function addEndpoint(more: Row): Promise<Cause> {
  const row = { client_id: await addClient(), organization_id: 2, url: 'https://fleet.example', secret: randomBytes(8) }
  const id = await insert('webhook_endpoint', 'webhook_endpoint_id', { ...row, ...more })
  return { id, user_id: 0, data: { webhook_endpoint_id: id } }
}
const addStudent = async (data: (user_id: number) => object): Promise<Cause> => {
  const { user_id } = await site.addPerson({ code: 'BBB', proven: false })
  return { id: user_id, user_id, data: data(user_id) }
}

const endedEndpoint = {
  'the endpoint was removed': ({ id }: Cause) => read`
    update identity.webhook_endpoint set ended_at = platform.now() where webhook_endpoint_id = ${id}`,
  'the client was ended': ({ id }: Cause) => read`
    update identity.client set ended_at = platform.now(), ended_by = ${admin.user_id}
    where client_id = (select client_id from identity.webhook_endpoint where webhook_endpoint_id = ${id})`,
}
const removed = ({ user_id }: Cause) => read`
  update identity.person set deleted_at = platform.now() where user_id = ${user_id}`
const disabled = ({ user_id }: Cause) => read`
  update identity.person set lk_user_status_id = 2 where user_id = ${user_id}`
const closed = { 'the account was removed': removed, 'the account was disabled': disabled }
const onInvitation =
  (change: Fragment) =>
  ({ id }: Cause) =>
    read`update identity.invitation set ${change} where invitation_id = ${id}`
const pausedFor = (reason: string) => ({ paused_at: site.clock.now(), paused_why: reason })

type Email = { job: AnyJob; add: () => Promise<Cause>; endings: Record<string, (cause: Cause) => PromiseLike<unknown>> }

const emails: Record<string, Email> = {
  'an invitation': {
    job: sendInvitation,
    async add() {
      const id = await insert('invitation', 'invitation_id', {
        organization_id: 2,
        seed: randomBytes(16),
        token_hash: randomBytes(16),
        email: `${randomBytes(8).toString('hex')}@example.com`,
        invited_by: admin.user_id,
        expires_at: inAnHour(),
      })
      return { id, user_id: 0, data: { invitation_id: id } }
    },
    endings: {
      'it was used': onInvitation(read`used_at = platform.now()`),
      'it was withdrawn': onInvitation(read`revoked_at = platform.now()`),
      'it expired': onInvitation(read`expires_at = platform.now() - interval '1 second'`),
    },
  },
  'a domain that was switched off': {
    job: sendDomainOff,
    async add() {
      await read`delete from identity.own_domain`
      const row = { organization_id: 2, host: 'drive.example', proof: 'x', proved_at: site.clock.now() }
      const id = await insert('own_domain', 'own_domain_id', row)
      return { id, user_id: 0, data: { own_domain_id: id } }
    },
    endings: {
      'it is live again': ({ id }) => read`
        update identity.own_domain set live_at = platform.now() where own_domain_id = ${id}`,
      'it was removed': ({ id }) => read`delete from identity.own_domain where own_domain_id = ${id}`,
    },
  },
  'a paused endpoint': {
    job: sendWebhookPaused,
    add: () => addEndpoint(pausedFor('failing')),
    endings: {
      ...endedEndpoint,
      'it was resumed': ({ id }) => read`
        update identity.webhook_endpoint set paused_at = null, paused_why = null where webhook_endpoint_id = ${id}`,
      'staff paused it': ({ id }) => read`
        update identity.webhook_endpoint set paused_why = 'staff' where webhook_endpoint_id = ${id}`,
    },
  },
  'a redirected endpoint': { job: sendWebhookRedirected, add: () => addEndpoint({}), endings: endedEndpoint },
  'a new address': {
    job: sendEmailChange,
    async add() {
      const { user_id } = await site.addPerson({ code: 'BBB' })
      const id = await insert('email_change', 'email_change_id', {
        user_id,
        organization_id: 2,
        email: 'new@example.com',
        with_loginid: false,
        expires_at: inAnHour(),
      })
      return { id, user_id, data: { email_change_id: String(id) } }
    },
    endings: {
      ...closed,
      'it was replaced': ({ id }) => read`delete from identity.email_change where email_change_id = ${id}`,
      'it expired': ({ id }) => read`
        update identity.email_change set expires_at = platform.now() - interval '1 second' where email_change_id = ${id}`,
    },
  },
  'a link to sign in': {
    job: sendSignInLinkEmail,
    async add() {
      const { user_id, loginid: email } = await site.addPerson({ code: 'BBB' })
      const row = { organization_id: 2, bare_host_ind: false, browser_hash: randomBytes(8), email, lk_language_id: 1 }
      const id = await insert('sign_in_link_request', 'sign_in_link_request_id', row)
      return { id, user_id, data: { sign_in_link_request_id: id } }
    },
    endings: {
      ...closed,
      'the request is old': ({ id }) => read`
        update identity.sign_in_link_request set created_at = created_at - interval '1 day'
        where sign_in_link_request_id = ${id}`,
    },
  },
  'a message from staff': {
    job: sendOwedEmail,
    async add() {
      const { user_id } = await site.addPerson({ code: 'BBB' })
      const row = { organization_id: 2, user_id, kind: 'written', to_email: 'pat@example.com', subject: 'Hello' }
      const id = await insert('letter', 'letter_id', row)
      return { id, user_id, data: { letter_id: id } }
    },
    endings: { 'the account was removed': removed },
  },
  'a link for a password': {
    job: sendPasswordLink,
    add: () => addStudent((user_id) => ({ request_id: `request-${user_id}`, user_ids: [user_id], bare_host: false })),
    endings: closed,
  },
  'a welcome': { job: sendWelcome, add: () => addStudent((user_id) => ({ user_id })), endings: closed },
  'a link to confirm an address': {
    job: sendEmailConfirmation,
    add: () => addStudent((user_id) => ({ user_id, bare_host: false })),
    endings: closed,
  },
  'a new password': { job: sendNewPassword, add: () => addStudent((user_id) => ({ user_id })), endings: closed },
  'a new passkey': {
    job: sendSecurityNotice,
    add: () => addStudent((user_id) => ({ user_id, kind: 'passkey_added' })),
    endings: closed,
  },
}

let runs = 0
async function countSent({ job }: Email, { data }: Cause): Promise<number> {
  mail.sent.length = 0
  runs += 1
  const ctx = (await site.visit()).as({ actor: { kind: 'system', name: 'test' } })
  await job.run(ctx, data as never, { id: `run-${runs}`, number: 1, last: false, signal: new AbortController().signal })
  return mail.sent.length
}

const cases = Object.entries(emails).flatMap(([name, { endings }]) =>
  Object.keys(endings).map((ending) => [name, ending] as const),
)

test.each(Object.keys(emails))('the email about %s is sent while its cause lasts', async (name) => {
  const email = emails[name]!
  expect(await countSent(email, await email.add())).toBe(1)
})

test.each(cases)('the email about %s is not sent if, before the job first runs, %s', async (name, ending) => {
  const email = emails[name]!
  const cause = await email.add()
  await email.endings[ending]!(cause)
  expect(await countSent(email, cause)).toBe(0)
})
