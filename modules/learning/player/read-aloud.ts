export type ReadingState = 'off' | 'reading' | 'paused'

type Reader = { read: () => void; pause: () => void; end: () => void }

const blockSelector = 'h2, h3, h4, h5, h6, p, li, td, th, figcaption, pre'

/** Regions whose Spanish and English are most familiar in the United States, best first. */
const preferredRegions = ['en-us', 'es-us', 'es-mx', 'es-419']

const tagOf = (voice: SpeechSynthesisVoice) => voice.lang.replace('_', '-').toLowerCase()

/** The browser's voice for a language, or null; another language's voice would read gibberish. */
export function voiceFor(language: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const rank = (voice: SpeechSynthesisVoice) => {
    const index = preferredRegions.indexOf(tagOf(voice))
    return index === -1 ? preferredRegions.length : index
  }
  const speech = language.slice(0, 2).toLowerCase()
  return voices.filter((voice) => tagOf(voice).startsWith(speech)).toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The sentences of a lesson. Browsers stop long texts halfway, and reading must continue where it was paused. */
export function sentencesOf(lesson: ParentNode): string[] {
  return [...lesson.querySelectorAll(blockSelector)]
    .filter((block) => !block.querySelector(blockSelector) && !block.closest('details'))
    .flatMap((block) => (block.textContent ?? '').replace(/\s+/g, ' ').match(/[^.!?]+[.!?]*\s*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

type ReaderOptions = {
  voice: SpeechSynthesisVoice
  sentences: () => string[]
  onState: (state: ReadingState) => void
  /** Called at each sentence, because a listener is active, as with a recording. */
  onSentence: () => void
}

/**
 * Reads sentence by sentence. Pausing stops the current sentence, which is then read again, because browsers on phones
 * can't pause.
 */
export function createReader({ voice, sentences, onState, onSentence }: ReaderOptions): Reader {
  let index = 0
  let currentSession = 0
  const speakNext = (allSentences: readonly string[], session: number) => {
    const sentence = allSentences[index]
    if (sentence === undefined) {
      index = 0
      onState('off')
      return
    }
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.onend = () => {
      if (session !== currentSession) return
      index += 1
      speakNext(allSentences, session)
    }
    utterance.onerror = () => {
      if (session === currentSession) onState('paused')
    }
    onSentence()
    speechSynthesis.speak(utterance)
  }
  const stopSpeaking = () => {
    currentSession += 1
    speechSynthesis.cancel()
  }
  return {
    read() {
      stopSpeaking()
      onState('reading')
      speakNext(sentences(), currentSession)
    },
    pause() {
      stopSpeaking()
      onState('paused')
    },
    end: stopSpeaking,
  }
}
