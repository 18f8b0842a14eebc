import { addShown, markActive } from '../seat-time/seat-store.ts'

/** Guards the videos of a page by their sources; gives the way to stop. For the browser. */
export function guardVideos(student_course_id: number, media: readonly string[]): () => void {
  const found = [...document.querySelectorAll<HTMLVideoElement>('video[data-media]')]
  const guarded = found.filter((video) => media.includes(video.dataset.media!))
  const stops = guarded.map((video) => guard(video, keyOf(student_course_id, video), guarded))
  return () => {
    for (const stop of stops) stop()
  }
}

/** The attachment's id where the address has one, as the contract keeps the place. */
const keyOf = (student_course_id: number, video: HTMLVideoElement) =>
  `${/\/media\/(\d+)\//.exec(video.currentSrc || video.src)?.[1] ?? video.dataset.media}-${student_course_id}-video-time`

type Kept = { totalTimeWatched: number; currentTime: number; duration: number }

function guard(video: HTMLVideoElement, key: string, all: readonly HTMLVideoElement[]): () => void {
  const abort = new AbortController()
  const on = (name: keyof HTMLMediaElementEventMap, run: (event: Event) => void) =>
    video.addEventListener(name, run, { signal: abort.signal })
  let at = 0
  let total = 0

  const resume = () => {
    const kept = readKept(key)
    if (!kept || kept.currentTime >= video.duration) return
    total = kept.totalTimeWatched
    at = kept.currentTime
    video.currentTime = at
  }
  const advance = () => {
    const now = video.currentTime
    const step = now - at
    // A bigger step is a seek, which is taken back below.
    if (video.seeking || step <= 0 || step > 1.5) return
    addShown({
      media: video.dataset.media!,
      duration_ms: Math.round(video.duration * 1000),
      from_ms: Math.round(at * 1000),
      to_ms: Math.round(now * 1000),
    })
    at = now
    total += step
    markActive()
    keep(key, { totalTimeWatched: total, currentTime: at, duration: video.duration })
  }

  on('loadedmetadata', resume)
  if (video.readyState >= 1) resume()
  on('timeupdate', advance)
  on('ended', () => {
    // A jump to the end ends the video too, and must not lose the place.
    if (video.duration - at < 2) at = 0
  })
  // Not at 'seeking': Chromium may never come out of a seek that is changed before anything has been shown.
  on('seeked', () => {
    // After the end a new start from the beginning is allowed.
    if (Math.abs(video.currentTime - at) > 0.5) video.currentTime = at
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

/** Play and pause stay on the keyboard; what jumps or changes the speed does not. */
function refuseShortcuts(event: KeyboardEvent): void {
  if (!['Tab', ' ', 'Enter', 'Escape'].includes(event.key)) event.preventDefault()
}

function readKept(key: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Private windows refuse storage: then a reload starts the video anew.
  }
}
