import type { Lesson } from '#modules/learning/entry.ts'
import WatchVideo from '#modules/learning/media-progress/watch-video.island.tsx'
import BreakCountdown from '#modules/learning/player/break-countdown.island.tsx'
import Listen from '#modules/learning/player/listen.island.tsx'
import InlineQuiz from '#modules/learning/quiz/inline-quiz.island.tsx'
import QuizTimer from '#modules/learning/quiz/quiz-timer.island.tsx'
import ReachableForms from '#modules/learning/seat-time/reachable-forms.island.tsx'
import type { Island } from '#platform/ui/island.tsx'
import { assets } from '#platform/web/assets.ts'

type FilesAhead = NonNullable<Lesson['ahead']>

/** The addresses of the scripts and files that the component after a lesson needs. */
export function filesAhead(prefetch: FilesAhead | null): string[] {
  if (!prefetch) return []
  const scripts = islandsOf(prefetch).flatMap(({ island }) => assets().island(island).scripts)
  return [...new Set([...scripts, ...prefetch.files])]
}

/** The islands of the component's page that a lesson may not have loaded. */
function islandsOf({ kind, videos, quizzes }: FilesAhead): Pick<Island, 'island'>[] {
  if (kind === 'quiz') return [ReachableForms, QuizTimer]
  if (kind === 'break') return [BreakCountdown]
  return [Listen, ...(videos ? [WatchVideo] : []), ...(quizzes ? [InlineQuiz] : [])]
}
