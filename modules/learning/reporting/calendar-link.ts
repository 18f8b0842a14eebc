import { programName } from '#modules/catalogue/index.ts'
import { requesterContext } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone, staff, userOf } from '#platform/permissions.ts'
import { siteUrlPort } from '#platform/ports.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { addDays, todayOf } from '#platform/zone.ts'
import { agencyName } from './agencies/index.ts'
import { endCalendarLink, findCalendarLink, findCalendarOwner, replaceCalendarLink } from './calendar-link.sql.ts'
import { listCertificatesDue } from './certificates-due.ts'
import { calendarTexts } from './due-calendar.texts.ts'
import { countByDay, listDue } from './due-calendar.ts'
import { writeCalendar } from './write-calendar.ts'

const may = staff('MANAGE_STUDENTS:READ')

const ownerOf = (ctx: Ctx) => ({
  organization_id: ctx.organization.organization_id,
  user_id: userOf(ctx).user_id,
})

export const createCalendarLink = operation({
  call: 'POST /report/calendar/link',
  added: true,
  summary: "Creates the person's private address for the deadline calendar; the previous address stops working",
  may,
  takes: z.object({}),
  gives: z.object({ calendar_link_id: z.int() }),
  async run(ctx) {
    const calendarLink = await replaceCalendarLink(ctx, ownerOf(ctx))
    await ctx.audit({ action: 'report.calendarLink', subject_user_id: userOf(ctx).user_id, after: calendarLink })
    return { ...calendarLink, message: localText(ctx.locale, calendarTexts, 'linkMade') }
  },
})

export const endOwnCalendarLink = operation({
  call: 'POST /report/calendar/endLink',
  added: true,
  summary: "Turns off the person's private calendar address",
  may,
  takes: z.object({}),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx) {
    const calendar_link_id = await endCalendarLink(ctx, ownerOf(ctx))
    if (calendar_link_id === null) throw errors.notFound()
    await ctx.audit({
      action: 'report.endCalendarLink',
      subject_user_id: userOf(ctx).user_id,
      after: { calendar_link_id },
    })
    return { message: localText(ctx.locale, calendarTexts, 'linkEnded') }
  },
})

export const fetchCalendarLink = operation({
  call: 'GET /report/calendar/link',
  added: true,
  summary: "The person's private address of a calendar with the deadlines of reports",
  may,
  takes: z.object({}),
  gives: z.object({
    created_at: z.string().nullable(),
    /** The full address; null without a link, if it can't be shown again, or for staff who view as its owner. */
    url: z.string().nullable(),
  }),
  async run(ctx) {
    const link = await findCalendarLink(ctx, ownerOf(ctx))
    const token = link && !isViewing(ctx.actor) ? link.token : null
    return {
      created_at: link?.created_at.toISOString() ?? null,
      url: token && ctx.use(siteUrlPort)(ctx.organization.code, `/api/report/calendar/feed/${token}`, 'installation'),
    }
  },
})

/** Deadlines of the past month, so that late reports stay visible, and of the next half year. */
const rangeDays = { before: 31, after: 183 }

export const readCalendarFeed = operation({
  call: 'GET /report/calendar/feed/{token}',
  added: true,
  summary: 'The deadlines of reports as an iCalendar file, for calendar programs with the private address',
  may: anyone,
  takes: z.object({ token: z.string().max(100) }),
  gives: binary('text/calendar'),
  fails: [errors.notFound],
  async run(ctx, { token }) {
    const owner = await findCalendarOwner(ctx, token)
    // The current permissions apply, not those at the link's creation.
    const reader = owner && (await requesterContext(ctx, owner.user_id, owner.organization_id))
    if (!reader || !may.gate(reader.actor)) throw errors.notFound()
    return { body: await writeFeed(reader), type: 'text/calendar; charset=utf-8', name: 'deadlines.ics', inline: true }
  },
})

async function writeFeed(ctx: Ctx): Promise<Uint8Array> {
  const { locale, organization } = ctx
  const today = todayOf(ctx)
  const [from, to] = [addDays(today, -rangeDays.before), addDays(today, rangeDays.after)]
  const [rows, certificates] = await Promise.all([listDue(ctx, from, to), listCertificatesDue(ctx)])
  const url = (day: string) =>
    ctx.use(siteUrlPort)(
      organization.code,
      pathTo('/manage/completion-reports/calendar', { query: { month: day.slice(0, 7) } }),
    )
  const event = (source: string, day: string) => ({
    uid: `${organization.organization_id}-${source}-${day}@waypost`,
    day,
    next_day: addDays(day, 1),
    url: url(day),
  })
  const calendar = writeCalendar({
    name: `${organization.name}: ${localText(locale, calendarTexts, 'title')}`,
    made_at: ctx.now,
    events: [
      ...rows.map(({ day, agency, open, rejected }) => ({
        ...event(agency, day),
        summary: [
          `${agencyName({ agency, state_code: '' }, locale)}: ${localText(locale, calendarTexts, 'open', { count: open })}`,
          ...(rejected > 0 ? [localText(locale, calendarTexts, 'rejected', { count: rejected })] : []),
        ].join(', '),
      })),
      ...countByDay(certificates.filter(({ day }) => from <= day && day < to)).map(({ day, program_id, open }) => ({
        ...event(program_id, day),
        summary: `${programName(program_id, locale)}: ${localText(locale, calendarTexts, 'certificates', { count: open })}`,
      })),
    ],
  })
  return new TextEncoder().encode(calendar)
}
