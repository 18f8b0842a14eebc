import { binary, operation } from '#platform/operation.ts'
import { id, queryList, z } from '#platform/schema.ts'
import { bindCertificates } from './bind-certificates.ts'
import { downloadName, holderOrStaff, selectVisibleCertificates } from './certificate-scope.ts'
import { openCertificate } from './open-certificate.ts'

export const viewCertificates = operation({
  call: 'GET /certificate/viewCertificates/',
  summary: 'Certificates to view or print: one as its picture, several as one PDF with a page each',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ ids: queryList(id(), 25) }),
  gives: binary('image/jpeg'),
  async run(ctx, { ids }) {
    const certificates = await selectVisibleCertificates(ctx, ids)
    const [first, ...others] = certificates
    if (first && others.length === 0) {
      const body = await openCertificate(ctx, first, 'jpg')
      return { body, type: 'image/jpeg', name: `${downloadName(first)}.jpg`, inline: true }
    }
    return {
      body: bindCertificates(ctx, certificates),
      type: 'application/pdf',
      name: 'Certificates of Completion.pdf',
      inline: true,
    }
  },
})
