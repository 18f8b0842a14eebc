import { operation } from '#platform/operation.ts'
import { id, list, z } from '#platform/schema.ts'
import { downloadName, holderOrStaff, selectVisibleCertificates } from './certificate-scope.ts'

export const downloadCertificates = operation({
  call: 'POST /certificate/download',
  summary: 'The download addresses of certificates. One out of scope refuses them all',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  body: 'ids',
  takes: z.object({ ids: list(id(), 100) }),
  gives: z.object({
    data: z.array(z.object({ student_certificate_id: z.int(), name: z.string(), url: z.string() })),
  }),
  audit: (input, { data }) => ({ action: 'certificate.download', after: { ids: input.ids, count: data.length } }),
  async run(ctx, { ids }) {
    const files = await selectVisibleCertificates(ctx, ids)
    const data = files.map(({ student_certificate_id, ...file }) => ({
      student_certificate_id,
      name: `${downloadName(file)}.jpg`,
      url: `/api/certificate/download/${student_certificate_id}`,
    }))
    return { data }
  },
})
