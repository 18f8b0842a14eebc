import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { listenTexts } from './listen.texts.ts'
import { createReader, type ReadingState, sentencesOf, voiceFor } from './read-aloud.ts'

/** `sources`: the lesson's recordings, if the student bought them. `language`: the course's language. */
type ListenProps = { sources: string[]; language: string }

/** Plays a lesson's recordings one after another; without recordings, the browser's own voice can read the lesson. */
export default island('learning/listen', { when: 'load' }, Listen)

function Listen({ sources, language }: ListenProps) {
  useEffect(() => {
    document.addEventListener('play', pauseOthers, true)
    return () => document.removeEventListener('play', pauseOthers, true)
  }, [])
  return sources.length > 0 ? <Recordings sources={sources} /> : <ReadAloud language={language} />
}

/** Only one player plays at a time: recordings, audio and videos of the lesson. */
function pauseOthers({ target }: Event): void {
  for (const player of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (player !== target) player.pause()
  }
}

function Recordings({ sources }: Pick<ListenProps, 'sources'>) {
  const t = useTexts(listenTexts)
  const [current, setCurrent] = useState<number | null>(null)
  const player = useRef<HTMLAudioElement>(null)
  // Without scripts each recording has its own player.
  useEffect(() => setCurrent(0), [])
  useEffect(() => {
    if (current) void player.current?.play().catch(() => {})
  }, [current])
  const total = sources.length
  return sources.map((src, index) =>
    current === null || current === index ? (
      // biome-ignore lint/a11y/useMediaCaption: the narration reads the text below it
      <audio
        key={src}
        ref={player}
        controls
        preload="none"
        src={src}
        aria-label={total === 1 ? t('recording') : t('recordingOf', { n: index + 1, total })}
        onEnded={() => setCurrent(index + 1 < total ? index + 1 : 0)}
        className="mb-4 w-full"
      />
    ) : null,
  )
}

function ReadAloud({ language }: Pick<ListenProps, 'language'>) {
  const t = useTexts(listenTexts)
  const voice = useVoice(language)
  const [state, setState] = useState<ReadingState>('off')
  const reader = useRef<ReturnType<typeof createReader>>(null)
  useEffect(() => {
    if (!voice) return
    const pause = () => reader.current?.pause()
    const lesson = () => document.querySelector<HTMLElement>('[data-lesson]')
    reader.current = createReader({
      voice,
      sentences: () => sentencesOf(lesson() ?? document),
      onState: setState,
      onSentence: () => lesson()?.dispatchEvent(new Event('timeupdate')),
    })
    document.addEventListener('play', pause, true)
    return () => {
      document.removeEventListener('play', pause, true)
      reader.current?.end()
    }
  }, [voice])
  if (!voice) return null
  const reading = state === 'reading'
  const label = state === 'off' ? 'read' : reading ? 'pause' : 'goOn'
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <Button variant="outline" size="sm" onClick={() => (reading ? reader.current?.pause() : reader.current?.read())}>
        {t(label)}
      </Button>
      <p className="text-sm text-muted-foreground">{t('voice')}</p>
    </div>
  )
}

/** The browser's voice for a language. Browsers load voices asynchronously, after the first request. */
function useVoice(language: string): SpeechSynthesisVoice | null {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null)
  useEffect(() => {
    if (!('speechSynthesis' in window)) return
    const find = () => setVoice(voiceFor(language, speechSynthesis.getVoices()))
    find()
    speechSynthesis.addEventListener?.('voiceschanged', find)
    return () => speechSynthesis.removeEventListener?.('voiceschanged', find)
  }, [language])
  return voice
}
