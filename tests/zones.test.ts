import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { daysOf } from '#modules/backoffice/reports/period.shared.ts'
import { lastTime, nextTime } from '#modules/backoffice/reports/schedule-time.ts'
import { firstDay, lastDay, draftOf as promoDraft } from '#modules/checkout/promo-codes/promo-form.shared.ts'
import { forgetOrganizations } from '#modules/identity/organizations/organization.sql.ts'
import { longDate } from '#modules/learning/certificates/render/words.ts'
import { deadlineOf } from '#modules/learning/reporting/deadline.ts'
import { isTest, readSources } from '#platform/checks/source.ts'
import { cellText } from '#platform/grid/cell.shared.ts'
import { csvInstant, sheetDay, sheetInstant } from '#platform/grid/sheet-cell.ts'
import { showDate } from '#platform/ui/masks.ts'
import { addDays, dayIn, instantAt, isoIn, legalDay, startOfDay, timeIn, todayOf } from '#platform/zone.ts'
import { openTestApp } from './support/app.ts'

/**
 * One table for everything that turns instants into days: zones on both sides of UTC, one with a half-hour offset, one
 * without daylight saving time, the days of clock changes, year ends and the end of a February. Days and times are
 * written by hand, so that the code isn't compared with itself.
 */
const table = [
  // The night when New York's clocks go forward: the day has 23 hours.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07', '23:59:59'],
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08', '00:00:00'],
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08', '01:59:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08', '03:00:00'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08', '23:59:59'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09', '00:00:00'],
  // The clocks go back: the day has 25 hours.
  ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31', '23:59:59'],
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01', '00:00:00'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01', '01:30:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01', '01:30:00'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01', '23:59:59'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02', '00:00:00'],
  ['America/Chicago', '2026-11-02T05:59:59Z', '2026-11-01', '23:59:59'],
  ['America/Chicago', '2026-11-02T06:00:00Z', '2026-11-02', '00:00:00'],
  ['America/Los_Angeles', '2027-01-01T07:59:59Z', '2026-12-31', '23:59:59'],
  ['America/Los_Angeles', '2027-01-01T08:00:00Z', '2027-01-01', '00:00:00'],
  ['America/Phoenix', '2026-07-05T06:59:59Z', '2026-07-04', '23:59:59'],
  ['America/Phoenix', '2026-07-05T07:00:00Z', '2026-07-05', '00:00:00'],
  ['Pacific/Honolulu', '2028-02-29T09:59:59Z', '2028-02-28', '23:59:59'],
  ['Pacific/Honolulu', '2028-03-01T09:59:59Z', '2028-02-29', '23:59:59'],
  ['America/Puerto_Rico', '2026-03-08T03:59:59Z', '2026-03-07', '23:59:59'],
  ['America/Puerto_Rico', '2026-03-08T04:00:00Z', '2026-03-08', '00:00:00'],
  ['Asia/Kathmandu', '2026-11-24T18:14:59Z', '2026-11-24', '23:59:59'],
  ['Asia/Kathmandu', '2026-11-24T18:15:00Z', '2026-11-25', '00:00:00'],
  ['Pacific/Guam', '2026-12-31T13:59:59Z', '2026-12-31', '23:59:59'],
  ['Pacific/Guam', '2026-12-31T14:00:00Z', '2027-01-01', '00:00:00'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31', '23:59:59'],
] as const
const zones = [...new Set(table.map(([zone]) => zone))]
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const spanish = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
const months = 'January February March April May June July August September October November December'.split(' ')
const inWords = (day: string) => `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`

describe.each(table)('in %s, %s', (zone, moment, day, time) => {
  const instant = new Date(moment)

  it(`is ${day} ${time}`, () => {
    expect([dayIn(zone, instant), legalDay(instant, zone), legalDay(moment, zone)]).toEqual([day, day, day])
    expect(todayOf({ now: instant, organization: { time_zone: zone } })).toBe(day)
    expect(isoIn(zone, instant).slice(0, 19)).toBe(`${day}T${time}`)
    expect(new Date(isoIn(zone, instant)).getTime()).toBe(instant.getTime())
  })

  it('has that date in lists, pages, certificates and exported files', () => {
    expect([showDate(moment, 'en-us', zone), showDate(instant, 'es-es', zone)]).toEqual([american(day), spanish(day)])
    expect(cellText({ kind: 'instant', choices: [] }, moment, 'en-us', zone)).toBe(american(day))
    expect(cellText({ kind: 'instant', choices: [], precise: true }, moment, 'en-us', zone)).toContain(american(day))
    expect(longDate(moment, 'en-us', zone)).toBe(inWords(day))
    expect(csvInstant({ precise: true }, instant, zone)).toBe(`${day} ${time}`)
    expect(csvInstant({ precise: false }, instant, zone)).toBe(day)
    expect(sheetInstant({ precise: false }, instant, zone)).toBe(sheetDay(day))
    const [hours, minutes, seconds] = time.split(':').map(Number)
    const part = (hours! * 3_600 + minutes! * 60 + seconds!) / 86_400
    expect(sheetInstant({ precise: true }, instant, zone)).toBeCloseTo(Number(sheetDay(day)) + part, 8)
    const twelveHourTime = `${hours! % 12 || 12}:${time.slice(3)}`
    expect(timeIn(zone, instant, 'en-us').replaceAll(/\s/g, ' ')).toContain(
      `${twelveHourTime} ${hours! < 12 ? 'AM' : 'PM'}`,
    )
  })

  it('is between the start of its day and that of the next', () => {
    expect(startOfDay(zone, day).getTime()).toBeLessThanOrEqual(instant.getTime())
    expect(startOfDay(zone, addDays(day, 1)).getTime()).toBeGreaterThan(instant.getTime())
    if (time === '00:00:00') expect(startOfDay(zone, day)).toEqual(instant)
    if (time === '23:59:59') expect(startOfDay(zone, addDays(day, 1)).getTime()).toBe(instant.getTime() + 1_000)
  })

  it('has the deadlines of that day', () => {
    const end = (days: number) => startOfDay(zone, addDays(day, days + 1))
    expect(deadlineOf({ kind: 'days', days: 3, zone }, instant)).toEqual(end(3))
    expect(deadlineOf({ kind: 'hours', hours: 24 }, instant).getTime()).toBe(instant.getTime() + 86_400_000)
  })

  it("is the start or end date in a promo code's form", () => {
    expect(firstDay(moment, zone)).toBe(day)
    const saved = promoDraft({ starts_at: day, expires_at: day }, null, zone)
    expect(saved.starts_at).toBe(startOfDay(zone, day).toISOString())
    expect(saved.expires_at).toBe(startOfDay(zone, addDays(day, 1)).toISOString())
    // An end is exclusive.
    expect(lastDay(saved.expires_at, zone)).toBe(day)
  })

  it('is followed by a daily time on its day or the next, and by the first of the next month', () => {
    const daily = { repeats: 'daily', week_day: null, month_day: null, at_time: '00:00', time_zone: zone } as const
    expect(nextTime(daily, instant)).toEqual(startOfDay(zone, addDays(day, 1)))
    expect(lastTime(daily, instant)).toEqual(startOfDay(zone, day))
    const monthly = { ...daily, repeats: 'monthly', month_day: 1, at_time: '06:00' } as const
    const first = nextTime(monthly, instant)
    expect(isoIn(zone, first).slice(8, 19)).toBe('01T06:00:00')
    expect(first.getTime() - instant.getTime()).toBeLessThan(32 * 86_400_000)
  })
})

describe('a local time', () => {
  it.each([
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00Z'],
    ['America/Phoenix', '2026-03-08', '02:30', '2026-03-08T09:30:00Z'],
    ['Pacific/Guam', '2027-01-01', '00:00', '2026-12-31T14:00:00Z'],
  ])('for %s on %s at %s is one instant', (zone, day, time, moment) => {
    expect(instantAt(zone, day, time)).toEqual(new Date(moment))
  })
})

describe('a reporting period', () => {
  it.each(table)("in time zone %s at %s ends with the organization's past days", (zone, moment, day) => {
    const today = todayOf({ now: new Date(moment), organization: { time_zone: zone } })
    const { to } = daysOf('today', today)
    expect(to).toBe(day)
  })
})

const app = await openTestApp()
const admin = await app.userId('admin@example.com')
async function setZone(zone: string): Promise<void> {
  await app.database.read`update identity.organization set time_zone = ${zone} where organization_id = 1`
  forgetOrganizations()
}

describe('a list of staff', () => {
  /** The people whose accounts were created at these moments, by last name. */
  const addPeople = async (moments: readonly string[]) =>
    app.database.read`
      insert into identity.person (organization_id, lk_user_role_id, first_name, last_name, loginid, email, created_at)
      select 1, 3, 'Zoe', m, 'zone-' || m, 'zone-' || n || '@example.com', m::timestamptz
      from unnest(${app.database.read.array([...moments])}::text[]) with ordinality u (m, n)`
  const moments = [...new Set(table.map(([, moment]) => moment))]

  it("is filtered by the organization's days in every zone", async () => {
    await addPeople(moments)
    for (const zone of zones) {
      await setZone(zone)
      const client = await app.as(admin)
      const rows = table.filter(([rowZone]) => rowZone === zone)
      for (const day of new Set(rows.map(([, , one]) => one))) {
        const { status, body } = await client.get(
          `/student/fetch?limit=100&first_name=exact:Zoe&created_at=exact:${day}`,
        )
        expect(status, JSON.stringify(body).slice(0, 200)).toBe(200)
        const lastNames = (body.students as { last_name: string }[]).map(({ last_name }) => last_name)
        const expected = moments.filter((moment) => dayIn(zone, new Date(moment)) === day)
        expect(lastNames.toSorted(), `${zone} ${day}`).toEqual(expected.toSorted())
      }
    }
  })

  it("counts its last days from today in the organization's zone", async () => {
    for (const [zone, moment, day] of table) {
      await setZone(zone)
      await app.database.read`
        update platform.clock set "offset" = ${moment}::timestamptz + interval '500 milliseconds' - now()`
      const client = await app.as(admin)
      const { body } = await client.get('/student/fetch?limit=100&first_name=exact:Zoe&created_at=last:1')
      const lastNames = (body.students as { last_name: string }[]).map(({ last_name }) => last_name)
      const expected = moments.filter((moment) => dayIn(zone, new Date(moment)) === day)
      expect(lastNames.toSorted(), `${zone} ${moment}`).toEqual(expected.toSorted())
    }
  })
})

describe('a report', () => {
  const enrolled = async () => {
    await app.database.read`update platform.clock set "offset" = '0'`
    const moments = table.map(([, moment]) => moment)
    return app.database.read<{ student_course_id: number }>`
      insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                           lk_student_course_status_id, audio_ind, created_at)
      select 1, (select max(user_id) from identity.person where first_name = 'Zoe'), course_version_id,
             course_website_id, 4, false, m::timestamptz
      from catalogue.v_course_website, unnest(${app.database.read.array([...new Set(moments)])}::text[]) m
      where course_website_id = 1001 returning student_course_id`
  }

  it("has the rows of its days, and a bar for each, in the organization's zone", async () => {
    const moments = [...new Set(table.map(([, moment]) => moment))]
    expect(await enrolled()).toHaveLength(moments.length)
    for (const zone of zones) {
      await setZone(zone)
      const client = await app.as(admin)
      for (const day of new Set(table.filter(([rowZone]) => rowZone === zone).map(([, , one]) => one))) {
        const expected = moments.filter((moment) => dayIn(zone, new Date(moment)) === day).length
        const { body } = await client.get(`/report/preview/enrollments?startDate=${day}&endDate=${day}`)
        const bars = body.trend.points.map((point: { day: string; value: number }) => [point.day, point.value])
        expect([body.count, body.time_zone, bars], `${zone} ${day}`).toEqual([expected, zone, [[day, expected]]])
      }
    }
  })
})

describe('a date derived from an instant', () => {
  /**
   * The files that do this in SQL, and how often; each names the zone, and is tested above or by the test next to it.
   */
  const inSql: Readonly<Record<string, number>> = {
    'modules/backoffice/reports/statements.ts': 3,
    'modules/checkout/invoices/sold-lines.sql.ts': 1,
    'modules/learning/certificates/number-account.ts': 1,
    'modules/learning/certificates/reserve-certificate.ts': 2,
    'modules/learning/enrollment/assignment.sql.ts': 1,
    'modules/learning/enrollment/due-dates.ts': 1,
    'modules/learning/reporting/accounts/daily-files.ts': 2,
    'modules/learning/reporting/due-calendar.ts': 1,
    'modules/learning/verification/methods/phone/reach-student.ts': 1,
    'platform/audit/archive.ts': 1,
    'platform/audit/canonical.ts': 1,
    'platform/grid/filters.ts': 2,
    'platform/row-count.ts': 1,
  }
  const sources = readSources(resolve(import.meta.dirname, '..')).filter(
    (source) => !isTest(source) && /^(platform|modules|jobs|web)\//.test(source.path),
  )
  const uses = (pattern: RegExp) =>
    Object.fromEntries(
      sources.flatMap(({ path, text }) => {
        const count = text.match(pattern)?.length ?? 0
        return count > 0 ? [[path, count] as const] : []
      }),
    )

  it('names its zone in SQL, in these places', () => {
    expect(uses(/at time zone/gi)).toEqual(inSql)
  })

  it("is never a date of the database's zone", () => {
    expect(
      uses(/\bcurrent_date\b|_at::date\b|now\(\)::date\b|date_trunc\('(day|week|month|year)',(?![^)]*zone)/gi),
    ).toEqual({})
  })

  it('is never a date of UTC or of the server', () => {
    // A new Date of a plain day is one of UTC.
    const plain = ['platform/zone.ts', 'modules/learning/reporting/business-days.ts']
    const utcDays = uses(/toISOString\(\)\.slice\(0, 10\)|\.(getDate|getDay|getMonth|getFullYear)\(\)/g)
    expect(Object.keys(utcDays).filter((path) => !plain.includes(path))).toEqual([])
  })
})
