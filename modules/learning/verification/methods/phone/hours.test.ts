import { expect, test } from 'vitest'
import { daysOf, isReachable, overlap } from './hours.shared.ts'

const closed = { enabled: false, from: '', to: '' }
const course = daysOf({
  sunday: closed,
  monday: { enabled: true, from: '09:00', to: '17:00' },
  tuesday: { enabled: true, from: '20:00', to: '' },
  wednesday: closed,
  thursday: closed,
  friday: closed,
  saturday: { enabled: true, from: '', to: '' },
})
const moment = (day: 'sunday' | 'monday' | 'tuesday' | 'saturday', time: string) => ({ day, time })

test('calls are allowed from the first to the last minute, on enabled days only', () => {
  expect(isReachable(course, null, moment('monday', '08:59'))).toBe(false)
  expect(isReachable(course, null, moment('monday', '09:00'))).toBe(true)
  expect(isReachable(course, null, moment('monday', '16:59'))).toBe(true)
  expect(isReachable(course, null, moment('monday', '17:00'))).toBe(false)
  expect(isReachable(course, null, moment('sunday', '12:00'))).toBe(false)
})

test('hours without an end last until midnight, and a day without hours is allowed entirely', () => {
  expect(isReachable(course, null, moment('tuesday', '23:59'))).toBe(true)
  expect(isReachable(course, null, moment('saturday', '00:00'))).toBe(true)
  expect(isReachable(course, null, moment('saturday', '23:59'))).toBe(true)
})

test("the student's hours narrow the course's, and never widen them", () => {
  const studentHours = { monday: { from: '16:00', to: '20:00' } }
  expect(isReachable(course, studentHours, moment('monday', '15:59'))).toBe(false)
  expect(isReachable(course, studentHours, moment('monday', '16:00'))).toBe(true)
  expect(isReachable(course, studentHours, moment('monday', '17:00'))).toBe(false)
  expect(isReachable(course, studentHours, moment('saturday', '12:00'))).toBe(false)
  expect(overlap(course.monday, studentHours.monday)).toEqual({ from: '16:00', to: '17:00' })
  expect(overlap(course.monday, { from: '18:00', to: '20:00' })).toBeNull()
})
