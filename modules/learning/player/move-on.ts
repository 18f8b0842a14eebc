import { whenReachable } from '#modules/learning/seat-time/reachable.ts'
import { pathTo } from '#platform/path-to.ts'
import { type ApiFailure, callApi } from '#platform/ui/api.ts'
import { visit } from '#platform/ui/visit.ts'

type Place = { studentCourseId: number; componentId: number }
type Waiting = { onWait: () => void; signal: AbortSignal }

/** The outcome: the page is being left, the plain form should be submitted, or the server's refusal. */
export type MoveOnEnd = 'left' | 'form' | { refused: string }

/**
 * Leaves a component from the browser, and completes the course after the last one. Without a connection it waits and
 * retries: leaving a component twice has the same result.
 */
export async function moveToNext(place: Place, waiting: Waiting): Promise<MoveOnEnd> {
  const next = await callUntilResponse(
    () => callApi((api) => api.POST('/course/next', { body: place }), options),
    waiting,
  )
  if (!next) return 'left'
  if (!next.ok) return endOf(next)
  const { nextComponentId, redirect } = next.data as { nextComponentId: number | null; redirect?: string }
  if (nextComponentId !== null)
    return go(redirect ?? pathTo('/course/:studentCourseId', { studentCourseId: place.studentCourseId }))
  const { studentCourseId } = place
  const body = { studentCourseId }
  const response = await callUntilResponse(
    () => callApi((api) => api.POST('/course/complete', { body }), options),
    waiting,
  )
  if (!response) return 'left'
  if (!response.ok) return endOf(response)
  return go(
    (response.data as { redirect?: string }).redirect ?? pathTo('/course/:studentCourseId', { studentCourseId }),
  )
}

const options = { quiet: true, stay: true }
type Called = Awaited<ReturnType<typeof callApi>>

/** Retries until there is a response; null once the page is left. */
async function callUntilResponse(call: () => Promise<Called>, { onWait, signal }: Waiting): Promise<Called | null> {
  while (!signal.aborted) {
    const response = await call()
    if (!isAway(response)) return response
    onWait()
    await whenReachable(signal)
  }
  return null
}

/** No connection, or a server that is restarting. */
const isAway = ({ ok, status }: Called): boolean => !ok && (status === 0 || (status >= 502 && status <= 504))

function endOf({ code, message, body }: ApiFailure): MoveOnEnd {
  // Already on the way to sign-in.
  if (code === 'UNAUTHENTICATED') return 'left'
  if (typeof body.redirect === 'string') return go(body.redirect)
  // The plain form leads to the missing registration question and explains it there.
  if (body.reason === 'REG_INC' || body.reason === 'REG_INV') return 'form'
  return { refused: message }
}

function go(to: string): 'left' {
  visit(to)
  return 'left'
}
