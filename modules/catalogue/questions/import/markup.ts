import { decodeHTMLStrict } from 'entities'
import { plainScript, type Script, scriptChars } from '#modules/catalogue/rich-text/scripts.ts'
import { excerpt, problem, type Remark } from './parsed.ts'

/** The text of an HTML fragment, and the parts that a question can't contain. */
export type Markup = { text: string; notes: Remark[] }

/** A tag as HTML editors write it. Values contain no `<`, so that no part of a text is scanned twice. */
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z_:@][\w:.-]*(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'=<>`]+))?)*)\s*\/?>/iy
const attribute = /([a-z_:@][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/gi

const wordSet = (list: string) => new Set(list.split(' '))
const blocks = wordSet(
  'p div br li ul ol tr td th table thead tbody tfoot caption dl dt dd h1 h2 h3 h4 h5 h6 hr blockquote pre section article header footer figure figcaption address center body html main aside nav',
)
const formatting = wordSet('b strong i em u ins s strike del mark code kbd samp var tt font small big cite dfn q abbr')
const pictures = wordSet('img picture svg canvas map area')
const media = wordSet('video audio iframe object embed source track param frame frameset applet')
const formulas = wordSet('math mi mn mo mrow msup msub mfrac msqrt mroot mtext mspace mstyle msubsup munder mover')
const forms = wordSet('input select option textarea button form label fieldset legend')
const plain = wordSet('a span sub sup script style title head meta link wbr nobr bdi bdo time data ruby rt rp')
const vocabulary = [blocks, formatting, pictures, media, formulas, forms, plain]
export const isTag = (name: string): boolean => vocabulary.some((names) => names.has(name))
/** Attributes that have no value. */
const attributes = wordSet(
  'class id style width height src alt title href target rel type name value border align valign bgcolor background color face size cellpadding cellspacing colspan rowspan scope start lang dir role loading decoding srcset sizes longdesc usemap ismap crossorigin referrerpolicy data poster preload for action method cite datetime span summary rules frame frameborder hspace vspace media charset content http-equiv xmlns download tabindex accesskey kind srclang label allow sandbox',
)
/** Whether HTML, or a program that writes it, has this attribute; otherwise the text is not a tag. */
export const isAttribute = (name: string): boolean =>
  attributes.has(name.toLowerCase()) ||
  flags.has(name.toLowerCase()) ||
  /^(?:data-|aria-|on[a-z]|x(?:ml|link|mlns):|[ovwmx]:)/i.test(name)
const flags = wordSet(
  'controls autoplay loop muted hidden disabled checked selected nowrap allowfullscreen noshade reversed',
)

type Tag = { closing: boolean; name: string; attributes: ReadonlyMap<string, string>; end: number }
type MarkupState = { parts: string[]; script: { kind: Script; text: string } | null; notes: Map<string, Remark> }

/** The text of HTML. Characters that only look like a tag (`< 30`, `<stdio.h>`) stay as text. */
export function readMarkup(source: string): Markup {
  const state: MarkupState = { parts: [], script: null, notes: new Map() }
  const unclosed = new Set<string>()
  let index = 0
  while (index < source.length) {
    const next = source.indexOf('<', index)
    if (next === -1) break
    appendText(state, decodeHTMLStrict(source.slice(index, next)))
    index = skipComment(source, next, unclosed) ?? readTag(state, source, next, unclosed)
  }
  appendText(state, decodeHTMLStrict(source.slice(index)))
  endScript(state)
  return { text: collapseSpaces(state.parts.join('')), notes: [...state.notes.values()] }
}

/** Collapses spaces; intended line breaks stay. */
export const collapseSpaces = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()

function skipComment(source: string, index: number, unclosed: Set<string>): number | null {
  return source.startsWith('<!--', index) ? endAfter(source, '-->', index + 4, unclosed) : null
}

/** The position after a character; if it is missing, the search is not repeated. */
function endAfter(source: string, sign: string, from: number, unclosed: Set<string>): number | null {
  if (unclosed.has(sign)) return null
  const end = source.indexOf(sign, from)
  if (end === -1) unclosed.add(sign)
  return end === -1 ? null : end + sign.length
}

function readTag(state: MarkupState, source: string, index: number, unclosed: Set<string>): number {
  const tag = tagAt(source, index)
  if (!tag) {
    appendText(state, '<')
    return index + 1
  }
  const { name, closing, end, attributes } = tag
  if ((name === 'script' || name === 'style') && !closing) {
    const after = endAfter(source, `</${name}>`, end, unclosed)
    if (after !== null) {
      const inner = source.slice(end, after - name.length - 3).trim()
      if (inner) addNote(state, 'leftScript', { name: excerpt(inner) })
      return after
    }
  }
  writeTag(state, name, closing, attributes)
  return end
}

/** The position after the tag that starts at a position, or null if there is none. */
export const tagEnd = (source: string, index: number): number | null => tagAt(source, index)?.end ?? null

function tagAt(source: string, index: number): Tag | null {
  tag.lastIndex = index
  const [all, closing, name = '', inner = ''] = tag.exec(source) ?? []
  const lower = name.toLowerCase()
  if (all === undefined || !isTag(lower)) return null
  const attributes = new Map<string, string>()
  for (const [, key = '', ...values] of inner.matchAll(attribute)) {
    const value = values.find((value) => value !== undefined)
    if (value === undefined ? !flags.has(key.toLowerCase()) : !isAttribute(key)) return null
    attributes.set(key.toLowerCase(), decodeHTMLStrict(value ?? ''))
  }
  return { closing: closing === '/', name: lower, attributes, end: index + all.length }
}

function writeTag(state: MarkupState, name: string, closing: boolean, attributes: ReadonlyMap<string, string>): void {
  if (name === 'sup' || name === 'sub') {
    endScript(state)
    if (!closing) state.script = { kind: name === 'sup' ? 'superscript' : 'subscript', text: '' }
    return
  }
  if (blocks.has(name)) state.parts.push(name === 'li' && !closing ? ' • ' : ' ')
  if (closing) return
  const source = attributes.get('src') ?? attributes.get('data') ?? attributes.get('href') ?? ''
  const label = excerpt(attributes.get('alt') ?? attributes.get('title') ?? '')
  if (pictures.has(name)) addPicture(state, source, label)
  else if (media.has(name)) addNote(state, 'leftMedia', { name: fileOf(source) || label || name })
  else if (name === 'a' && source) addNote(state, 'leftLink', { name: excerpt(source) })
  else if (forms.has(name)) addNote(state, 'leftField', { name: excerpt(attributes.get('value') ?? label) || name })
  else if (formulas.has(name)) addNote(state, 'leftFormula')
  else if (formatting.has(name) || attributes.has('style')) addNote(state, 'leftFormat')
  else if (name === 'table') addNote(state, 'leftTable')
  if (label && !pictures.has(name) && !media.has(name)) addNote(state, 'leftTip', { name: label })
}

const addPicture = (state: MarkupState, source: string, alt: string) => {
  const { text, params } = leftPicture(source, alt)
  state.notes.set(`picture ${excerpt(source)} ${alt}`, { text, params })
}

/** Questions contain only text, so a picture is represented by its description. */
export const leftPicture = (source: string, alt: string): Remark =>
  alt && source
    ? problem('leftPictureOf', { name: fileOf(source), alt: excerpt(alt) })
    : problem('leftPicture', { name: fileOf(source) || excerpt(alt) || '?' })

/** A file's address without the prefixes that learning systems add. */
const fileOf = (source: string): string =>
  excerpt(
    source.startsWith('data:')
      ? source.slice(0, 40)
      : source.replace(/^(?:@@PLUGINFILE@@|\$IMS-CC-FILEBASE\$)\/?/i, ''),
  )

function addNote(state: MarkupState, key: Parameters<typeof problem>[0], params: Record<string, string> = {}): void {
  state.notes.set(`${key} ${params.name ?? ''}`, problem(key, params))
}

function appendText(state: MarkupState, text: string): void {
  if (state.script) state.script.text += text
  else state.parts.push(text)
}

/** Superscript and subscript digits have their own characters; anything else is written with a sign. */
function endScript(state: MarkupState): void {
  if (!state.script) return
  const { kind, text } = state.script
  state.script = null
  const trimmed = text.trim()
  state.parts.push(trimmed === '' ? text : plainScript(trimmed, kind))
  if (scriptChars(trimmed, kind) === null) addNote(state, 'leftFormat')
}
