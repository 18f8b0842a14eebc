import { whenReachable } from '#modules/learning/seat-time/reachable.ts'
import { pathTo } from '#platform/path-to.ts'
import { type ApiFailure, callApi } from '#platform/ui/api.ts'
import { visit } from '#platform/ui/visit.ts'

type ComponentKey = { studentCourseId: number; componentId: number }
type WaitOptions = { onWait: () => void; signal: AbortSignal }

/** The outcome: the page is being left, the plain form should be submitted, or the server's refusal. */
export type MoveOnResult = 'left' | 'form' | { refused: string }

/**
 * Leaves a component from the browser, and completes the course after the last one. Without a connection it waits and
 * retries: leaving a component twice has the same result.
 */
export async function moveToNext(component: ComponentKey, waitOptions: WaitOptions): Promise<MoveOnResult> {
  const next = await callUntilResponse(
    () => callApi((api) => api.POST('/course/next', { body: component }), options),
    waitOptions,
  )
  if (!next) return 'left'
  if (!next.ok) return resultOf(next)
  const { nextComponentId, redirect } = next.data as { nextComponentId: number | null; redirect?: string }
  if (nextComponentId !== null)
    return goTo(redirect ?? pathTo('/course/:studentCourseId', { studentCourseId: component.studentCourseId }))
  const { studentCourseId } = component
  const body = { studentCourseId }
  const response = await callUntilResponse(
    () => callApi((api) => api.POST('/course/complete', { body }), options),
    waitOptions,
  )
  if (!response) return 'left'
  if (!response.ok) return resultOf(response)
  return goTo(
    (response.data as { redirect?: string }).redirect ?? pathTo('/course/:studentCourseId', { studentCourseId }),
  )
}

const options = { quiet: true, stay: true }
type ApiResult = Awaited<ReturnType<typeof callApi>>

/** Retries until there is a response; null once the page is left. */
async function callUntilResponse(
  call: () => Promise<ApiResult>,
  { onWait, signal }: WaitOptions,
): Promise<ApiResult | null> {
  while (!signal.aborted) {
    const response = await call()
    if (!isUnreachable(response)) return response
    onWait()
    await whenReachable(signal)
  }
  return null
}

/** No connection, or a server that is restarting. */
const isUnreachable = ({ ok, status }: ApiResult): boolean => !ok && (status === 0 || (status >= 502 && status <= 504))

function resultOf({ code, message, body }: ApiFailure): MoveOnResult {
  // The browser is already on its way to the sign-in page.
  if (code === 'UNAUTHENTICATED') return 'left'
  if (typeof body.redirect === 'string') return goTo(body.redirect)
  // The plain form leads to the missing registration question and explains it there.
  if (body.reason === 'REG_INC' || body.reason === 'REG_INV') return 'form'
  return { refused: message }
}

function goTo(to: string): 'left' {
  visit(to)
  return 'left'
}
