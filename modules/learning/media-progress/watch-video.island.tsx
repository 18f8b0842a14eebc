import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { seatTexts } from '#modules/learning/seat-time/seat-clock.texts.ts'
import { seatState } from '#modules/learning/seat-time/seat-state.shared.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { type Guarded, guardVideos } from './guard-video.ts'

type Video = Guarded & { title: string; percent: number }
type WatchVideoProps = { student_course_id: number; videos: Video[] }

/** Reports the progress of videos that must be watched to their end, and blocks seeking. */
export default island('learning/watch-video', { when: 'load', shares: shared() }, WatchVideo)

function WatchVideo({ student_course_id, videos }: WatchVideoProps) {
  const seat = useAtomValue(seatState)
  const t = useTexts(seatTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the videos of a page never change
  useEffect(() => guardVideos(student_course_id, videos), [])
  return (
    <ul className="mb-4 grid gap-2" aria-live="polite">
      {videos.map((video) => {
        const now = seat?.videos.find(({ media }) => media === video.media) ?? video
        return (
          <li key={video.media} className="flex flex-wrap items-center gap-2">
            {video.title && <span className="font-semibold">{video.title}</span>}
            <Badge tone={now.completed ? 'green' : 'orange'}>
              <span className="whitespace-normal">
                {now.completed ? t('videoDone') : t('videoOpen', { n: now.percent })}
              </span>
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
