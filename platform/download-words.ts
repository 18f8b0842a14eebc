import { type Locale, localText, texts } from './texts.ts'

const messages = texts({
  tooMany: [
    'Too many downloads in a short time. Try again in {when}.',
    'Demasiadas descargas en poco tiempo. Inténtelo de nuevo en {when}.',
  ],
  seconds: ['{n, plural, one {{n} second} other {{n} seconds}}', '{n, plural, one {{n} segundo} other {{n} segundos}}'],
  minutes: ['{n, plural, one {{n} minute} other {{n} minutes}}', '{n, plural, one {{n} minuto} other {{n} minutos}}'],
  missing: [
    "We couldn't find this file. Reload the page and try again.",
    'No encontramos este archivo. Vuelva a cargar la página e inténtelo de nuevo.',
  ],
  failed: [
    "We couldn't get this file. Try again in a moment.",
    'No pudimos obtener este archivo. Inténtelo de nuevo en un momento.',
  ],
})

type RefusedDownload = { status: number; retryAfter: string | null; code: unknown; message: unknown }

/** Explains why a download was refused, and when to try again. */
export function refusedDownload(locale: Locale, { status, retryAfter, code, message }: RefusedDownload): string {
  const seconds = Math.ceil(Number(retryAfter))
  if (status === 429 && seconds > 0) return localText(locale, messages, 'tooMany', { when: waitText(locale, seconds) })
  // The default text asks the reader to open a page, but they are already on one.
  if (code === 'NOT_FOUND') return localText(locale, messages, 'missing')
  return typeof message === 'string' && message !== '' ? message : localText(locale, messages, 'failed')
}

function waitText(locale: Locale, seconds: number): string {
  if (seconds < 60) return localText(locale, messages, 'seconds', { n: seconds })
  return localText(locale, messages, 'minutes', { n: Math.ceil(seconds / 60) })
}
