/** How often one caller may do something. */
export type Rate = {
  readonly name: string
  /** Calls a minute, and how many together before that rate applies. */
  readonly perMinute: number
  readonly burst: number
  /** Counted by all processes together, since each more process would be as many more tries. */
  readonly shared?: true
}

/** A class of the platform by its name, or one that a module declares. */
export type RateClass = 'read' | 'write' | 'page' | 'form' | 'sign-in' | 'guess' | 'export' | 'picture' | Rate

const rates: Record<Extract<RateClass, string>, Omit<Rate, 'name'>> = {
  read: { perMinute: 600, burst: 200 },
  write: { perMinute: 240, burst: 80 },
  // A page costs the server more than a call; one person's quick reading stays far below.
  page: { perMinute: 300, burst: 150 },
  // Asked before the form is read; what the form does has a rate of its own.
  form: { perMinute: 240, burst: 80 },
  'sign-in': { perMinute: 30, burst: 20, shared: true },
  // Ten an hour: what a visitor needs who makes one account, and too few to find out who has one.
  guess: { perMinute: 10 / 60, burst: 10, shared: true },
  export: { perMinute: 10, burst: 5 },
  // Each is decoded in full: seconds of a core for the largest.
  picture: { perMinute: 6, burst: 6 },
}

export const rateOf = (rate: RateClass): Rate => (typeof rate === 'string' ? { name: rate, ...rates[rate] } : rate)
