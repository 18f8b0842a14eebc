import { isStorable } from '#platform/storable.ts'
import { parseHref, parseSource } from './addresses.ts'
import { hostedVideoAt } from './hosted-video.ts'

export type Rule = (value: unknown) => boolean

const colorPattern =
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(?:,\s*(?:0|1|0?\.\d{1,4})\s*)?\))$/i

const mediaTypes = ['image', 'video', 'audio', 'pdf'] as const
export const fileTypes = ['txt', 'xlsx', 'xls', 'csv', 'doc', 'docx'] as const
export const alignClasses = ['inline', 'float-left', 'center', 'full-width', 'float-right'] as const
export const maxTranscript = 20_000
export const textAligns = ['left', 'center', 'right', 'justify'] as const
export const textVariants = ['subtitle-1', 'subtitle-2', 'body-1', 'body-2'] as const

const isAbsent: Rule = (value) => value === null || value === undefined
const optional =
  (rule: Rule): Rule =>
  (value) =>
    isAbsent(value) || rule(value)
const integer =
  (min: number, max: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max
const size: Rule = (value) => typeof value === 'number' && value >= 0 && value <= 4000
const oneOf =
  (words: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && words.includes(value)
const listOf =
  (rule: Rule, max: number): Rule =>
  (value) =>
    Array.isArray(value) && value.length <= max && Array.from(value).every(rule)
const flag: Rule = (value) => typeof value === 'boolean'
const id = integer(1, Number.MAX_SAFE_INTEGER)

const text =
  (max: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= max && isStorable(value)

export const isColor: Rule = (value) => typeof value === 'string' && colorPattern.test(value)

const linkAddress: Rule = (value) => parseHref(value) !== null
const relWords: Rule = (value) =>
  typeof value === 'string' &&
  value.split(' ').every((word) => ['noopener', 'noreferrer', 'nofollow', ''].includes(word))

const cell = {
  colspan: optional(integer(1, 100)),
  rowspan: optional(integer(1, 100)),
  colwidth: optional(listOf(optional(integer(0, 4000)), 100)),
  background: optional(isColor),
  textAlign: optional(oneOf(textAligns)),
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const captionRules = (origins: readonly string[]): Record<string, Rule> => ({
  lk_file_type_id: (value) => value === 11,
  url: (value) => parseSource(value, origins) !== null,
  language: optional(oneOf(['en', 'es'])),
})

/** A caption file of a video: `{lk_file_type_id: 11, url, language?}` and nothing else. */
const caption =
  (origins: readonly string[]): Rule =>
  (value) => {
    if (!isRecord(value)) return false
    const rules = captionRules(origins)
    return (
      Object.keys(value).every((key) => Object.hasOwn(rules, key)) &&
      Object.keys(rules).every((key) => rules[key]?.(value[key]))
    )
  }

const mediaCard = (origins: readonly string[]): Record<string, Rule> => ({
  component: oneOf([...mediaTypes, ...fileTypes, 'inline-quiz']),
  src: optional((value) => parseSource(value, origins) !== null || hostedVideoAt(value) !== null),
  alignClass: optional(oneOf(alignClasses)),
  width: optional(size),
  height: optional(size),
  min_width: optional(size),
  min_height: optional(size),
  resizable: optional(flag),
  title: optional(text(500)),
  alt: optional(text(500)),
  /** The transcript of an audio file. */
  transcript: optional(text(maxTranscript)),
  relatedMedia: optional(listOf(caption(origins), 10)),
  attachment_id: optional(id),
  quiz_id: optional(id),
  course_question_bank_id: optional(id),
  questions: optional(listOf(id, 50)),
  answer_id: optional(id),
  quiz_attempt_id: optional(id),
})

/** Attribute rules of every node type; `origins` are those of our own files' addresses. */
export const nodeRules = (origins: readonly string[]): Record<string, Record<string, Rule>> => ({
  paragraph: { textAlign: optional(oneOf(textAligns)), variant: optional(oneOf(textVariants)) },
  heading: { level: integer(1, 6), textAlign: optional(oneOf(textAligns)) },
  orderedList: { start: optional(integer(0, 100_000)), type: isAbsent },
  codeBlock: { language: optional((value) => typeof value === 'string' && /^[a-z0-9+#-]{1,30}$/i.test(value)) },
  tableHeader: cell,
  tableCell: cell,
  mediaCard: mediaCard(origins),
})

/** Attribute rules of every mark type. */
export const markRules: Readonly<Record<string, Record<string, Rule>>> = {
  bold: {},
  italic: {},
  underline: {},
  strike: {},
  superscript: {},
  subscript: {},
  code: {},
  link: {
    href: linkAddress,
    target: optional(oneOf(['_blank', '_self'])),
    rel: optional(relWords),
    title: optional(text(500)),
    class: isAbsent,
  },
  textStyle: { color: optional(isColor), backgroundColor: optional(isColor) },
  highlight: { color: optional(isColor) },
}

/** The allowed values of each attribute of a node or mark type; attributes that must be absent are left out. */
export function attributeRules(type: string, origins: readonly string[] = []): Record<string, Rule> {
  const rules = nodeRules(origins)[type] ?? markRules[type] ?? {}
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== isAbsent))
}
