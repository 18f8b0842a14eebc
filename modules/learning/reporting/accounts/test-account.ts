import type { AgencyAccount } from '#modules/learning/reporting/agencies/account-fields.ts'
import { DeliveryFault, deliveryFaults } from '#modules/learning/reporting/agencies/delivery/delivery.ts'
import {
  type DeliveryKind,
  isDeliveryKind,
  listMissingDeliverySettings,
  openDelivery,
} from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { agencyEntry } from '#modules/learning/reporting/agencies/index.ts'
import { agencyServices } from '#modules/learning/reporting/open-agencies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { outboundFetch } from '#platform/outbound.ts'
import { z } from '#platform/schema.ts'
import { findOwnAccount, openAccount } from './account.sql.ts'
import { mayChange } from './account-permissions.ts'
import { sampleFor } from './sample-record.ts'
import { Agency } from './save-account.ts'

const timeout_seconds = 15

export const testAgencyAccount = operation({
  call: 'POST /agency/testAccount',
  added: true,
  summary:
    "Tests the account at an agency's service: whether the service responds and, where the agency allows it, how it answers a test record",
  may: mayChange,
  takes: z.object({
    agency: Agency,
    /** Sends a made-up completion. Only with the agency's permission, which the account states. */
    send_record: z.boolean().default(false),
  }),
  gives: z.object({
    /** The required fields that are missing; nothing is sent without them. */
    missing: z.array(z.string()),
    /** The status of the service's response, or null without one. */
    http_status: z.int().nullable(),
    reached: z.boolean(),
    /** The key or bucket that a file server presented, and why it could not be used; null for other methods. */
    identity: z.string().nullable(),
    fault: z.enum(deliveryFaults).nullable(),
    /** The response to the test record; null if none was sent. */
    record: z
      .object({ outcome: z.string(), code: z.string().nullable(), receipt: z.string().nullable(), body: z.string() })
      .nullable(),
  }),
  fails: [errors.notFound],
  transaction: { own: 'the agency is asked in the middle' },
  audit: ({ agency, send_record }) => ({
    action: 'agency.test',
    subject: `agency:${agency}`,
    after: { send_record },
  }),
  async run(ctx, { agency, send_record }) {
    const { service } = agencyEntry(agency)
    const account = await findOwnAccount(ctx, ctx.organization.organization_id, agency)
    if (!account) throw errors.notFound()
    const accountData = openAccount(ctx, account)
    const { delivery } = account.settings
    if (account.method === 'file' && isDeliveryKind(delivery)) return testDelivery(ctx, delivery, accountData)
    if (!service || account.method !== 'service') throw errors.notFound()
    const missing = [...service.listMissingSettings(accountData)]
    const url = ctx.use(agencyServices).addressOf(service)
    const http_status = await fetchStatus(`${url}${service.description}`)
    const result = { missing, http_status, reached: http_status === 200, identity: null, fault: null, record: null }
    if (!send_record || missing.length > 0 || accountData.settings.test_records !== 'yes') return result
    const signal = AbortSignal.timeout(timeout_seconds * 1000)
    const { outcome, code, receipt, body } = await service
      .open(url, accountData)
      .submit(sampleFor(ctx, agency, accountData.settings), signal)
    return { ...result, record: { outcome, code, receipt, body: body.slice(0, 2_000) } }
  },
})

/** Signs in to the file server, which presents its key or bucket. */
async function testDelivery(ctx: Ctx, delivery: DeliveryKind, account: AgencyAccount) {
  const result = { missing: listMissingDeliverySettings(account), http_status: null, record: null }
  try {
    const channel = openDelivery(delivery, account, ctx.use(agencyServices).deliveryHosts)
    const identity = await channel.test(AbortSignal.timeout(timeout_seconds * 1000))
    return { ...result, reached: true, identity, fault: null }
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error
    const { code, message } = error
    return { ...result, reached: false, identity: code === 'HOST_KEY' ? message : null, fault: code }
  }
}

/** The HTTP status of the service's description; null without a response. */
async function fetchStatus(url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(timeout_seconds * 1000)
    const { status, body } = await outboundFetch('report')(url, { redirect: 'error', signal })
    await body?.cancel()
    return status
  } catch {
    return null
  }
}
