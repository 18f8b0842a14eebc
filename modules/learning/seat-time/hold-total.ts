const key = 'course-time'
/** A lost heartbeat costs the displayed clock at most this many seconds. */
const maxBehind = 20

/**
 * The seconds of a course to display: the server's, or those of the previous page while the server is a beat behind, so
 * that the clock never goes back. For the browser.
 */
export function displayTotal(student_course_id: number, total: number): number {
  const previous = readDisplayed(student_course_id)
  const heldTotal = previous !== null && previous > total && previous - total <= maxBehind ? previous : total
  try {
    sessionStorage.setItem(key, `${student_course_id}:${heldTotal}`)
  } catch {
    // Without storage every page starts with the server's value.
  }
  return heldTotal
}

function readDisplayed(student_course_id: number): number | null {
  try {
    const [course, total] = (sessionStorage.getItem(key) ?? '').split(':').map(Number)
    return course === student_course_id && Number.isInteger(total) ? total! : null
  } catch {
    return null
  }
}
