const [width, height] = [640, 480]
const seconds = 5
const timeoutMs = 15_000

/**
 * A video's frame at five seconds, or in the middle of a shorter one, as a JPEG; null if the browser can't provide it.
 */
export async function videoPicture(file: File): Promise<Blob | null> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await waitForEvent(video, 'loadedmetadata')
    video.currentTime = video.duration > seconds ? seconds : video.duration / 2
    await waitForEvent(video, 'seeked')
    return await draw(video)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

function waitForEvent(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`timed out waiting for ${event}`)), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(event, () => end(resolve), { once: true })
    video.addEventListener('error', () => end(() => reject(new Error('the video could not be loaded'))), { once: true })
  })
}

/** The full frame on black, as a player would show it. */
function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  const scale = Math.min(width / video.videoWidth, height / video.videoHeight)
  const [drawnWidth, drawnHeight] = [video.videoWidth * scale, video.videoHeight * scale]
  context.fillRect(0, 0, width, height)
  context.drawImage(video, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
