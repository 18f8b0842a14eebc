import { attachmentIdIn, parseSource } from './addresses.ts'
import { alignClasses, fileTypes } from './attributes.ts'
import { frameAddress, type HostedVideo, hostedVideoAt } from './hosted-video.ts'
import { allowedWord, attribute, classes, escapeHtml, roundedOrNull } from './html.ts'
import { readQuiz } from './read.ts'

export type RichLocale = 'en' | 'es'
export type CardAttributes = Record<string, unknown>
type Caption = { url: string; srclang: RichLocale }
export type ResolvedMedia = {
  url: string
  captions?: readonly Caption[]
  poster?: string | null
  width?: number | null
  height?: number | null
}
export type MediaOptions = {
  locale: RichLocale
  media: MediaResolver
  origins?: readonly string[]
  /** For staff: shows each library file's number. */
  ids?: boolean
}
export type MediaResolver = (attrs: CardAttributes) => ResolvedMedia | null

const labels = {
  en: {
    pdf: 'Click to Download PDF',
    missing: 'This file is not available.',
    file: 'Download file',
    at: 'Video on {host}',
    transcript: 'Transcript',
  },
  es: {
    pdf: 'Haga clic para descargar el PDF',
    missing: 'Este archivo no está disponible.',
    file: 'Descargar archivo',
    at: 'Video en {host}',
    transcript: 'Transcripción',
  },
} as const
const languageNames = { en: 'English', es: 'Español' } as const

/** The widths that have a class, in steps of pixels: pages allow no style attributes. */
const widthStep = 20
/** The approximate width of the text column. */
const fullWidth = 720

/** Players and files need room for buttons and names; a picture may be as small as its author made it. */
const minWidth = { image: widthStep, other: 240 }

function widthClass(align: string, width: number | null, min: number): string {
  if (align === 'full-width' || width === null || width >= fullWidth) return 'rt-w-full'
  return `rt-w-${Math.max(min, Math.round(width / widthStep) * widthStep)}`
}

/** The class of a card's width, if its placement has one. */
export const cardWidthClass = (attrs: CardAttributes): string =>
  widthClass(
    allowedWord(attrs.alignClass, alignClasses, 'center'),
    roundedOrNull(attrs.width, 1, 4000),
    attrs.component === 'image' ? minWidth.image : minWidth.other,
  )

const textOr = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback)

// A resolver may return an address from a record; only web addresses and paths are rendered.
const isWebAddress = (url: unknown): url is string =>
  typeof url === 'string' && (/^https?:\/\/[^\s]+$/i.test(url) || /^(?!\/\/|\/?\\)[\w./~%?=&+,@-]+$/.test(url))

function dimensions(attrs: CardAttributes, media: ResolvedMedia): string {
  const width = roundedOrNull(media.width ?? attrs.width, 1, 4000)
  const height = roundedOrNull(media.height ?? attrs.height, 1, 4000)
  return attribute('width', width) + attribute('height', height)
}

const altOf = (attrs: CardAttributes) => textOr(attrs.alt, textOr(attrs.title, ''))

function image(attrs: CardAttributes, media: ResolvedMedia): string {
  const alt = attribute('alt', altOf(attrs))
  return `<img${attribute('src', media.url)} loading="lazy" decoding="async"${dimensions(attrs, media)}${alt}>`
}

function track(caption: Caption, locale: RichLocale): string {
  const defaultFlag = caption.srclang === locale ? ' default' : ''
  return `<track kind="captions"${attribute('src', caption.url)} srclang="${caption.srclang}" label="${languageNames[caption.srclang]}"${defaultFlag}>`
}

function video(attrs: CardAttributes, media: ResolvedMedia, locale: RichLocale): string {
  const captions = (media.captions ?? []).filter(
    (caption) => Object.hasOwn(languageNames, caption.srclang) && isWebAddress(caption.url),
  )
  const poster = isWebAddress(media.poster) ? attribute('poster', media.poster) : ''
  const name = attribute('aria-label', textOr(attrs.title, 'Video'))
  // The player tracks watching by the card's stored source, which outlives signed addresses.
  const source = attribute('data-media', textOr(attrs.src, media.url))
  const open = `<video controls preload="metadata" playsinline${source}${attribute('src', media.url)}${poster}${dimensions(attrs, media)}${name}>`
  return `${open}${captions.map((caption) => track(caption, locale)).join('')}</video>`
}

function audio(attrs: CardAttributes, media: ResolvedMedia, locale: RichLocale): string {
  const name = attribute('aria-label', textOr(attrs.title, 'Audio'))
  return `<audio controls preload="metadata"${attribute('src', media.url)}${name}></audio>${transcript(attrs, locale)}`
}

function transcript(attrs: CardAttributes, locale: RichLocale): string {
  const lines = textOr(attrs.transcript, '')
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) return ''
  const text = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
  return `<details class="rt-transcript"><summary>${labels[locale].transcript}</summary>${text}</details>`
}

const pdf = (media: ResolvedMedia, locale: RichLocale) =>
  `<a class="rt-download" download="Download.pdf"${attribute('href', media.url)}>${labels[locale].pdf}</a>`

function file(attrs: CardAttributes, media: ResolvedMedia, type: string, locale: RichLocale): string {
  const name = escapeHtml(textOr(attrs.title, labels[locale].file))
  const icon = `<span class="rt-file-icon" aria-hidden="true">${type.toUpperCase()}</span>`
  return `<a class="rt-file" download="Download.${type}"${attribute('href', media.url)}>${icon}${name}</a>`
}

function mediaElement(attrs: CardAttributes, media: ResolvedMedia, locale: RichLocale): string {
  if (attrs.component === 'image') return image(attrs, media)
  if (attrs.component === 'video') return video(attrs, media, locale)
  if (attrs.component === 'audio') return audio(attrs, media, locale)
  if (attrs.component === 'pdf') return pdf(media, locale)
  const type = allowedWord(attrs.component, fileTypes, null)
  return type ? file(attrs, media, type, locale) : ''
}

/** The host shows its own controls, so our page only provides the space. */
function frame(attrs: CardAttributes, video: HostedVideo, locale: RichLocale): string {
  const title = attribute('title', textOr(attrs.title, labels[locale].at.replace('{host}', video.host)))
  const permissions = ' allow="fullscreen; picture-in-picture" allowfullscreen loading="lazy"'
  const sandbox = ' sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"'
  return `<iframe${attribute('src', frameAddress(video))}${title}${permissions}${sandbox} referrerpolicy="strict-origin-when-cross-origin"></iframe>`
}

// A caption that repeats the alternative text would be read out twice.
function figcaption(attrs: CardAttributes): string {
  const title = textOr(attrs.title, '')
  const isRepeated =
    attrs.component === 'image' ? title === altOf(attrs) : !['video', 'pdf'].includes(String(attrs.component))
  return title && !isRepeated ? `<figcaption>${escapeHtml(title)}</figcaption>` : ''
}

function idChip(address: string): string {
  const id = attachmentIdIn(address)
  return id === null ? '' : `<span class="rt-id">ID: ${id}</span>`
}

/** The placeholder of an inline quiz, which the player replaces by its island. */
export function renderInlineQuiz(attrs: CardAttributes): string {
  const { quiz_id, questions } = readQuiz(attrs)
  return `<div class="rt-quiz" data-inline-quiz="${quiz_id ?? ''}" data-questions="${questions.join(',')}"></div>`
}

/** A media card as a figure; a missing file is replaced by a notice. */
export function renderMedia(attrs: CardAttributes, options: MediaOptions): string {
  const { locale } = options
  const hosted = attrs.component === 'video' ? hostedVideoAt(attrs.src) : null
  const media = parseSource(attrs.src, options.origins) ? options.media(attrs) : null
  const align = allowedWord(attrs.alignClass, alignClasses, 'center')
  const mediaHtml = media && isWebAddress(media.url) ? mediaElement(attrs, media, locale) : ''
  const body = hosted ? frame(attrs, hosted, locale) : mediaHtml
  if (!body) return `<p class="rt-missing">${labels[locale].missing}</p>`
  const kind = allowedWord(attrs.component, ['image', 'video', 'audio', 'pdf'], 'file')
  return `<figure${classes('rt-media', `rt-media-${kind}`, `rt-align-${align}`, cardWidthClass(attrs))}>${body}${figcaption(attrs)}${options.ids && media ? idChip(media.url) : ''}</figure>`
}
