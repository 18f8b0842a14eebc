import { binary, operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { downloadName, holderOrStaff, selectVisibleCertificates } from './certificate-scope.ts'
import { openCertificate } from './open-certificate.ts'

export const downloadCertificate = operation({
  call: 'GET /certificate/download/{student_certificate_id}',
  clients: 'downloadCertificate',
  summary: 'A certificate as a picture to keep, or with `format=pdf` as one page of PDF, which browsers show and print',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ student_certificate_id: id(), format: z.enum(['jpg', 'pdf']).default('jpg') }),
  gives: binary('image/jpeg', 'application/pdf'),
  async run(ctx, { student_certificate_id, format }) {
    const [file] = await selectVisibleCertificates(ctx, [student_certificate_id])
    const type = format === 'pdf' ? 'application/pdf' : 'image/jpeg'
    const body = await openCertificate(ctx, file!, format)
    return { body, type, name: `${downloadName(file!)}.${format}`, inline: format === 'pdf' }
  },
})
