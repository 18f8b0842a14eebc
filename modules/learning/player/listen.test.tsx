// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import Listen from './listen.island.tsx'
import { sentencesOf, voiceFor } from './read-aloud.ts'

const voice = (lang: string) => ({ lang, name: lang }) as SpeechSynthesisVoice
const playback = { play: HTMLMediaElement.prototype.play, pause: HTMLMediaElement.prototype.pause }

class Utterance {
  voice: SpeechSynthesisVoice | null = null
  lang = ''
  onend = () => {}
  onerror = () => {}
  text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A browser with these voices; `spoken` collects the sentences that it speaks. */
function browserWith(...voices: string[]) {
  const utterances: Utterance[] = []
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices.map(voice),
    speak: (utterance: Utterance) => utterances.push(utterance),
    cancel: vi.fn(),
  })
  vi.stubGlobal('speechSynthesis', synthesis)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  Object.assign(window, { speechSynthesis: synthesis })
  return { spoken: utterances, voices, synthesis }
}

const lesson = (html: string) => {
  const element = document.createElement('div')
  element.dataset.lesson = ''
  element.innerHTML = html
  document.body.append(element)
  return element
}

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  Object.assign(HTMLMediaElement.prototype, playback)
})

test('a lesson is read by the voice of its language, sentence by sentence, paused and continued', () => {
  const { spoken } = browserWith('en-US', 'es-ES', 'es_MX')
  const active = vi.fn()
  lesson('<h2>Hielo</h2><ul><li><p>Frene despacio. Mire lejos.</p></li></ul>').addEventListener('timeupdate', active)
  render(<Listen sources={[]} language="es-es" />)
  expect(screen.getByText("Your browser's voice reads this page. It isn't a recording.")).toBeTruthy()
  fireEvent.click(screen.getByText('Read aloud'))
  act(() => spoken.at(-1)!.onend())
  expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([
    ['Hielo', 'es_MX'],
    ['Frene despacio.', 'es_MX'],
  ])
  const interrupted = spoken.at(-1)!
  fireEvent.click(screen.getByText('Pause reading'))
  act(() => interrupted.onend())
  expect(spoken).toHaveLength(2)
  fireEvent.click(screen.getByText('Continue reading'))
  expect(spoken.at(-1)!.text).toBe('Frene despacio.')
  act(() => spoken.at(-1)!.onend())
  act(() => spoken.at(-1)!.onend())
  expect(spoken.map(({ text }) => text)).toEqual(['Hielo', 'Frene despacio.', 'Frene despacio.', 'Mire lejos.'])
  expect(screen.getByText('Read aloud')).toBeTruthy()
  expect(active).toHaveBeenCalledTimes(4)
})

test('offers nothing until the browser has a voice for the language', () => {
  const { voices, synthesis } = browserWith('en-US')
  render(<Listen sources={[]} language="es-es" />)
  expect(screen.queryByRole('button')).toBeNull()
  voices.push('es-US')
  act(() => void synthesis.dispatchEvent(new Event('voiceschanged')))
  expect(screen.getByText('Read aloud')).toBeTruthy()
})

test('a lesson with recordings has one player, which plays them in turn and pauses all others', () => {
  browserWith('en-US')
  const paused: Element[] = []
  HTMLMediaElement.prototype.play = vi.fn(async () => {})
  HTMLMediaElement.prototype.pause = function pause() {
    paused.push(this)
  }
  const part = lesson('<audio id="card"></audio>')
  render(<Listen sources={['/media/1/a.mp3', '/media/2/b.mp3']} language="en-us" />)
  const player = () => screen.getByLabelText<HTMLAudioElement>(/Listen to this lesson, part/)
  expect(player().src).toContain('/media/1/a.mp3')
  expect(screen.queryByRole('button')).toBeNull()
  fireEvent(player(), new Event('play'))
  expect(paused).toEqual([part.firstElementChild])
  fireEvent(player(), new Event('ended'))
  expect(player().src).toContain('/media/2/b.mp3')
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(1)
  fireEvent(player(), new Event('ended'))
  expect(player().src).toContain('/media/1/a.mp3')
  expect(HTMLMediaElement.prototype.play).toHaveBeenCalledTimes(1)
})

test('sentences exclude transcripts, and nested blocks are read once', () => {
  const part = lesson('<li>One<p>Two!</p></li><details><p>Spoken</p></details><p> — </p><p>Three?\n Four</p>')
  expect(sentencesOf(part)).toEqual(['Two!', 'Three?', 'Four'])
  expect(voiceFor('en-us', [voice('en-GB'), voice('en-US')])!.lang).toBe('en-US')
  expect(voiceFor('fr-fr', [voice('en-US')])).toBeNull()
})
