import { callApi } from '#platform/ui/api.ts'
import { isLeaving } from '#platform/ui/visit.ts'
import { displayTotal } from './hold-total.ts'
import { forgetComplete, forgetRanges, idleFor, listShownRanges, markActive, setBeat } from './seat-activity.ts'
import type { Percent, SeatState } from './seat-state.shared.ts'

const beatInterval_ms = 10_000
type BeatResponse = { time_spent: number; inactive: boolean; redirect?: string; videos?: Percent[] }

/** `course_spent` and `course_required` are for the whole course; the rest is for the open component. */
export type SeatClockProps = {
  student_course_id: number
  student_progress_id: number
  lease_id: string
  time_spent: number
  required_seconds: number
  idle_minutes: number | null
  course_spent: number
  course_required: number
}

/**
 * Sends beats until the page or its part is left, or the lease is lost. Returns a function that stops them. `write`
 * gets the state, and null at the end, because the next part has its own clock. For the browser.
 */
export function startBeats(seat: SeatClockProps, write: (state: SeatState | null) => void): () => void {
  const { student_progress_id, lease_id, required_seconds } = seat
  let credited = seat.time_spent
  let since = performance.now()
  let sequence = 0
  let isStopped = false
  let latestState: SeatState | null = null
  const show = (state: SeatState['state'], videos = latestState?.videos ?? []) => {
    // Between two beats the display advances on its own, at most by the time that a beat can credit. It never goes
    // back.
    const uncredited = state === 'running' ? Math.min(20, (performance.now() - since) / 1000) : 0
    const spent = Math.max(Math.floor(credited + uncredited), latestState?.spent ?? 0)
    const total = displayTotal(seat.student_course_id, seat.course_spent + spent - seat.time_spent)
    latestState = { spent, total, required: required_seconds, state, videos }
    write(latestState)
  }

  async function beat(): Promise<void> {
    if (isStopped) return
    sequence += 1
    const reports = listShownRanges()
    const body = {
      student_progress_id,
      lease_id,
      sequence,
      time_spent: Math.floor(credited),
      interacted_ms_ago: Math.round(idleFor()),
      ...(reports.length > 0 && { ranges: reports }),
    }
    // `keepalive`: the last one is sent even while the page unloads.
    const response = await callApi((api) => api.POST('/course/updateStudentProgressTime', { body, keepalive: true }), {
      quiet: true,
    })
    // The response to an earlier beat doesn't count once the lease is lost.
    if (isStopped) return
    if (response.ok) return accept(response.data as BeatResponse)
    // The page is already being left.
    if (typeof response.body.redirect === 'string') stop()
    // The next part of the course already has the lease.
    else if (response.status === 409 && isLeaving()) return
    else if (response.status === 409) stop('elsewhere')
    else show('offline')
  }

  function accept({ time_spent, videos }: BeatResponse): void {
    credited = time_spent
    since = performance.now()
    forgetComplete(videos ?? [])
    show('running', videos)
  }

  function stop(state?: 'elsewhere'): void {
    isStopped = true
    clearInterval(beats)
    clearInterval(ticks)
    setBeat(() => {})
    if (state) show(state)
  }

  // Reports the time since the last beat when the tab is hidden or closed.
  const reportIfHidden = () => {
    if (document.visibilityState === 'hidden') void beat()
  }
  const beats = setInterval(() => void beat(), beatInterval_ms)
  const ticks = setInterval(() => {
    if (latestState?.state !== 'offline') show('running')
  }, 1000)
  setBeat(() => void beat())
  // Opening a part of the course is activity, as the server counts it.
  markActive()
  document.addEventListener('visibilitychange', reportIfHidden)
  show('running')
  return () => {
    stop()
    forgetRanges()
    write(null)
    document.removeEventListener('visibilitychange', reportIfHidden)
  }
}
