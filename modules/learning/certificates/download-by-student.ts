import { errors } from '../../../platform/errors.ts'
import { binary, operation } from '../../../platform/operation.ts'
import { filesPort } from '../../../platform/ports.ts'
import { id, z } from '../../../platform/schema.ts'
import { listCertificates } from './list-certificates.ts'
import { downloadName, holderOrStaff, reachCertificates } from './reach.ts'

/** The newest valid certificate of a student, as a picture. */
export const downloadCertificateByStudent = operation({
  call: 'GET /certificate/downloadCertificateByStudentId',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ student_id: id() }),
  gives: binary('image/jpeg'),
  async run(ctx, { student_id }) {
    const [newest] = await listCertificates(ctx, student_id)
    if (!newest) throw errors.notFound()
    const [file] = await reachCertificates(ctx, [newest.student_certificate_id])
    const { stream, content_type } = await ctx.use(filesPort).open(file!.jpg_key)
    return { body: stream, type: content_type, name: `${downloadName(file!)}.jpg` }
  },
})
