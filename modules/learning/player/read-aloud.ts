export type ReadingState = 'off' | 'reading' | 'paused'

type Reader = { read: () => void; pause: () => void; end: () => void }

const blocks = 'h2, h3, h4, h5, h6, p, li, td, th, figcaption, pre'

/** Regions whose Spanish and English are most familiar in the United States, best first. */
const preferred = ['en-us', 'es-us', 'es-mx', 'es-419']

const tagOf = (voice: SpeechSynthesisVoice) => voice.lang.replace('_', '-').toLowerCase()

/** The browser's voice for a language, or null; another language's voice would read gibberish. */
export function voiceFor(language: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const rank = (voice: SpeechSynthesisVoice) => {
    const at = preferred.indexOf(tagOf(voice))
    return at === -1 ? preferred.length : at
  }
  const speech = language.slice(0, 2).toLowerCase()
  return voices.filter((voice) => tagOf(voice).startsWith(speech)).toSorted((a, b) => rank(a) - rank(b))[0] ?? null
}

/** The sentences of a lesson: browsers stop long texts halfway, and reading continues where it was paused. */
export function sentencesOf(lesson: ParentNode): string[] {
  return [...lesson.querySelectorAll(blocks)]
    .filter((block) => !block.querySelector(blocks) && !block.closest('details'))
    .flatMap((block) => (block.textContent ?? '').replace(/\s+/g, ' ').match(/[^.!?]+[.!?]*\s*/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

type Reading = {
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
export function makeReader({ voice, sentences, onState, onSentence }: Reading): Reader {
  let at = 0
  let turn = 0
  const say = (all: readonly string[], mine: number) => {
    const sentence = all[at]
    if (sentence === undefined) {
      at = 0
      onState('off')
      return
    }
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.onend = () => {
      if (mine !== turn) return
      at += 1
      say(all, mine)
    }
    utterance.onerror = () => {
      if (mine === turn) onState('paused')
    }
    onSentence()
    speechSynthesis.speak(utterance)
  }
  const stopSpeaking = () => {
    turn += 1
    speechSynthesis.cancel()
  }
  return {
    read() {
      stopSpeaking()
      onState('reading')
      say(sentences(), turn)
    },
    pause() {
      stopSpeaking()
      onState('paused')
    },
    end: stopSpeaking,
  }
}
