/** `fail` keeps the product from working, `warn` may surprise an operator, `skip` was not tried. */
export type Finding = { subject: string; state: 'ok' | 'warn' | 'fail' | 'skip'; detail: string }

export const ok = (subject: string, detail: string): Finding => ({ subject, state: 'ok', detail })
export const warn = (subject: string, detail: string): Finding => ({ subject, state: 'warn', detail })
export const fail = (subject: string, detail: string): Finding => ({ subject, state: 'fail', detail })
export const skip = (subject: string, detail: string): Finding => ({ subject, state: 'skip', detail })

const maxMs = 20_000

/** Runs a probe; an error or no result within 20 seconds is a failure of its subject. */
export async function attempt(subject: string, probe: () => Promise<Finding[] | Finding>): Promise<Finding[]> {
  const timeout = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => timeout.resolve(fail(subject, 'no answer within 20 seconds')), maxMs)
  try {
    return [await Promise.race([probe(), timeout.promise])].flat()
  } catch (error) {
    return [fail(subject, reasonOf(error))]
  } finally {
    clearTimeout(timer)
  }
}

/** The message of an error; `fetch` hides the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const inner = cause instanceof Error ? `: ${cause.message || String(Reflect.get(cause, 'code'))}` : ''
  return `${error.message || String(Reflect.get(error, 'code'))}${inner}`.split('\n')[0]!
}
