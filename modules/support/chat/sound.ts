const key = 'waypost.chat.muted'

/** Whether the user of this browser has turned the sound of the chat off. */
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
    // A browser that keeps nothing asks again on the next page.
  }
}

const seconds = 0.25

/** A short tone for a message that has arrived; nothing where the chat is muted or the browser allows no sound yet. */
export function playTone(): void {
  if (isMuted() || typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
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
