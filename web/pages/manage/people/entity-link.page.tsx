import { entityPage } from '#modules/backoffice/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { staff } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { localPath, notFound, redirect } from '#platform/web/page-redirect.ts'

/** Redirects links in the event history to the page of the record, by entity type. */
export default page({
  address: '/manage/:kind{persons|websites|organizations|studentcourses|orders}/:id{[0-9]{1,9}}',
  title: ['Record', 'Registro'],
  may: staff(),
  async load({ ctx, params }: { ctx: Ctx; params: { kind: string; id: string } }) {
    const path = await entityPage(ctx, params.kind, Number(params.id))
    return path ? redirect(localPath(path), { status: 302 }) : notFound()
  },
  view: () => null,
})
