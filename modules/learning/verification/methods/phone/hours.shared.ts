/** The days of a week as the course names them. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/** Hours of one day as 24-hour HH:MM; `to` is exclusive. Hours that end before they start last until midnight. */
export type Hours = { from: string; to: string }
/** The hours at which a student can be reached, by weekday; a missing day means never. */
export type PhoneHours = Partial<Record<Weekday, Hours>>

type CourseDays = Readonly<Record<Weekday, Hours & { enabled: boolean }>>

const endOf = ({ from, to }: Hours): string => (to === '' || to <= from ? '24:00' : to)

const isWithin = (hours: Hours, time: string): boolean => hours.from <= time && time < endOf(hours)

/** The days on which a course checks by phone. */
export const daysOf = (course: CourseDays): PhoneHours =>
  Object.fromEntries(
    weekdays.filter((day) => course[day].enabled).map((day) => [day, { from: course[day].from, to: course[day].to }]),
  )

/** Whether a phone may ring now: within the hours of the course and those that the student chose. */
export function isReachable(
  course: PhoneHours,
  chosenHours: PhoneHours | null,
  { day, time }: { day: Weekday; time: string },
): boolean {
  const courseHours = course[day]
  const studentHours = chosenHours ? chosenHours[day] : courseHours
  return Boolean(courseHours && studentHours && isWithin(courseHours, time) && isWithin(studentHours, time))
}

/** The overlap of a day's chosen hours with the course's; null if there is none. */
export function overlap(courseHours: Hours | undefined, hours: Hours): Hours | null {
  if (!courseHours) return null
  const from = courseHours.from > hours.from ? courseHours.from : hours.from
  const to = endOf(courseHours) < endOf(hours) ? endOf(courseHours) : endOf(hours)
  return from < to ? { from, to } : null
}
