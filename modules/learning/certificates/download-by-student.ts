import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { downloadName, holderOrStaff, selectVisibleCertificates } from './certificate-scope.ts'
import { listCertificates } from './list-certificates.ts'
import { openCertificate } from './open-certificate.ts'

export const downloadCertificateByStudent = operation({
  call: 'GET /certificate/downloadCertificateByStudentId',
  summary: 'The newest valid certificate of a student, as a picture',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ student_id: id() }),
  gives: binary('image/jpeg'),
  async run(ctx, { student_id }) {
    const [newest] = await listCertificates(ctx, student_id)
    if (!newest) throw errors.notFound()
    const [file] = await selectVisibleCertificates(ctx, [newest.student_certificate_id])
    const body = await openCertificate(ctx, file!, 'jpg')
    return { body, type: 'image/jpeg', name: `${downloadName(file!)}.jpg` }
  },
})
