import { apiHeaders, type FetchResult } from './api.ts'

/** Reports how many bytes of a file have been sent. */
export type OnProgress = (sentCount: number, size: number) => void

/**
 * Sends a file as the body of a POST, for `callApi`. It uses XMLHttpRequest, because `fetch` reports no upload
 * progress.
 */
export function sendFile<T>(path: string, file: Blob, onProgress: OnProgress, signal?: AbortSignal): FetchResult<T> {
  const request = new XMLHttpRequest()
  request.open('POST', `/api${path}`)
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
  for (const [name, value] of Object.entries(apiHeaders())) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size), file.size))
  signal?.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the file could not be sent'))
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    request.addEventListener('load', () => {
      const response = new Response(null, { status: request.status || 500 })
      const body = parseJson(request.responseText)
      resolve(response.ok ? { data: body as T, response } : { error: body, response })
    })
    request.send(file)
  })
}

/** A proxy in between may return something that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
