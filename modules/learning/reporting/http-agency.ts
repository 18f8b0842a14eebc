import { z } from 'zod'
import { outboundFetch } from '#platform/outbound.ts'
import type { AgencyAdapter, AgencyResponse } from './agency-adapter.ts'
import type { CompletionRecord } from './record.ts'

const Answer = z.object({
  status: z.enum(['accepted', 'duplicate', 'rejected']),
  receipt: z.string().min(1).max(100).nullish(),
  code: z.string().max(50).nullish(),
  message: z.string().max(1000).nullish(),
})

const maxBodyLength = 10_000

/**
 * An agency that takes completions as JSON: `POST {url}/{agency}/completions` responds with 201 accepted, 409
 * duplicate, 422 rejected with a code. Everything else (no response, 5xx, an unreadable response) is retried later.
 */
export const openHttpAgency = (url: string, { deadline_ms = 15_000 } = {}): AgencyAdapter => ({
  async submit(record, signal) {
    try {
      const response = await post(url, record, AbortSignal.any([signal, AbortSignal.timeout(deadline_ms)]))
      return readResponse(response.status, (await response.text()).slice(0, maxBodyLength))
    } catch (error) {
      return retryLater(null, error instanceof Error ? error.name : 'no response')
    }
  },
})

const post = (url: string, record: CompletionRecord, signal: AbortSignal) =>
  outboundFetch('report')(`${url.replace(/\/$/, '')}/${record.agency}/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': record.submission_id },
    body: JSON.stringify(record),
    // A redirect could send personal data anywhere.
    redirect: 'error',
    signal,
  })

const retryLater = (http_status: number | null, body: string): AgencyResponse => ({
  outcome: 'retry',
  http_status,
  receipt: null,
  code: null,
  message: null,
  body,
})

const expectedStatuses: Readonly<Record<string, readonly number[]>> = {
  accepted: [200, 201],
  duplicate: [200, 409],
  rejected: [422],
}

function readResponse(http_status: number, body: string): AgencyResponse {
  const result = Answer.safeParse(parseJson(body))
  if (!result.success || !expectedStatuses[result.data.status]!.includes(http_status))
    return retryLater(http_status, body)
  const { status, receipt = null, code = null, message = null } = result.data
  // An acceptance without a receipt is retried: the response to the next attempt is 'duplicate' with a receipt.
  if (status === 'accepted' && !receipt) return retryLater(http_status, body)
  return { outcome: status, http_status, receipt, code, message, body }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
