import { asTenant } from '#modules/identity/index.ts'
import {
  type DeliveryChannel,
  DeliveryFault,
  type DeliveryFaultCode,
  isRetryable,
} from '#modules/learning/reporting/agencies/delivery/delivery.ts'
import { openDelivery } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import { emptyResponse } from '#modules/learning/reporting/agency-adapter.ts'
import type { Claim } from '#modules/learning/reporting/claim-report.ts'
import { agencyServices } from '#modules/learning/reporting/open-agencies.ts'
import { settleReport } from '#modules/learning/reporting/settle-report.ts'
import type { Ctx } from '#platform/ctx.ts'
import { outboundHold } from '#platform/outbound.ts'
import { findOwnAccount, openAccount } from './account.sql.ts'
import {
  claimDelivery,
  type DeliveryState,
  type FileDelivery,
  findFile,
  finishDelivery,
  markFilesUnclear,
  recordArrival,
  recordDeliveryFault,
} from './agency-file.sql.ts'
import { openFolder } from './folder-delivery.ts'

const maxPerSweep = 50
const timeout_ms = 60_000

/**
 * Delivers the files that are due, oldest first. After a database restore, undelivered files wait for staff. A server
 * that does not respond gets no other file in this sweep, so it delays the others by only one attempt.
 */
export async function deliverFiles(ctx: Ctx, signal: AbortSignal): Promise<void> {
  await ctx.tx(markFilesUnclear)
  const unreachable: string[] = []
  for (let count = 0; count < maxPerSweep && !signal.aborted; count += 1) {
    if (outboundHold()) return
    const file = await ctx.tx((inner) => claimDelivery(inner, unreachable))
    if (!file) return
    const code = await deliverOne(ctx, file, signal)
    if ((code === 'NO_CONNECTION' || code === 'UNCLEAR') && file.destination) unreachable.push(file.destination)
  }
}

/** Delivers a file. Returns the reason for a failure; null if it was delivered. */
async function deliverOne(ctx: Ctx, file: FileDelivery, signal: AbortSignal): Promise<DeliveryFaultCode | null> {
  try {
    const tenant = await asTenant(ctx, file.organization_id)
    if (file.delivery_state !== 'arrived') {
      const receipt = await placeFile(tenant, file, AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]))
      if (!(await tenant.tx((inner) => recordArrival(inner, file, receipt)))) return null
    }
    await settleFile(tenant, file)
    return null
  } catch (error) {
    if (!(error instanceof DeliveryFault)) throw error
    await recordFailure(ctx, file, error.code)
    ctx.log.warn('agencyFile.undelivered', {
      agency_file_id: file.agency_file_id,
      agency: file.agency,
      code: error.code,
    })
    return error.code
  }
}

/** Places the file, unless an interrupted attempt already has. Returns its receipt. */
async function placeFile(tenant: Ctx, file: FileDelivery, signal: AbortSignal): Promise<string> {
  const channel = await openDeliveryOf(tenant, file)
  const agencyFile = await findFile(tenant, file.agency_file_id)
  const outgoing = { name: file.name, bytes: agencyFile!.bytes }
  if (file.delivery_state === 'waiting') return channel.deliver(outgoing, signal)
  const receipt = await channel.find(outgoing, signal)
  // The agency may already have removed it, so staff check.
  if (receipt === null) throw new DeliveryFault('UNCLEAR', 'an earlier attempt did not finish')
  return receipt
}

/** Opens the delivery method of an account. */
async function openDeliveryOf(
  tenant: Ctx,
  { organization_id, agency, delivery }: FileDelivery,
): Promise<DeliveryChannel> {
  const { folder, deliveryHosts } = tenant.use(agencyServices)
  if (delivery === 'folder') return openFolder(folder)
  const account = await findOwnAccount(tenant, organization_id, agency)
  if (!account || delivery === 'none') throw new DeliveryFault('SETTINGS', 'no account')
  return openDelivery(delivery, openAccount(tenant, account), deliveryHosts)
}

const recordFailure = (ctx: Ctx, file: FileDelivery, code: DeliveryFaultCode) =>
  ctx.tx((inner) => recordDeliveryFault(inner, file, { code, state: stateAfterFault(file, code) }))

/** A file that an earlier attempt may have delivered is only looked up, never redelivered automatically. */
function stateAfterFault({ delivery_state }: FileDelivery, code: DeliveryFaultCode): DeliveryState {
  if (delivery_state === 'sending') return isRetryable(code) ? 'sending' : 'unclear'
  if (code === 'UNCLEAR') return 'unclear'
  return isRetryable(code) ? 'waiting' : 'stopped'
}

/** Marks the reports of an arrived file as handed over. Safe to repeat. */
export async function settleFile(ctx: Ctx, file: FileDelivery): Promise<void> {
  const { agency_file_id, agency, name, report_ids, organization_id } = file
  const claims = await ctx.unscoped.sql<Omit<Claim, 'record'>>`
    select completion_report_id, organization_id, student_course_id, agency, attempt
    from learning.completion_report
    where completion_report_id = any(${ctx.sql.array(report_ids)}) and state = 'sending'
    order by student_course_id`
  for (const claim of claims) {
    const tenant = await asTenant(ctx, claim.organization_id)
    await settleReport(tenant, claim, { ...emptyResponse('accepted', name), receipt: name, handed_over: true })
  }
  await ctx.tx(async (inner) => {
    const delivery = await finishDelivery(inner, file)
    if (!delivery) return
    const after = { agency_file_id, name, organization_id, ...delivery }
    await inner.audit({ action: 'agency.deliver', subject: `agency:${agency}`, after })
  })
}
