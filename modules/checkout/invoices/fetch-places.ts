import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { listPlaces } from './place.sql.ts'

export const fetchPlaces = operation({
  call: 'GET /invoice/courseWebsites',
  added: true,
  summary: 'Course websites that can be invoiced, including those no longer for sale, by part of a name',
  may: staff('MANAGE_INVOICE_PAYMENTS:CREATE'),
  takes: z.object({ text: z.string().max(300).optional() }),
  gives: z.object({
    courseWebsites: z.array(
      z.object({
        course_website_id: z.int(),
        course_name: z.string(),
        website_name: z.string(),
        organization_id: z.int(),
        organization_name: z.string(),
      }),
    ),
  }),
  run: async (ctx, { text }) => ({ courseWebsites: await listPlaces(ctx, { text }) }),
})
