import { type AnyExtension, type Editor, getExtensionField, Mark as TiptapMark, Node as TiptapNode } from '@tiptap/core'
import { Highlight } from '@tiptap/extension-highlight'
import { TableKit } from '@tiptap/extension-table'
import { TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { parseHref } from '#modules/catalogue/rich-text/addresses.ts'
import { attributeRules, type Rule } from '#modules/catalogue/rich-text/attributes.ts'
import { contentRules, isInline } from '#modules/catalogue/rich-text/document.ts'
import { isCard } from '#modules/catalogue/rich-text/schema.ts'
import { domByType, readCard, readersByType } from './editor-dom.ts'
import { type LimitReached, limits } from './editor-limits.ts'
import { cleanPaste, type DropListener } from './editor-paste.ts'
import { lineHint } from './line-hint.ts'

type AttributeSpec = { default?: unknown; parseHTML?: (element: HTMLElement) => unknown }

/** The extensions of a kit. */
const extensionsOf = (kit: AnyExtension): AnyExtension[] =>
  getExtensionField<() => AnyExtension[]>(kit, 'addExtensions', {
    name: kit.name,
    options: kit.options,
    storage: {},
    // The library's types describe specifications with generics that only its own classes fill.
  } as never)()

const kit = StarterKit.configure({
  // No trailing paragraph that the author did not write.
  trailingNode: false,
  link: {
    openOnClick: false,
    autolink: false,
    isAllowedUri: (url) => parseHref(url) !== null,
    HTMLAttributes: { target: '_blank', rel: 'noopener' },
  },
})

/** A node without text and with its own view: a picture, a video, a file, an inline quiz. */
const MediaCard = TiptapNode.create({
  name: 'mediaCard',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'figure[data-media-card]', getAttrs: (element) => readValidCard(element as HTMLElement) }],
})

/** Superscript and subscript, with the usual keys. */
const script = (name: 'superscript' | 'subscript', tag: string, key: string) =>
  TiptapMark.create({
    name,
    parseHTML: () => [{ tag }],
    addKeyboardShortcuts() {
      return { [key]: () => toggleScript(this.editor, name) }
    },
  })
const Superscript = script('superscript', 'sup', 'Mod-.')
const Subscript = script('subscript', 'sub', 'Mod-,')

/** Text is superscript or subscript, never both. */
export const toggleScript = (editor: Editor, name: 'superscript' | 'subscript'): boolean =>
  editor
    .chain()
    .focus()
    .unsetMark(name === 'superscript' ? 'subscript' : 'superscript')
    .toggleMark(name)
    .run()

function readValidCard(element: HTMLElement): Record<string, unknown> | false {
  const attrs = readCard(element)
  return attrs && isCard(attrs) ? attrs : false
}

/** A node's allowed content in ProseMirror's syntax. A document always has a block for the cursor. */
function contentOf(type: string): string {
  const { children, nonEmpty } = contentRules.get(type)!
  return children.size === 0 ? '' : `(${[...children].join(' | ')})${nonEmpty || type === 'doc' ? '+' : '*'}`
}

const validatedReader =
  (rule: Rule, read: (element: HTMLElement) => unknown, fallback: unknown) =>
  (element: HTMLElement): unknown => {
    const value = read(element)
    return value !== null && value !== undefined && rule(value) ? value : fallback
  }

/** Only the attributes in the rules, each of them validated. */
function attributesOf(type: string, parsed: Record<string, AttributeSpec>): Record<string, object> {
  const entries = Object.entries(attributeRules(type)).map(([name, rule]) => {
    const fallback = parsed[name]?.default ?? null
    const readAttribute = readersByType[type]?.[name]
    return [
      name,
      {
        default: fallback,
        rendered: false,
        ...(readAttribute && { parseHTML: validatedReader(rule, readAttribute, fallback) }),
      },
    ]
  })
  return Object.fromEntries(entries)
}

type ParentContext = { parent?: (() => Record<string, AttributeSpec>) | null }

const renderingOf = (type: string) => {
  const toDom = domByType[type]
  if (!toDom) return {}
  return {
    renderHTML: ({ node, mark }: { node?: { attrs: object }; mark?: { attrs: object } }) =>
      toDom({ ...(node ?? mark)!.attrs }),
  }
}

function addAttributes(type: string) {
  return function (this: ParentContext) {
    return attributesOf(type, this.parent?.() ?? {})
  }
}

const restrictNode = (node: TiptapNode): TiptapNode =>
  node.extend({
    ...(node.name !== 'text' && { content: contentOf(node.name), addAttributes: addAttributes(node.name) }),
    ...(isInline(node.name) || contentOf(node.name).includes('text') ? { marks: '_' } : {}),
    ...renderingOf(node.name),
    // The library's types describe specifications with generics that only its own classes fill.
  } as never)

const textStyleRules = () => [{ tag: 'span[data-color]' }, { tag: 'span[data-background]' }]

const restrictMark = (mark: TiptapMark): TiptapMark =>
  mark.extend({
    addAttributes: addAttributes(mark.name),
    // The stored format allows bold code; the library's default does not.
    ...(mark.name === 'code' && { excludes: 'code' }),
    ...(mark.name === 'textStyle' && { parseHTML: textStyleRules }),
    ...renderingOf(mark.name),
    // The library's types describe specifications with generics that only its own classes fill.
  } as never)

function restrict(extension: AnyExtension): AnyExtension {
  if (extension instanceof TiptapNode) return restrictNode(extension)
  return extension instanceof TiptapMark ? restrictMark(extension) : extension
}

export type EditorOptions = {
  /** Called when a change was refused, because the document would become too large or too deep. */
  onLimit?: LimitReached
  /** Called with the kinds of content that were left out of a paste. */
  onPasteDropped?: DropListener
  /** Shown in an empty line. */
  hint?: string
  /** Adds the media card's view; without it a card is an empty figure. */
  card?: (card: TiptapNode) => TiptapNode
}

/**
 * The editor's extensions. Their nodes, content, marks and attributes come from the lists that `validateDocument`
 * checks: the editor can't write what can't be stored.
 */
export function editorExtensions({
  onLimit,
  onPasteDropped,
  hint,
  card = (node) => node,
}: EditorOptions = {}): AnyExtension[] {
  const extensions = [
    ...extensionsOf(kit),
    ...extensionsOf(TableKit.configure({})),
    TextStyle,
    Highlight,
    Superscript,
    Subscript,
    MediaCard,
  ]
  return [
    ...extensions
      .map(restrict)
      .map((extension) => (extension.name === 'mediaCard' ? card(extension as TiptapNode) : extension)),
    limits(onLimit),
    cleanPaste(onPasteDropped),
    lineHint(hint),
  ]
}
