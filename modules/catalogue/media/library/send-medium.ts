import { Upload } from 'tus-js-client'
import { extensionOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { type ApiResponse, callApi, type ResponseOf } from '#platform/ui/api.ts'
import { sendFile } from '#platform/ui/send-file.ts'
import { videoPicture } from './video-picture.ts'

export type Medium = ResponseOf<'/attachment/organization/{orgId}'>['data']['attachment'][number]

export type AttachmentOptions = {
  force?: boolean
  related_attachment_id?: number
  language?: 'en' | 'es'
  replaces?: number
}

export type UploadContext = {
  organization_id: number
  report: (sentCount: number, size: number) => void
  signal: AbortSignal
}

/** The size of one part of a file; a lost connection costs at most one part. */
const partBytes = 8 * 1024 * 1024
const retryDelays = [0, 1000, 3000, 5000, 10_000]

export type StartedUpload = { upload_id: string; url: string }

/** Uploads a file's bytes, resuming an earlier attempt. */
export async function uploadFile(
  file: File,
  { organization_id, report, signal }: UploadContext,
): Promise<ApiResponse<StartedUpload>> {
  const body = {
    organization_id,
    file_name: file.name,
    file_size: file.size,
    file_modified: file.lastModified,
  }
  const response = await callApi((api) => api.POST('/attachment/begin-upload', { body }), { quiet: true })
  if (!response.ok) return response
  const { upload_id, url, offset } = response.data
  report(offset, file.size)
  if (offset < file.size) await sendParts(file, url, report, signal)
  return { ok: true, status: 200, data: { upload_id, url } }
}

/** Sends the missing part of a file in pieces. */
export function sendParts(
  file: File,
  url: string,
  report: UploadContext['report'],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: new URL(url, location.origin).href,
      chunkSize: partBytes,
      retryDelays,
      storeFingerprintForResuming: false,
      onProgress: (sentCount, size) => report(sentCount, size ?? file.size),
      onSuccess: () => resolve(),
      onError: reject,
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason)
    })
    upload.start()
  })
}

/** Adds an uploaded file to the library, and a preview picture for a video. */
export async function saveMedium(
  file: File,
  { upload_id }: StartedUpload,
  options: AttachmentOptions,
): Promise<ApiResponse<Medium>> {
  const body = { upload_id, ...options }
  const response = await callApi((api) => api.POST('/attachment/saveMediaLibraryAttachment', { body }), { quiet: true })
  if (!response.ok) return response
  const { attachment } = response.data
  const thumbnail = extensionOf(file.name) === 'mp4' ? await sendPicture(file, attachment.attachment_id) : null
  return { ok: true, status: 200, data: { ...attachment, thumbnail: thumbnail ?? attachment.thumbnail } }
}

/** Adds a video's preview picture; a failure is ignored, because the video is usable without it. */
async function sendPicture(file: File, attachment_id: number): Promise<string | null> {
  const picture = await videoPicture(file)
  if (!picture) return null
  const path = `/attachment/thumbnail?attachment_id=${attachment_id}`
  const response = await callApi(() => sendFile<{ thumbnail: string | null }>(path, picture, () => {}), { quiet: true })
  return response.ok ? response.data.thumbnail : null
}
