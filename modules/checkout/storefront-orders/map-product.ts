import { checkoutErrors } from '#modules/checkout/errors.ts'
import { storefrontOrderChanged } from '#modules/checkout/facts.ts'
import type { CoursePlace } from '#modules/checkout/invoices/place.sql.ts'
import { waitingStatuses } from '#modules/checkout/lookups.shared.ts'
import { findOffer } from '#modules/checkout/orders/offer.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { literals } from '#platform/db/literal.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { storefrontTexts as words } from './storefront-orders.texts.ts'

type Product = {
  organization_id: number
  provider: string
  sku: string
  title: string
  course_website_id: number | null
}

/** Selects the product of a line in scope, with its course. Throws notFound. */
async function selectProduct({ sql, organization }: Ctx, storefront_line_id: number): Promise<Product> {
  const [product] = await sql<Product>`
    select l.organization_id, s.provider, l.sku, l.title, c.course_website_id
    from checkout.storefront_line l
    join identity.v_storefront_order s using (storefront_order_id)
    left join checkout.storefront_course c
      on c.organization_id = l.organization_id and c.provider = s.provider and c.sku = l.sku
    where l.storefront_line_id = ${storefront_line_id} and l.organization_id = any(${sql.array(organization.scope)})`
  if (!product) throw errors.notFound()
  return product
}

export const fetchProduct = operation({
  call: 'GET /storefrontOrder/product/{storefront_line_id}',
  added: true,
  summary: 'The product of a storefront order line, and the courses it can be mapped to',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({ storefront_line_id: id() }),
  gives: z.object({
    title: z.string(),
    sku: z.string(),
    course_website_id: z.int().nullable(),
    offers: z.array(z.object({ course_website_id: z.int(), course_name: z.string(), website_name: z.string() })),
  }),
  fails: [errors.notFound],
  async run(ctx, { storefront_line_id }) {
    const product = await selectProduct(ctx, storefront_line_id)
    const offers = await ctx.sql<Pick<CoursePlace, 'course_website_id' | 'course_name' | 'website_name'>>`
      select course_website_id, course_name, website_name from catalogue.v_course_website
      where organization_id = ${product.organization_id}
      order by course_name, website_name, course_website_id limit 1000`
    return { ...product, offers }
  },
})

export const mapProduct = operation({
  call: 'PUT /storefrontOrder/product',
  added: true,
  summary: 'Maps a storefront product to a course of the organization, and fulfills the orders waiting for it',
  may: staff('MANAGE_PAYMENTS:UPDATE'),
  takes: z.object({ storefront_line_id: id(), course_website_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound, checkoutErrors.courseNotOffered],
  async run(ctx, { storefront_line_id, course_website_id }) {
    const product = await selectProduct(ctx, storefront_line_id)
    const { organization_id, provider, sku } = product
    if (!(await findOffer(ctx, course_website_id, [organization_id]))) throw checkoutErrors.courseNotOffered()
    const row = { organization_id, provider, sku, course_website_id, created_by: userOf(ctx).user_id }
    const changedRows = await ctx.sql`
      insert into checkout.storefront_course as c ${ctx.sql(row)}
      on conflict (organization_id, provider, sku) do update
      set course_website_id = excluded.course_website_id, updated_at = platform.now()
      where c.course_website_id <> excluded.course_website_id
      returning c.storefront_course_id`
    if (changedRows.length > 0) {
      await ctx.audit({
        action: 'storefront.map',
        subject: `organization_id:${organization_id}`,
        before: { course_website_id: product.course_website_id },
        after: { sku, course_website_id },
      })
      await requeueWaitingOrders(ctx, product)
    }
    return { message: localText(ctx.locale, words, 'mapped') }
  },
})

/** Queues the orders that wait for a product. Those beyond the first thousand are found by the sweep. */
async function requeueWaitingOrders(ctx: Ctx, { organization_id, sku }: Product): Promise<void> {
  const waitingOrders = await ctx.sql<{ storefront_order_id: number }>`
    select distinct storefront_order_id from checkout.storefront_line
    where organization_id = ${organization_id} and sku = ${sku}
      and lk_storefront_line_status_id in (${literals(ctx.sql, waitingStatuses)})
    limit 1000`
  for (const order of waitingOrders) await ctx.emit(storefrontOrderChanged, order)
}
