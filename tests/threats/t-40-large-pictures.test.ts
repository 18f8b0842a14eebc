import sharp from 'sharp'
import { expect, test } from 'vitest'
import { starterTemplates } from '#modules/catalogue/entry.ts'
import { drawLogo } from '#modules/catalogue/websites/draw-logo.ts'
import { uploadLogo } from '#modules/catalogue/websites/upload-logo.ts'
import { changePicture } from '#modules/identity/pictures/change-picture.ts'
import { drawPicture } from '#modules/identity/pictures/draw-picture.ts'
import {
  type CertificateModel,
  previewCertificate,
  renderCertificate,
} from '#modules/learning/certificates/render/index.ts'
import { sampleValues } from '#modules/learning/certificates/sample.shared.ts'
import { drawInTurn } from '#platform/files/draw-image.ts'
import { openRateLimiter } from '#platform/http/rate.ts'

/** A single color compresses any number of pixels into a few kilobytes. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2060a0' }, limitInputPixels: false })

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

test('T-40: a picture of 25 million pixels is drawn, and one more row is refused', async () => {
  const largest = await plain(5_000, 5_000).jpeg({ progressive: true }).toBuffer()
  expect(await sizeOf(await drawPicture(largest, null))).toEqual({ width: 256, height: 256, format: 'webp' })
  expect(await sizeOf(await drawLogo(largest))).toEqual({ width: 256, height: 256, format: 'webp' })
  const larger = await plain(5_000, 5_001).jpeg({ progressive: true }).toBuffer()
  const crop = { x: 0, y: 0, width: 100, height: 100 }
  for (const drawn of [drawPicture(larger, null), drawPicture(larger, crop)]) {
    await expect(drawn).rejects.toMatchObject({ kind: { code: 'PICTURE_REFUSED' } })
  }
  await expect(drawLogo(larger)).rejects.toMatchObject({ kind: { code: 'LOGO_REFUSED' } })
})

test('T-40: one picture is drawn at a time and eight wait; the next is refused with a retry', async () => {
  const bytes = await plain(3_000, 3_000).jpeg({ progressive: true }).toBuffer()
  const drawn = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? drawPicture(bytes, null) : drawLogo(bytes))),
  )
  const codes = drawn.filter((result) => result.status === 'rejected').map(({ reason }) => reason.kind.code)
  expect(codes).toEqual(['BUSY'])
  expect(await sizeOf(await drawPicture(bytes, null))).toMatchObject({ width: 256 })
})

test('T-40: pictures and logos have their own rate limit: six at the same time from one sender', () => {
  expect([changePicture.rate, uploadLogo.rate]).toEqual(['picture', 'picture'])
  const { admits } = openRateLimiter(() => 0)
  const admitted = Array.from({ length: 8 }, () => admits('picture', 'one sender'))
  expect(admitted).toEqual([true, true, true, true, true, true, false, false])
})

test('T-40: certificates and previews share the queue of pictures, and are refused while eight wait', async () => {
  const { name, design } = starterTemplates[0]!
  const certificate: CertificateModel = {
    ...sampleValues('en-us'),
    template: { id: 1, version: 1, name, design, background_key: null },
    check_url: 'https://ssd.example.com/certificate/check/K7QM2XWD9TPA',
    organization_name: 'Sunshine Safe Driving',
    language: 'en-us',
  }
  const order: string[] = []
  const { promise: heldPromise, resolve: release } = Promise.withResolvers<void>()
  const first = drawInTurn(() => heldPromise)
  const drawn = [
    previewCertificate(certificate).then(() => order.push('preview')),
    drawInTurn(async () => {
      // The previous picture has reported that it is rendered.
      await new Promise((soon) => setImmediate(soon))
      order.push('picture')
    }),
    renderCertificate(certificate).then(() => order.push('certificate')),
  ]
  release()
  await Promise.all([first, ...drawn])
  expect(order).toEqual(['preview', 'picture', 'certificate'])

  const { promise: longerPromise, resolve: end } = Promise.withResolvers<void>()
  const pictures = Array.from({ length: 9 }, () => drawInTurn(() => longerPromise))
  await expect(previewCertificate(certificate)).rejects.toMatchObject({ kind: { code: 'BUSY' } })
  end()
  await Promise.all(pictures)
})
