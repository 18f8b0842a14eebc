import { addShownRange, beatNow, markActive } from '#modules/learning/seat-time/seat-activity.ts'

/** A video that must be watched to the end; `seen_ms`: how far it was seen from the start, by the server's record. */
export type Guarded = { media: string; completed: boolean; seen_ms: number }

/** Guards a page's videos by their sources; returns a function that stops it. For the browser. */
export function guardVideos(student_course_id: number, videos: readonly Guarded[]): () => void {
  const videoByMedia = new Map(videos.map((video) => [video.media, video]))
  const elements = [...document.querySelectorAll<HTMLVideoElement>('video[data-media]')]
  const guarded = elements.filter((video) => videoByMedia.has(video.dataset.media!))
  const stops = guarded.map((video) =>
    guard(video, { ...videoByMedia.get(video.dataset.media!)!, key: keyOf(student_course_id, video) }, guarded),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

/** The attachment's id if the address has one: the contract stores the position under it. */
const keyOf = (student_course_id: number, video: HTMLVideoElement) =>
  `${/\/media\/(\d+)\//.exec(video.currentSrc || video.src)?.[1] ?? video.dataset.media}-${student_course_id}-video-time`

type StoredProgress = { totalTimeWatched: number; currentTime: number; duration: number }

function guard(
  video: HTMLVideoElement,
  { key, completed, seen_ms }: Guarded & { key: string },
  all: readonly HTMLVideoElement[],
): () => void {
  const abort = new AbortController()
  const on = (name: keyof HTMLMediaElementEventMap, run: (event: Event) => void) =>
    video.addEventListener(name, run, { signal: abort.signal })
  let index = 0
  let total = 0
  let isSeeking = false

  const resume = () => {
    const record = readKept(key)
    total = record?.totalTimeWatched ?? 0
    // Parts that the server has not recorded must be watched again, on any device.
    const place = completed ? (record?.currentTime ?? 0) : seen_ms / 1000
    index = place < video.duration ? place : 0
    // Covers seeking before this script ran.
    if (Math.abs(video.currentTime - index) > 0.5) video.currentTime = index
  }
  const advance = () => {
    const now = video.currentTime
    const step = now - index
    // A seek is reverted below. A large step without a seek means that a busy device reported late. Without a length
    // nothing can be complete, and a report without one would be refused together with its beat.
    if (isSeeking || video.seeking || step <= 0 || !Number.isFinite(video.duration)) return
    addShownRange({
      media: video.dataset.media!,
      duration_ms: Math.round(video.duration * 1000),
      from_ms: Math.round(index * 1000),
      to_ms: Math.round(now * 1000),
    })
    index = now
    total += step
    markActive()
    storeProgress(key, { totalTimeWatched: total, currentTime: index, duration: video.duration })
  }

  on('loadedmetadata', resume)
  if (video.readyState >= 1) resume()
  on('timeupdate', advance)
  on('seeking', () => {
    isSeeking = true
  })
  // A student who pauses may leave the page or press Next: report first.
  on('pause', () => {
    advance()
    beatNow()
  })
  on('ended', () => {
    // A jump to the end also ends the video, and must not lose the position.
    if (video.duration - index < 2) index = 0
  })
  // Not at 'seeking': Chromium may hang in a seek that is changed before anything has been shown.
  on('seeked', () => {
    // After the end, restarting from the beginning is allowed.
    isSeeking = Math.abs(video.currentTime - index) > 0.5
    if (isSeeking) video.currentTime = index
  })
  on('ratechange', () => {
    if (video.playbackRate !== 1) video.playbackRate = 1
  })
  on('play', () => {
    for (const other of all) if (other !== video) other.pause()
  })
  video.addEventListener('keydown', refuseShortcuts, { signal: abort.signal })
  return () => abort.abort()
}

/** Play and pause stay on the keyboard; keys that seek or change the speed are blocked. */
function refuseShortcuts(event: KeyboardEvent): void {
  if (!['Tab', ' ', 'Enter', 'Escape'].includes(event.key)) event.preventDefault()
}

function readKept(key: string): StoredProgress | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function storeProgress(key: string, record: StoredProgress): void {
  try {
    localStorage.setItem(key, JSON.stringify(record))
  } catch {
    // Private windows refuse storage: a reload then starts the video from the beginning.
  }
}
