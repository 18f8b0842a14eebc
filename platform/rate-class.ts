/** A rate limit for one caller. */
export type Rate = {
  readonly name: string
  /** Calls per minute, and the burst allowed before that rate applies. */
  readonly perMinute: number
  readonly burst: number
  /** Counted across all processes, because otherwise each process would allow as many more attempts. */
  readonly shared?: true
}

/** A built-in class by its name, or one that a module declares. */
export type RateClass = 'read' | 'write' | 'page' | 'form' | 'sign-in' | 'guess' | 'export' | 'picture' | Rate

const rates: Record<Extract<RateClass, string>, Omit<Rate, 'name'>> = {
  read: { perMinute: 600, burst: 200 },
  write: { perMinute: 240, burst: 80 },
  // A page costs the server more than a call; even a fast reader stays far below.
  page: { perMinute: 300, burst: 150 },
  // Checked before the form is read; the form's operation has its own rate.
  form: { perMinute: 240, burst: 80 },
  'sign-in': { perMinute: 30, burst: 20, shared: true },
  // Ten an hour: enough for a visitor who creates an account, too few to find out who has one.
  guess: { perMinute: 10 / 60, burst: 10, shared: true },
  export: { perMinute: 10, burst: 5 },
  // Each upload is fully decoded, which takes seconds of a core for the largest.
  picture: { perMinute: 6, burst: 6 },
}

export const rateOf = (rate: RateClass): Rate => (typeof rate === 'string' ? { name: rate, ...rates[rate] } : rate)
