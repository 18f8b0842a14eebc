import type { Lookup } from '#platform/lookups.ts'
import type { Tone } from './badge.tsx'

/** The colors of statuses by their English names, for students and staff alike; all others are gray. */
export const statusTones: Readonly<Record<string, Tone>> = {
  ...withTone(
    'green',
    'Open',
    'Published',
    'Active',
    'Paid',
    'Enabled',
    'Enrolled',
    'Finished',
    'Passed',
    'Resolved',
    'Accepted',
    'Certificate Issued',
    'Certificate Issued (manual)',
    'Confirming Information',
  ),
  ...withTone(
    'red',
    'Unpaid',
    'Disabled',
    'Failed',
    'Reopened',
    'Needs Attention',
    'Completion Error',
    'Charged Back',
    'Overdue',
    'Rejected',
    'Revoked',
  ),
  ...withTone(
    'orange',
    'Refunded',
    'Partly Refunded',
    'Pending',
    'Fixed',
    'In Review',
    'Voided',
    'Not Verified',
    'Due',
    'Sending',
    'Will be sent again',
    'Used up',
  ),
  ...withTone('yellow', 'Pay Now', 'Awaiting Assignment'),
  ...withTone('blue', 'Redeemed', 'Scheduled', 'Assigned'),
  ...withTone('purple', 'In Progress'),
}

/** Things with another color for one of these names, or with states that no lookup names. */
export const kindTones = {
  payment: { Refunded: 'red', Unpaid: 'yellow' },
  invoice: { Open: 'blue' },
  ticket: { Active: 'blue' },
  exam: { started: 'blue', finished: 'orange', passed: 'green', failed: 'red', violation: 'red' },
  document: { waiting: 'orange', accepted: 'green', refused: 'red' },
  notice: { shown: 'green', planned: 'blue' },
  reportRun: { waiting: 'blue', done: 'green', failed: 'red', refused: 'orange' },
  completion: {
    pending: 'orange',
    sent: 'blue',
    waiting: 'orange',
    watched: 'blue',
    accepted: 'green',
    rejected: 'red',
  },
  translation: { untranslated: 'orange', review: 'yellow', approved: 'green', outdated: 'red', unused: 'purple' },
  storefrontLine: {
    'Waiting for the buyer': 'blue',
    'Unknown product': 'red',
    'Course not for sale': 'orange',
    Refunded: 'gray',
    'Refunded after completion': 'orange',
    'Additional copy': 'yellow',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Tone>>>>
export type StatusKind = keyof typeof kindTones

function withTone(tone: Tone, ...statuses: string[]): Record<string, Tone> {
  return Object.fromEntries(statuses.map((status) => [status, tone]))
}

/** The color of a status by its English name, or by its state in the code. */
export function toneOf(status: string, kind?: StatusKind): Tone {
  const tones: Readonly<Record<string, Tone>> = kind ? kindTones[kind] : {}
  return tones[status] ?? statusTones[status] ?? 'gray'
}

/** The colors of a lookup by its ids, for the column of a list. */
export const tonesOf = (lookup: Lookup, kind: StatusKind): Readonly<Record<number, Tone>> =>
  Object.fromEntries(Object.entries(lookup).map(([id, [english]]) => [id, toneOf(english, kind)]))
