import { type Locale, say, texts } from './texts.ts'

const words = texts({
  tooMany: [
    'Too many downloads in a short time. Try again in {when}.',
    'Demasiadas descargas en poco tiempo. Inténtelo de nuevo en {when}.',
  ],
  second: ['1 second', '1 segundo'],
  seconds: ['{n} seconds', '{n} segundos'],
  minute: ['1 minute', '1 minuto'],
  minutes: ['{n} minutes', '{n} minutos'],
  failed: [
    "We couldn't get this file. Try again in a moment.",
    'No pudimos obtener este archivo. Inténtelo de nuevo en un momento.',
  ],
})

type Refused = { status: number; retryAfter: string | null; message: unknown }

/** Why a file was refused, and when it can be asked for again. */
export function refusedDownload(locale: Locale, { status, retryAfter, message }: Refused): string {
  const seconds = Math.ceil(Number(retryAfter))
  if (status === 429 && seconds > 0) return say(locale, words, 'tooMany', { when: waitOf(locale, seconds) })
  return typeof message === 'string' && message !== '' ? message : say(locale, words, 'failed')
}

function waitOf(locale: Locale, seconds: number): string {
  if (seconds < 60) return say(locale, words, seconds === 1 ? 'second' : 'seconds', { n: seconds })
  const minutes = Math.ceil(seconds / 60)
  return say(locale, words, minutes === 1 ? 'minute' : 'minutes', { n: minutes })
}
