const key = 'waypost.chat.muted'

/** Whether the chat is muted in this browser. */
export function isMuted(): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}

export function setMuted(muted: boolean): void {
  try {
    if (muted) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the choice lasts until the next page.
  }
}

const seconds = 0.25
const startMs = 500

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Plays a short tone for a new message, unless the chat is muted or the browser doesn't allow sound yet. */
export async function playTone(): Promise<void> {
  if (isMuted() || typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  // Some browsers start it later; a browser that doesn't allow sound never does.
  if (audio.state !== 'running') await Promise.race([audio.resume(), sleep(startMs)]).catch(() => {})
  if (audio.state !== 'running') return void audio.close()
  const [tone, volume] = [audio.createOscillator(), audio.createGain()]
  tone.frequency.value = 660
  volume.gain.setValueAtTime(0.08, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds)
  tone.connect(volume).connect(audio.destination)
  tone.onended = () => void audio.close()
  tone.start()
  tone.stop(audio.currentTime + seconds)
}
