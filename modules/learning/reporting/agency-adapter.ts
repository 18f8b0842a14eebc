import type { CompletionRecord } from './record.ts'

/**
 * The result of a submission. `duplicate`: the agency already has this completion, which counts as accepted.
 * `rejected`: retrying won't help, unless the agency's own codes say otherwise. `retry`: later. `body` is the
 * unmodified response. `http_status` is null without an HTTP request or response.
 */
export type AgencyResponse = {
  outcome: 'accepted' | 'duplicate' | 'rejected' | 'retry'
  http_status: number | null
  receipt: string | null
  code: string | null
  message: string | null
  body: string
  /** The number that the agency assigned to the certificate; absent or null if it assigns none. */
  certificate_number?: string | null
  /** The record is only in a folder for staff to upload, so the student is not notified yet. */
  handed_over?: true
  /** No response arrived, and the agency may have the completion. */
  unclear?: true
  /**
   * The fault is in our account at the agency. It affects every report (the queue is held until staff have corrected
   * it), or only this one; then other reports are still sent.
   */
  hold?: 'queue' | 'report'
}

/** The adapter of one agency. It never throws for failures of the agency or the network: those are `retry`. */
export type AgencyAdapter = {
  submit(record: CompletionRecord, signal: AbortSignal): Promise<AgencyResponse>
}

/** The error codes of failures before a request was sent. */
export const notSentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** The result for a request that failed in transit: unclear, unless it was never sent. */
export function lostResponse(error: unknown): AgencyResponse {
  const { name = 'no response', cause } = error as { name?: string; cause?: { code?: string } }
  const response = emptyResponse('retry', name)
  return notSentCodes.has(cause?.code ?? '') ? response : { ...response, unclear: true }
}

/** A response with an outcome and no other data. */
export const emptyResponse = (outcome: AgencyResponse['outcome'], body: string, http_status: number | null = null) =>
  ({ outcome, http_status, receipt: null, code: null, message: null, body }) satisfies AgencyResponse
