import { operation } from '#platform/operation.ts'
import { signedIn } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listNotifications } from './notification.sql.ts'
import { notificationCounts } from './notification-counts.ts'

const Total = z.object({ total: z.int() })

export const fetchNotifications = operation({
  call: 'GET /user/notification/fetch/',
  summary: "Lists the caller's tickets, invoices, submissions and notifications not yet dismissed",
  may: signedIn,
  takes: z.object({}),
  gives: z.object({
    data: z.object({
      supportTickets: Total.extend({
        support_ticket: z.array(z.object({ issue_id: z.int(), subject: z.string() })),
      }),
      invoices: Total,
      quiz: Total,
      general: Total.extend({
        list: z.array(
          z.object({
            notification_id: z.int(),
            text: z.string(),
            href: z.string().nullable(),
            created_at: z.iso.datetime(),
          }),
        ),
      }),
    }),
  }),
  async run(ctx) {
    const { quiz, invoices, supportTickets } = ctx.use(notificationCounts)
    const [tickets, open, waitingCount, general] = await Promise.all([
      supportTickets?.(ctx) ?? { support_ticket: [], total: 0 },
      invoices?.(ctx) ?? 0,
      quiz?.(ctx) ?? 0,
      listNotifications(ctx),
    ])
    const list = general.list.map((notification) => ({
      ...notification,
      created_at: notification.created_at.toISOString(),
    }))
    return {
      data: {
        supportTickets: tickets,
        invoices: { total: open },
        quiz: { total: waitingCount },
        general: { total: general.total, list },
      },
    }
  },
})
