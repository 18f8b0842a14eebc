import { isStorable } from '#platform/storable.ts'
import { markRules, nodeRules, type Rule } from './attributes.ts'
import { contentRules, documentLimits, isInline, type Mark, type RichDocument, type RichNode } from './document.ts'
import { hostedVideoAt } from './hosted-video.ts'

type Issue = { path: string; message: string }
export type ValidationResult = { ok: true; document: RichDocument } | { ok: false; issues: Issue[] }

type Walk = { issues: Issue[]; nodes: number; rules: Record<string, Record<string, Rule>> }
type PlainObject = Record<string, unknown>

const nodeKeys = new Set(['type', 'attrs', 'content', 'marks', 'text'])

function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isFull = (walk: Walk) => walk.issues.length >= documentLimits.issues || walk.nodes > documentLimits.nodes

function refuse(walk: Walk, path: string, message: string): null {
  if (walk.issues.length < documentLimits.issues) walk.issues.push({ path, message })
  return null
}

function readAttributes(walk: Walk, value: unknown, rules: Record<string, Rule>, path: string): PlainObject | null {
  if (value !== undefined && value !== null && !isPlainObject(value))
    return refuse(walk, path, 'attributes are not an object')
  const attributes = value ?? {}
  const unknown = Object.keys(attributes).find((key) => !Object.hasOwn(rules, key))
  if (unknown !== undefined) return refuse(walk, path, `unknown attribute ${JSON.stringify(unknown.slice(0, 40))}`)
  const invalid = Object.keys(rules).find((key) => !rules[key]?.((attributes as PlainObject)[key]))
  return invalid === undefined
    ? structuredClone(attributes as PlainObject)
    : refuse(walk, path, `wrong value of ${invalid}`)
}

function readMark(walk: Walk, value: unknown, path: string): Mark | null {
  if (!isPlainObject(value) || Object.keys(value).some((key) => key !== 'type' && key !== 'attrs'))
    return refuse(walk, path, 'not a mark')
  const { type } = value
  if (typeof type !== 'string' || !Object.hasOwn(markRules, type)) return refuse(walk, path, 'unknown mark')
  const attrs = readAttributes(walk, value.attrs, markRules[type] ?? {}, path)
  if (!attrs) return null
  return Object.keys(attrs).length > 0 ? { type, attrs } : { type }
}

function readMarks(walk: Walk, value: unknown, type: string, path: string): Mark[] | null {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > documentLimits.marks)
    return refuse(walk, path, 'marks are not a short list')
  if (value.length > 0 && !isInline(type)) return refuse(walk, path, `${type} carries marks`)
  const marks: Mark[] = []
  for (let index = 0; index < value.length; index++) {
    const mark = readMark(walk, value[index], `${path}.${index}`)
    if (mark) marks.push(mark)
  }
  return marks
}

function readContent(walk: Walk, value: unknown, parent: string, path: string, depth: number): RichNode[] | null {
  const allowed = contentRules.get(parent)
  if (value !== undefined && value !== null && !Array.isArray(value)) return refuse(walk, path, 'content is not a list')
  const list: unknown[] = value ?? []
  if (allowed?.nonEmpty && list.length === 0) return refuse(walk, path, `${parent} is empty`)
  const nodes: RichNode[] = []
  for (let index = 0; index < list.length && !isFull(walk); index++) {
    const node = readNode(walk, list[index], `${path}.${index}`, depth)
    if (node && !allowed?.children.has(node.type)) refuse(walk, `${path}.${index}`, `${node.type} inside ${parent}`)
    else if (node) nodes.push(node)
  }
  return nodes
}

function isInvalidCard(attrs: PlainObject): boolean {
  const questions = Array.isArray(attrs.questions) ? attrs.questions.length : 0
  if (attrs.component === 'inline-quiz') return questions === 0
  return typeof attrs.src !== 'string' || (attrs.component !== 'video' && hostedVideoAt(attrs.src) !== null)
}

function readText(walk: Walk, value: PlainObject, type: string, path: string): string | null | undefined {
  if (type !== 'text') return value.text === undefined ? undefined : refuse(walk, path, `${type} carries text`)
  const { text } = value
  if (typeof text !== 'string' || text === '' || !isStorable(text)) return refuse(walk, path, 'text is not storable')
  return text
}

function readNode(walk: Walk, value: unknown, path: string, depth: number): RichNode | null {
  walk.nodes++
  if (walk.nodes > documentLimits.nodes) return refuse(walk, path, `more than ${documentLimits.nodes} nodes`)
  if (depth > documentLimits.depth) return refuse(walk, path, `deeper than ${documentLimits.depth} levels`)
  if (!isPlainObject(value)) return refuse(walk, path, 'not a node')
  if (Object.keys(value).some((key) => !nodeKeys.has(key))) return refuse(walk, path, 'unknown key')
  const { type } = value
  if (typeof type !== 'string' || !contentRules.has(type)) return refuse(walk, path, 'unknown node')
  const attrs = readAttributes(walk, value.attrs, Object.hasOwn(walk.rules, type) ? walk.rules[type]! : {}, path)
  const marks = readMarks(walk, value.marks, type, `${path}.marks`)
  const text = readText(walk, value, type, path)
  const content = readContent(walk, value.content, type, `${path}.content`, depth + 1)
  if (!attrs || !marks || text === null || !content) return null
  if (type === 'mediaCard' && isInvalidCard(attrs))
    return refuse(walk, path, 'media card without its source or questions')
  return buildNode(type, attrs, content, marks, text)
}

function buildNode(
  type: string,
  attrs: PlainObject,
  content: RichNode[],
  marks: Mark[],
  text: string | undefined,
): RichNode {
  const node: RichNode = { type }
  if (Object.keys(attrs).length > 0) node.attrs = attrs
  if (content.length > 0) node.content = content
  if (marks.length > 0) node.marks = marks
  if (text !== undefined) node.text = text
  return node
}

/** Whether these are valid attributes of a media card. */
export function isCard(attrs: Record<string, unknown>, origins: readonly string[] = []): boolean {
  const walk: Walk = { issues: [], nodes: 0, rules: nodeRules(origins) }
  return readNode(walk, { type: 'mediaCard', attrs }, 'card', 1) !== null
}

function readDocument(json: unknown, walk: Walk): ValidationResult {
  const document = readNode(walk, json, 'doc', 1)
  if (document && document.type !== 'doc') refuse(walk, 'doc', 'the outermost node is not a document')
  if (!document || walk.issues.length > 0) return { ok: false, issues: walk.issues }
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length
  if (bytes > documentLimits.bytes)
    return { ok: false, issues: [{ path: 'doc', message: `larger than ${documentLimits.bytes} bytes` }] }
  return { ok: true, document: document as RichDocument }
}

/**
 * Validates a Tiptap document against the allow-list, on save and on import; never throws. It returns a fresh copy, so
 * that nothing unchecked (accessors, prototypes, shared parts) is stored. `origins` are the origins (`https://host`)
 * allowed in full addresses of our own files.
 */
export function validateDocument(json: unknown, options: { origins?: readonly string[] } = {}): ValidationResult {
  const walk: Walk = { issues: [], nodes: 0, rules: nodeRules(options.origins ?? []) }
  try {
    return readDocument(json, walk)
  } catch {
    return { ok: false, issues: [{ path: 'doc', message: 'not readable' }] }
  }
}
