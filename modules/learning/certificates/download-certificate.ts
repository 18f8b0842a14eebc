import { binary, operation } from '../../../platform/operation.ts'
import { filesPort } from '../../../platform/ports.ts'
import { id, z } from '../../../platform/schema.ts'
import { downloadName, holderOrStaff, reachCertificates } from './reach.ts'

/** A certificate as a picture, or with `format=pdf` as one page of PDF. */
export const downloadCertificate = operation({
  call: 'GET /certificate/download/{student_certificate_id}',
  may: holderOrStaff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({ student_certificate_id: id(), format: z.enum(['jpg', 'pdf']).default('jpg') }),
  gives: binary('image/jpeg'),
  async run(ctx, { student_certificate_id, format }) {
    const [file] = await reachCertificates(ctx, [student_certificate_id])
    const key = format === 'pdf' ? file!.pdf_key : file!.jpg_key
    const { stream, content_type } = await ctx.use(filesPort).open(key)
    return { body: stream, type: content_type, name: `${downloadName(file!)}.${format}` }
  },
})
