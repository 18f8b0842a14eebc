import type { CompletionRecord } from './record.ts'

/**
 * What became of a submission. `duplicate`: the agency has this completion already, which is as good as accepted.
 * `rejected`: no repetition helps, unless the agency's own table of codes says so. `retry`: later. `body` is the agency's answer word for word. `http_status` is null where
 * nothing was asked over HTTP, or nothing answered.
 */
export type AgencyAnswer = {
  outcome: 'accepted' | 'duplicate' | 'rejected' | 'retry'
  http_status: number | null
  receipt: string | null
  code: string | null
  message: string | null
  body: string
  /** It was only handed over for someone to bring to the agency, so its student is not told that the agency has it. */
  handed_over?: true
}

/** The way to one agency. Never throws for what the agency or the network does: that is `retry`. */
export type AgencyAdapter = {
  submit(record: CompletionRecord, signal: AbortSignal): Promise<AgencyAnswer>
}
