const key = 'course-time'
/** A lost heartbeat takes no more than this many seconds from the clock. */
const furthest = 20

/**
 * The seconds that the clock of a course shows: those of the server, or what the page before showed while the server is a
 * beat behind that, so that the clock waits instead of running back. For the browser.
 */
export function holdTotal(student_course_id: number, total: number): number {
  const shown = readShown(student_course_id)
  const held = shown !== null && shown > total && shown - total <= furthest ? shown : total
  try {
    sessionStorage.setItem(key, `${student_course_id}:${held}`)
  } catch {
    // Without storage every page begins with what the server says.
  }
  return held
}

function readShown(student_course_id: number): number | null {
  try {
    const [course, total] = (sessionStorage.getItem(key) ?? '').split(':').map(Number)
    return course === student_course_id && Number.isInteger(total) ? total! : null
  } catch {
    return null
  }
}
