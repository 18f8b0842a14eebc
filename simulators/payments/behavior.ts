/** The simulated gateway's decision, how its response travels, and whether the request arrived at all. */
export type Conduct = {
  verdict: 'approve' | 'decline' | 'error' | 'held'
  answer: 'sent' | 'time-out' | 'reset' | 'failure-500' | 'html' | 'malformed'
  reached: boolean
}

const verdict = (name: Conduct['verdict']): Conduct => ({ verdict: name, answer: 'sent', reached: true })
const before = (answer: Conduct['answer']): Conduct => ({ verdict: 'approve', answer, reached: false })
const after = (answer: Conduct['answer']): Conduct => ({ verdict: 'approve', answer, reached: true })

export const behaviors = {
  approve: verdict('approve'),
  decline: verdict('decline'),
  error: verdict('error'),
  held: verdict('held'),
  'time-out-before-capture': before('time-out'),
  'time-out-after-capture': after('time-out'),
  'reset-before-capture': before('reset'),
  'reset-after-capture': after('reset'),
  'failure-500-before-capture': before('failure-500'),
  'failure-500-after-capture': after('failure-500'),
  'html-before-capture': before('html'),
  'html-after-capture': after('html'),
  'malformed-after-capture': after('malformed'),
} satisfies Record<string, Conduct>

export type Behavior = keyof typeof behaviors

/** Test card numbers with special behavior; every other number that passes the Luhn check is approved. */
export const testCards: Readonly<Record<string, Behavior>> = {
  '4000000000000002': 'decline',
  '4000000000000119': 'error',
  '4000000000000101': 'held',
  '4000000000000010': 'time-out-before-capture',
  '4000000000000028': 'time-out-after-capture',
  '4000000000000036': 'reset-before-capture',
  '4000000000000044': 'reset-after-capture',
  '4000000000000051': 'failure-500-before-capture',
  '4000000000000069': 'failure-500-after-capture',
  '4000000000000077': 'html-before-capture',
  '4000000000000085': 'malformed-after-capture',
}

/** Sums in cents ($9,001.02 and so on) with special behavior, for every card. */
export const magicAmounts: Readonly<Record<number, Behavior>> = {
  900102: 'decline',
  900103: 'error',
  900104: 'held',
  900105: 'time-out-before-capture',
  900106: 'time-out-after-capture',
  900107: 'reset-after-capture',
  900108: 'failure-500-after-capture',
  900109: 'html-before-capture',
}

/** The gateway's own sandbox triggers: a postal code that declines, and the AVS and card-code results. */
export const declinedZip = '46282'
export const avsByZip: Readonly<Record<string, string>> = {
  46201: 'A',
  46203: 'E',
  46204: 'G',
  46205: 'N',
  46206: 'P',
  46207: 'R',
  46208: 'S',
  46209: 'U',
  46211: 'W',
  46214: 'X',
  46217: 'Z',
}
export const cvvByCode: Readonly<Record<string, string>> = { 900: 'M', 901: 'N', 902: 'S', 903: 'U', 904: 'P' }
