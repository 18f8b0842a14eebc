import { questionTexts } from '#modules/learning/questions/question.texts.ts'
import { seatTexts } from '#modules/learning/seat-time/seat-clock.texts.ts'
import { Countdown, showSeconds, useSecondsLeft } from '#platform/ui/countdown.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

type Props = { kind: 'lesson' | 'break' | 'quiz' | 'question'; seconds: number; now: Date }

/** A timer with the students' texts. It starts with the page, and nothing waits for its end. */
export default island('web/preview-timer', { when: 'load' }, PreviewTimer)

function PreviewTimer({ kind, seconds, now }: Props) {
  const until = new Date(now.getTime() + seconds * 1000)
  if (kind === 'quiz' || kind === 'question') return <Limit kind={kind} until={until} now={now} />
  return <Waiting kind={kind} until={until} now={now} />
}

type Running = { until: Date; now: Date }

/** The time limit of a quiz or question. */
function Limit({ kind, until, now }: Running & { kind: 'quiz' | 'question' }) {
  const t = useTexts(questionTexts)
  const label = kind === 'quiz' ? t('quizTime') : t('questionTime')
  return (
    <p className="text-sm">
      <span className="text-muted-foreground">{label}: </span>
      <Countdown until={until} now={now} expired={t('timeOver')} label={label} />
    </p>
  )
}

/** The time before the next component opens. */
function Waiting({ kind, until, now }: Running & { kind: 'lesson' | 'break' }) {
  const t = useTexts(seatTexts)
  const secondsLeft = useSecondsLeft(until, now)
  const texts = { lesson: ['nextIn', 'canContinue'], break: ['breakLeft', 'breakOver'] } as const
  const [waitText, endText] = texts[kind]
  return (
    <p role={secondsLeft === 0 ? 'status' : 'timer'} className="figures text-muted-foreground">
      {secondsLeft === 0 ? t(endText) : t(waitText, { time: showSeconds(secondsLeft) })}
    </p>
  )
}
