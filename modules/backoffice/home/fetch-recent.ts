import { operation } from '#platform/operation.ts'
import { holds, type PermissionKey, staff } from '#platform/permissions.ts'
import { type CountedRows, dailyRowCountSql } from '#platform/row-count.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { addDays, dayIn, startOfDay, zoneOf } from '#platform/zone.ts'
import { homeTexts } from './home.texts.ts'

const days = 14

type Figure = { key: 'sales' | 'enrollments' | 'certificates'; may: PermissionKey }

const figures: readonly Figure[] = [
  { key: 'sales', may: 'MANAGE_PAYMENTS:READ' },
  { key: 'enrollments', may: 'MANAGE_STUDENTS:READ' },
  { key: 'certificates', may: 'MANAGE_CERTIFICATES:READ' },
]

export const fetchRecent = operation({
  call: 'GET /user/recent',
  added: true,
  summary:
    'Sales, enrollments and certificates of the last 14 days with today, by day in the time zone of the visited organization, limited to those that the caller may see',
  may: staff(),
  takes: z.object({}),
  gives: z.object({
    figures: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        total: z.int(),
        days: z.array(z.object({ day: z.iso.date(), n: z.int() })),
      }),
    ),
  }),
  async run(ctx) {
    const visible = figures.filter(({ may }) => holds(ctx.actor, may))
    const zone = zoneOf(ctx)
    const today = dayIn(zone, ctx.now)
    const first = addDays(today, 1 - days)
    const countedKeys: CountedRows[] = visible.map(({ key }) => key)
    const rows = await ctx.sql<{ counted: string; day: string; n: number }>`${dailyRowCountSql(
      ctx.sql,
      ctx.organization.scope,
      countedKeys,
      { since: startOfDay(zone, first), zone },
    )}`
    const byDay = new Map(rows.map(({ counted: kind, day, n }) => [`${kind} ${day}`, n]))
    return {
      figures: visible.map(({ key }) => {
        const ofDays = Array.from({ length: days }, (_, index) => {
          const day = addDays(first, index)
          return { day, n: byDay.get(`${key} ${day}`) ?? 0 }
        })
        const total = ofDays.reduce((sum, { n }) => sum + n, 0)
        return { kind: key, label: localText(ctx.locale, homeTexts, key), total, days: ofDays }
      }),
    }
  },
})
