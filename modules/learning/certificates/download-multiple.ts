import { binary, operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, list, z } from '#platform/schema.ts'
import { bindCertificates } from './bind-certificates.ts'
import { downloadName, selectVisibleCertificates } from './certificate-scope.ts'

export const downloadMultiple = operation({
  call: 'POST /certificate/download/multiple',
  summary: 'Up to 500 certificates as one PDF with a page each',
  may: staff('MANAGE_CERTIFICATES:READ'),
  body: 'ids',
  rate: 'export',
  takes: z.object({ ids: list(id(), 500).min(1) }),
  gives: binary('application/pdf'),
  async run(ctx, { ids }) {
    const certificates = await selectVisibleCertificates(ctx, ids)
    await ctx.audit({ action: 'certificate.download', after: { ids, count: ids.length } })
    const [requester] = await ctx.sql<{ first_name: string; last_name: string }>`
      select first_name, last_name from identity.v_person where user_id = ${userOf(ctx).user_id}`
    const name = `${downloadName(requester!)}.pdf`
    return { body: bindCertificates(ctx, certificates), type: 'application/pdf', name }
  },
})
